import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatNumber, unitBehind } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { type BoardCursor, type CursorLines, readingAt } from '../model/board-cursor';
import { useCursorTime } from '../queries/panel-pointer';
import styles from './board-view.module.css';

interface Props {
  cursor: BoardCursor;
  lines: Readonly<Record<number, CursorLines>>;
  zone: string;
  pin: number | null;
  onRelease: () => void;
}

/** More curves of a panel are not listed: their dots are in the chart. */
const mostListed = 3;

/** The values of all panels at the cursor. */
export function BoardFoot({ cursor, lines, zone, pin, onRelease }: Props) {
  const { t } = useTranslation('boards');
  const at = useCursorTime(cursor);
  if (at === null) {
    return (
      <div className={styles.foot}>
        <span className={styles.value}>{t('cursor.none')}</span>
        <span className={styles.hint}>{t('cursor.rule')}</span>
      </div>
    );
  }
  return (
    <div className={styles.foot}>
      <span className={styles.moment}>
        {t('cursor.at')} <b>{formatTime(at, zone)}</b>
      </span>
      {Object.entries(lines).map(([place, { name, series, reach }]) =>
        series.slice(0, mostListed).map((one) => {
          const reading = readingAt(one.samples, at, reach);
          return (
            <span key={`${place} ${one.key}`} className={styles.value}>
              {series.length > 1 ? `${name} ${one.name}` : name}
              <b> {reading ? formatNumber(reading[1], one.decimals) : t('cursor.noReading')}</b>
              {reading && unitBehind(one.unit)}
            </span>
          );
        }),
      )}
      {pin !== null && (
        <Button size="small" type="link" onClick={onRelease}>
          {t('cursor.release')}
        </Button>
      )}
      <span className={styles.hint}>{t('cursor.rule')}</span>
    </div>
  );
}
