import { ArrowLeftOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { listText } from '@/ui/format/list';
import { formatNumber, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Notice } from '@/ui/notice';
import { QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import styles from '../devices.module.css';
import type { RecordKey } from '../model/record-key';
import { type RecordWaveform, useExportRecord, useRecord, type Where } from '../record-queries';
import look from '../records.module.css';
import { RecordSettings } from './record-settings';
import { RecordSigns } from './record-signs';
import { RecordSpectrum } from './record-spectrum';
import { RecordWave } from './record-wave';
import { useAxisName } from './use-axis-name';

interface Props {
  where: Where;
  zone: string;
  record: RecordKey;
  onClose: () => void;
}

/** One vibration record: what it gives, its waveform and its spectrum. */
export function RecordView({ where, zone, record, onClose }: Props) {
  const { t } = useTranslation(['records', 'common']);
  const query = useRecord(where, record, null);
  const csv = useExportRecord(where, record);
  const began = formatTime(record.time, zone);
  return (
    <div className={look.opened}>
      <div className={styles.tools}>
        <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} aria-label={t('toList')} onClick={onClose} />
        <h2 className={look.title}>{t('one', { time: began })}</h2>
        {query.data && !query.data.deleted && (
          <Button
            icon={<DownloadOutlined aria-hidden />}
            loading={csv.isPending}
            onClick={() => csv.mutate(`${t('title')} ${began}.csv`)}
          >
            {t('csv')}
          </Button>
        )}
      </div>
      <QueryPanel query={query} rows={10} failure={t('oneFailed')}>
        {(found) => (
          <>
            {found.deleted && <Notice>{t('deletedHint')}</Notice>}
            {!found.deleted && !found.complete && <Notice>{t('incompleteHint')}</Notice>}
            <Facts record={found} />
            <Statistics record={found} />
            {!found.deleted && (
              <>
                <RecordWave where={where} zone={zone} record={found} />
                {found.complete && <RecordSpectrum where={where} zone={zone} record={found} />}
              </>
            )}
          </>
        )}
      </QueryPanel>
    </div>
  );
}

function Facts({ record }: { record: RecordWaveform }) {
  const { t } = useTranslation('records');
  const { rate, duration, samples, settings } = record;
  const peaks: [string, number | null, string, number][] = [
    ['PPV', record.ppv, 'mm/s', 3],
    ['PVS', record.pvs, 'mm/s', 3],
    ['PGA', record.pga, 'm/s²', 4],
    ['PGV', record.pgv, 'm/s', 4],
    [t('displacement'), record.displacement, 'mm', 3],
  ];
  return (
    <dl className={look.facts}>
      <dt>{t('length')}</dt>
      <dd>
        {listText([
          t('seconds', { text: formatNumber(duration / 1000, duration % 1000 ? 3 : 0) }),
          t('rateAndCount', {
            rate: formatNumber(rate, rate % 1 ? 2 : 0),
            count: samples,
            text: formatNumber(samples, 0),
          }),
        ])}{' '}
        <RecordSigns record={record} />
      </dd>
      {peaks
        .filter(([, value]) => value !== null)
        .map(([name, value, unit, decimals]) => [
          <dt key={name}>{name}</dt>,
          <dd key={`${name} value`}>{withUnit(formatNumber(value, decimals), unit)}</dd>,
        ])}
      <dt>{t('settings')}</dt>
      <dd>
        <RecordSettings settings={settings} />
      </dd>
    </dl>
  );
}

type Row = RecordWaveform['axes'][number] & Partial<RecordWaveform['waves'][number]>;

/** What the samples of each axis have. */
function Statistics({ record }: { record: RecordWaveform }) {
  const { t } = useTranslation('records');
  const name = useAxisName();
  const number = (value: number | null | undefined, decimals: number) =>
    value === null || value === undefined ? '–' : formatNumber(value, decimals);
  return (
    <div className={look.table}>
      <DataTable<Row>
        label={t('statistics')}
        rowKey={(row) => row.field + row.unit}
        dataSource={record.axes.map((axis, i) => ({ ...axis, ...record.waves[i] }))}
        cards={['field', 'peak']}
        columns={[
          {
            key: 'field',
            title: t('axisHead'),
            render: (_, row) => `${name(row.field)} ${row.unit && `(${row.unit})`}`,
          },
          { key: 'peak', title: t('peak'), align: 'right', render: (_, row) => number(row.peak, 3) },
          { key: 'rms', title: t('rms'), align: 'right', render: (_, row) => number(row.rms, 3) },
          { key: 'pp', title: t('peakToPeak'), align: 'right', render: (_, row) => number(row.peakToPeak, 3) },
          { key: 'crest', title: t('crest'), align: 'right', render: (_, row) => number(row.crest, 2) },
          { key: 'frequency', title: t('frequencyHz'), align: 'right', render: (_, row) => number(row.frequency, 2) },
        ]}
      />
    </div>
  );
}
