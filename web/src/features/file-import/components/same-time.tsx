import { Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/ui/format/number';
import styles from '../import.module.css';
import type { Ready } from '../model/draft';
import { withUse } from '../model/layout';
import { timeText } from './stored-rows';
import { useColumnName } from './use-column-name';

const rules = ['first', 'last', 'mean'] as const;

/** Rows with the same time: how many, which ones, and which one counts. The import waits for the choice. */
export function SameTime({ draft }: { draft: Ready }) {
  const { t } = useTranslation('file-import');
  const nameOf = useColumnName();
  const { preview, current } = draft;
  const count = preview.counts.sameTime;
  if (count === 0) return null;
  const asked = draft.asks('sameTime');
  const zone = preview.hasZone || preview.layout.zone === '' ? preview.deviceZone : 'UTC';
  const sub = preview.columns.flatMap((one, column) =>
    one.kind === 'number' ? [{ column, name: nameOf(one.name) }] : [],
  );
  return (
    <section className={styles.same} data-asked={asked || undefined} aria-label={t('sameTime.title', { count })}>
      <b>{t('sameTime.title', { count, number: formatNumber(count, 0) })}</b>
      <span>{t('sameTime.hint')}</span>
      <ul>
        {preview.sameTimes.slice(0, 5).map((one) => (
          <li key={`${one.time} ${one.key ?? ''}`}>
            <code>{timeText(one.time, zone)}</code> {one.key}{' '}
            {t('sameTime.lines', { count: one.rows, lines: one.lines.join(', ') })}
            {one.rows > one.lines.length && ' …'}
          </li>
        ))}
      </ul>
      <div className={styles.choices}>
        <Radio.Group
          aria-label={t('sameTime.choose')}
          value={current.sameTime && current.sameTime !== 'refuse' ? current.sameTime : null}
          options={rules.map((value) => ({ value, label: t(`sameTime.${value}`) }))}
          onChange={({ target }) => draft.set({ ...current, sameTime: target.value as 'first' })}
        />
        <Select<number | null>
          aria-label={t('sameTime.millisecond')}
          placeholder={t('sameTime.millisecond')}
          popupMatchSelectWidth={false}
          value={null}
          options={sub.map((one) => ({ value: one.column, label: one.name }))}
          onChange={(column) => {
            if (column !== null) draft.set(withUse(current, preview, column, 'millisecond'));
          }}
        />
      </div>
    </section>
  );
}
