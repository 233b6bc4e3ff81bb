import { useTranslation } from 'react-i18next';
import type { TypeCount } from '@/api/stats';
import { LevelIcon } from '@/entities/alert/level-icon';
import { formatNumber } from '@/ui/format/number';
import { PanelEmpty } from '@/ui/states';
import { worstFirst } from '@/ui/theme/tokens';
import styles from './insights.module.css';

interface Props {
  /** The column heading. */
  head: string;
  counts: readonly TypeCount[];
  nameOf: (code: string) => string;
}

/** Those without a level. */
const unjudgedOf = (count: number, levels: readonly number[]) =>
  Math.max(0, count - levels.reduce((sum, one) => sum + one, 0));

/** Counts by type and level. */
export function TypeCounts({ head, counts, nameOf }: Props) {
  const { t } = useTranslation(['home', 'common']);
  if (counts.length === 0) return <PanelEmpty title={t('insights.none')} />;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th>{head}</th>
          <th className={styles.right}>{t('insights.count')}</th>
          {worstFirst.map((level) => (
            <th key={level} className={styles.right}>
              <LevelIcon level={level} size={12} />
            </th>
          ))}
          <th className={styles.right}>
            <LevelIcon level="notJudged" size={12} />
          </th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ type, count, levels }) => (
          <tr key={type}>
            <th title={nameOf(type)}>{nameOf(type)}</th>
            <td className={styles.right}>{formatNumber(count, 0)}</td>
            {worstFirst.map((level) => (
              <td key={level} className={styles.right} data-zero={(levels[level] ?? 0) === 0}>
                {formatNumber(levels[level] ?? 0, 0)}
              </td>
            ))}
            <td className={styles.right} data-zero={unjudgedOf(count, levels) === 0}>
              {formatNumber(unjudgedOf(count, levels), 0)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
