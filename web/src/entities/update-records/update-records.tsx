import { Button, Input, Pagination, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { type About, pageSize, type UpdateRecord, useUpdateRecords } from './queries';
import styles from './update-records.module.css';

interface Props {
  about: About;
  zone: string;
  /** Whether to offer a filter by kind. */
  kinds?: boolean;
}

const kindCodes = ['project', 'structure', 'plan', 'point', 'device', 'correction'] as const;
const shownAtFirst = 6;

/** Configuration changes with author and time, including versions of dated aspects. */
export function UpdateRecords({ about, zone, kinds = false }: Props) {
  const { t } = useTranslation(['sites', 'common']);
  const [page, setPage] = useState(1);
  const [scope, setScope] = useState('');
  const [name, setName] = useState('');
  const query = useUpdateRecords(about, { page, scope, name });
  return (
    <section aria-label={t('records.title')}>
      <div className={styles.tools}>
        <Input.Search
          allowClear
          className={styles.search ?? ''}
          placeholder={t('records.search')}
          aria-label={t('records.search')}
          onSearch={(text) => {
            setName(text.trim());
            setPage(1);
          }}
        />
        {kinds && (
          <Select
            className={styles.kind ?? ''}
            aria-label={t('records.kind')}
            value={scope}
            options={[
              { value: '', label: t('records.allKinds') },
              ...kindCodes.map((value) => ({ value, label: t(`records.kinds.${value}`) })),
            ]}
            onChange={(wanted: string) => {
              setScope(wanted);
              setPage(1);
            }}
          />
        )}
      </div>
      <QueryPanel
        query={query}
        failure={t('records.failed')}
        rows={8}
        isEmpty={(answer) => answer.list.length === 0}
        empty={<PanelEmpty title={scope || name ? t('records.noneMatch') : t('records.none')} />}
      >
        {(answer) => (
          <ul className={styles.list}>
            {answer.list.map((record) => (
              <Entry key={record.id} record={record} zone={zone} />
            ))}
          </ul>
        )}
      </QueryPanel>
      <div className={styles.foot}>
        <span>{t('common:table.total', { total: query.data?.total ?? 0 })}</span>
        <Pagination
          simple
          hideOnSinglePage
          current={page}
          pageSize={pageSize}
          total={query.data?.total ?? 0}
          showSizeChanger={false}
          onChange={setPage}
        />
      </div>
    </section>
  );
}

function Entry({ record, zone }: { record: UpdateRecord; zone: string }) {
  const { t } = useTranslation(['sites', 'common']);
  const [whole, setWhole] = useState(false);
  const shown = whole ? record.changes : record.changes.slice(0, shownAtFirst);
  return (
    <li>
      <div className={styles.when}>
        <b>{record.accountName || t('records.program')}</b>
        {formatTime(record.createdAt, zone)}
      </div>
      <div className={styles.what}>
        <h3>
          {record.actionName}·{record.scopeName} {record.content}
        </h3>
        {record.supersededAt > 0 && (
          <span className={styles.mark}>
            {t('records.superseded', { time: formatTime(record.supersededAt, zone, 'list') })}
          </span>
        )}
        {record.dated && (
          <p>
            {record.validFrom === 0
              ? t('records.always')
              : t('records.validFrom', { time: formatTime(record.validFrom, zone) })}
          </p>
        )}
        {shown.length > 0 && (
          <dl className={styles.changes}>
            {shown.map((change) => (
              <Change key={change.field} {...change} />
            ))}
          </dl>
        )}
        {record.changes.length > shown.length && (
          <Button type="link" size="small" onClick={() => setWhole(true)}>
            {t('records.more', { count: record.changes.length - shown.length })}
          </Button>
        )}
      </div>
    </li>
  );
}

function Change({ label, before, after }: { label: string; before: string; after: string }) {
  const { t } = useTranslation('common');
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {before !== '' && (
          <>
            <del>{before}</del> →{' '}
          </>
        )}
        <ins>{after || t('none')}</ins>
      </dd>
    </>
  );
}
