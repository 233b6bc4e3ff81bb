import { useTranslation } from 'react-i18next';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import bench from '../bench.module.css';
import type { TestChannel } from '../queries-runs';
import styles from '../runs.module.css';
import { useFieldName } from './part-table';

interface Props {
  list: readonly TestChannel[];
  deviceType: string;
  zone: string;
}

/** Per channel: how readings arrived, and the statistics of each field. */
export function RunStatistics({ list, deviceType, zone }: Props) {
  const { t } = useTranslation(['debug', 'common']);
  const named = useFieldName(deviceType);
  const seconds = (ms: number) => t('testRun.seconds', { value: formatNumber(ms / 1000, ms % 1000 === 0 ? 0 : 1) });
  return (
    <>
      {list.map((one) => (
        <section key={one.channelNo} className={styles.channel} aria-label={channelName(one.channelNo)}>
          <h3>{channelName(one.channelNo)}</h3>
          <dl className={styles.figures}>
            <Figure name={t('testRun.readings')} value={formatNumber(one.count, 0)} />
            <Figure name={t('testRun.typical')} value={one.typical > 0 ? seconds(one.typical) : t('common:none')} />
            <Figure
              name={t('testRun.range')}
              value={one.typical > 0 ? `${seconds(one.shortest)} – ${seconds(one.longest)}` : t('common:none')}
            />
            <Figure name={t('testRun.gaps')} value={formatNumber(one.gaps, 0)} fault={one.gaps > 0} />
            <Figure name={t('testRun.missing')} value={formatNumber(one.missing, 0)} fault={one.missing > 0} />
          </dl>
          {one.widest.length > 0 && (
            <ul className={styles.gaps} aria-label={t('testRun.gapsAt')}>
              {one.widest.map((gap) => (
                <li key={gap.from}>
                  {formatTime(gap.from, zone)} – {formatTime(gap.to, zone)} ({seconds(gap.to - gap.from)})
                </li>
              ))}
            </ul>
          )}
          <div className={styles.scroll}>
            <table className={bench.table}>
              <thead>
                <tr>
                  <th scope="col">{t('part.name')}</th>
                  {(['count', 'min', 'max', 'mean', 'std', 'last'] as const).map((key) => (
                    <th key={key} scope="col" className={bench.number}>
                      {t(`testRun.${key}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {one.fields.map((field) => (
                  <tr key={`${field.node} ${field.field}`}>
                    <td>
                      {field.node > 0 ? `${field.node}/` : ''}
                      {named(field.field)}
                    </td>
                    {[
                      formatNumber(field.count, 0),
                      ...[field.min, field.max, field.mean, field.std, field.last].map((v) => formatNumber(v)),
                    ].map((text, i) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                      <td key={i} className={bench.number}>
                        {text}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </>
  );

  function channelName(no: number) {
    return no > 0 ? t('channelNo', { no }) : t('testRun.device');
  }
}

function Figure({ name, value, fault = false }: { name: string; value: string; fault?: boolean }) {
  return (
    <div data-fault={fault}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
