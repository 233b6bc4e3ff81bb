import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Figure, FigureStrip } from '@/ui/figure-strip';
import { formatNumber } from '@/ui/format/number';
import { worstFirst } from '@/ui/theme/tokens';
import { LevelIcon } from './level-icon';
import { neutralMarks } from './mark';
import styles from './stat-strip.module.css';

interface Props {
  label: string;
  before?: Figure[];
  /** Counts by level; normal last, worst first. */
  levels: readonly number[] | undefined;
  /** Counts without a level; "no data" is not part of "not judged" here. */
  neutral: { notJudged: number; noData?: number } | undefined;
  /** The page that lists the entries without a level. */
  list?: string;
  after?: Figure[];
}

/** Counts, counts by level, and data quality. */
export function StatStrip({ label, before = [], levels, neutral, list, after = [] }: Props) {
  const { t } = useTranslation();
  const mark = (of: (typeof worstFirst)[number] | (typeof neutralMarks)[number]) => (
    <>
      <LevelIcon level={of} size={13} decorative /> {t(`level.${of}`)}
    </>
  );
  const byLevel = worstFirst.map(
    (level, i): Figure => ({
      key: `level-${level}`,
      label: mark(level),
      value: levels ? formatNumber(levels[level] ?? 0, 0) : t('none'),
      grouped: i === 0 && before.length > 0 ? 'begins' : 'follows',
    }),
  );
  const without = neutralMarks.flatMap((of): Figure[] => {
    const count = neutral?.[of];
    if (count === undefined) return [];
    const number = formatNumber(count, 0);
    const link = list && count > 0 && (
      <Link className={styles.list} to={list} aria-label={`${t(`level.${of}`)} ${count}`}>
        {number}
      </Link>
    );
    return [{ key: of, label: mark(of), value: link || number, grouped: of === 'notJudged' ? 'begins' : 'follows' }];
  });
  return <FigureStrip label={label} figures={[...before, ...byLevel, ...without, ...after]} />;
}
