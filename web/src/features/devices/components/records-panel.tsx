import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { DeletedNote } from '@/entities/retention/deleted-note';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { useAddress } from '@/ui/table/use-address';
import { usePhone } from '@/ui/use-media';
import styles from '../devices.module.css';
import { recordKey, recordText } from '../model/record-key';
import { useRecords, type VibrationRecord, type Where } from '../record-queries';
import look from '../records.module.css';
import { RecordSigns } from './record-signs';
import { RecordView } from './record-view';
import { useAxisName } from './use-axis-name';

const known = (value: number | null, decimals: number) => (value === null ? '–' : formatNumber(value, decimals));

/** The vibration records that a device sent, newest first; one of them is open. */
export function RecordsPanel({ where, zone }: { where: Where; zone: string }) {
  const { search, put } = useAddress();
  const open = recordKey(search.get('record'));
  const until = Number(search.get('until')) || 0;
  if (open) return <RecordView where={where} zone={zone} record={open} onClose={() => put({ record: null })} />;
  return (
    <RecordList
      where={where}
      zone={zone}
      until={until}
      onUntil={(time) => put({ until: time ? String(time) : null })}
      onOpen={(record) => put({ record: recordText(record) })}
    />
  );
}

interface ListProps {
  where: Where;
  zone: string;
  /** Only records that began before, UTC ms; 0: from the newest. */
  until: number;
  onUntil: (time: number | null) => void;
  onOpen: (record: VibrationRecord) => void;
}

function RecordList({ where, zone, until, onUntil, onOpen }: ListProps) {
  const { t } = useTranslation(['records', 'common']);
  const query = useRecords(where, until);
  const phone = usePhone();
  return (
    <>
      <div className={styles.tools}>
        <span>{t('before')}</span>
        <span className={look.until}>
          <ZonedPicker
            zone={zone}
            allowClear
            label={t('before')}
            placeholder={t('newest')}
            value={until || null}
            onChange={onUntil}
          />
        </span>
      </div>
      <QueryPanel
        query={query}
        rows={6}
        failure={t('failed')}
        isEmpty={({ pages }) => pages[0]?.length === 0}
        empty={
          <PanelEmpty
            title={t(until ? 'noneBefore' : 'none')}
            hint={t(until ? 'noneBeforeHint' : 'noneHint')}
            action={until ? <Button onClick={() => onUntil(null)}>{t('newest')}</Button> : undefined}
          />
        }
      >
        {({ pages }) => (
          <>
            <DataTable<VibrationRecord>
              label={t('title')}
              rowKey={recordText}
              dataSource={pages.flat()}
              onOpen={onOpen}
              cards={['time', 'length']}
              columns={[
                {
                  key: 'time',
                  width: 140,
                  title: t('begin'),
                  render: (_, record) => <Begin record={record} zone={zone} />,
                },
                { key: 'length', width: 118, title: t('length'), render: (_, record) => <Length record={record} /> },
                { key: 'axes', title: phone ? '' : t('axisHead'), render: (_, record) => <Axes record={record} /> },
                {
                  key: 'velocity',
                  width: 76,
                  title: t('velocityHead'),
                  render: (_, record) => <Velocity record={record} />,
                },
              ]}
            />
            {query.hasNextPage && (
              <div className={styles.tools}>
                <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {t('earlier')}
                </Button>
              </div>
            )}
            <div className={look.table}>
              <DeletedNote where={where} kind="waveform" zone={zone} />
            </div>
          </>
        )}
      </QueryPanel>
    </>
  );
}

function Begin({ record, zone }: { record: VibrationRecord; zone: string }) {
  const { t } = useTranslation('records');
  return (
    <span className={styles.name}>
      <b>{formatTime(record.time, zone)}</b>
      <span>
        <RecordSigns record={record} />
      </span>
      {record.channelNo > 0 && <small>{t('channel', { no: record.channelNo })}</small>}
    </span>
  );
}

function Length({ record: { duration, rate, samples } }: { record: VibrationRecord }) {
  const { t } = useTranslation('records');
  return (
    <span className={styles.name}>
      <span>{t('seconds', { text: formatNumber(duration / 1000, duration % 1000 ? 3 : 0) })}</span>
      <small>
        {t('rateAndCount', {
          rate: formatNumber(rate, rate % 1 ? 2 : 0),
          count: samples,
          text: formatNumber(samples, 0),
        })}
      </small>
    </span>
  );
}

function Axes({ record: { axes } }: { record: VibrationRecord }) {
  const { t } = useTranslation('records');
  const name = useAxisName();
  return (
    <span className={look.lines}>
      <span />
      <small className={look.quiet}>{t('peak')}</small>
      <small className={look.quiet}>{t('rms')}</small>
      <small className={look.quiet}>{t('frequency')}</small>
      {axes.map(({ field, unit, peak, rms, frequency }) => [
        <span key={field} title={name(field)}>
          {field}
        </span>,
        <span key={`${field} peak`}>
          {known(peak, 3)} <small className={look.quiet}>{unit}</small>
        </span>,
        <span key={`${field} rms`}>{known(rms, 3)}</span>,
        <span key={`${field} frequency`}>
          {known(frequency, 2)} <small className={look.quiet}>Hz</small>
        </span>,
      ])}
    </span>
  );
}

function Velocity({ record: { ppv, pvs } }: { record: VibrationRecord }) {
  return (
    <span className={styles.name}>
      <span>{known(ppv, 3)}</span>
      <span>{known(pvs, 3)}</span>
    </span>
  );
}
