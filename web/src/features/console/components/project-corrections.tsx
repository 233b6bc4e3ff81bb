import { Input, Pagination, Select, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { spanOf, useCorrectionText } from '@/entities/correction/correction-text';
import { correctionsAtOnce, type ProjectCorrection, useProjectCorrections } from '@/entities/correction/queries';
import records from '@/entities/update-records/update-records.module.css';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { useAddress } from '@/ui/table/use-address';
import { listedKinds } from '../model/correction';

/** Corrections of all points of a project, including revoked ones. */
export function ProjectCorrections({ projectId, zone }: { projectId: number; zone: string }) {
  const { t } = useTranslation(['console', 'common', 'explain']);
  const { search, put, page, toPage } = useAddress();
  const kind = listedKinds.find((one) => one === search.get('kind')) ?? '';
  const name = search.get('name') ?? '';
  const query = useProjectCorrections(projectId, { page, kind, name });
  const columns: TableColumnType<ProjectCorrection>[] = [
    {
      key: 'point',
      title: t('common:entity.point'),
      render: (_, c) => (
        <Link
          to={`/projects/${projectId}/console/structures/${c.structureId}/items/0/mps/${c.measuringPointId}?tab=corrections`}
        >
          {c.measuringPointName}
        </Link>
      ),
    },
    { key: 'kind', title: t('correction.kind'), render: (_, c) => t(`explain:kind.${c.kind}`) },
    { key: 'from', title: t('correction.from'), render: (_, c) => spanOf(c, zone) },
    { key: 'what', title: t('correction.what'), render: (_, c) => <What correction={c} /> },
    { key: 'note', title: t('correction.note'), render: (_, c) => c.note },
    { key: 'recorded', title: t('correction.recorded'), render: (_, c) => formatTime(c.recordedAt, zone) },
    {
      key: 'state',
      title: t('correction.state'),
      render: (_, c) =>
        c.takenBackAt > 0
          ? t('correction.takenBack', { time: formatTime(c.takenBackAt, zone, 'list') })
          : t('correction.stands'),
    },
  ];
  return (
    <section aria-label={t('pointTab.corrections')}>
      <div className={records.tools}>
        <Input.Search
          allowClear
          className={records.search ?? ''}
          defaultValue={name}
          placeholder={t('correction.search')}
          aria-label={t('correction.search')}
          onSearch={(text) => put({ name: text.trim(), page: null })}
        />
        <Select
          className={records.kind ?? ''}
          aria-label={t('correction.kind')}
          value={kind}
          options={[
            { value: '', label: t('correction.allKinds') },
            ...listedKinds.map((value) => ({ value, label: t(`explain:kind.${value}`) })),
          ]}
          onChange={(value) => put({ kind: value, page: null })}
        />
      </div>
      <QueryPanel
        query={query}
        rows={8}
        isEmpty={(answer) => answer.list.length === 0}
        empty={<PanelEmpty title={kind || name ? t('correction.noneMatch') : t('correction.none')} />}
      >
        {(answer) => (
          <DataTable<ProjectCorrection>
            label={t('pointTab.corrections')}
            rowKey={(c) => c.id}
            dataSource={answer.list}
            columns={columns}
            cards={['point', 'kind']}
          />
        )}
      </QueryPanel>
      <div className={records.foot}>
        <span>{t('common:table.total', { total: query.data?.total ?? 0 })}</span>
        <Pagination
          simple
          hideOnSinglePage
          current={page}
          pageSize={correctionsAtOnce}
          total={query.data?.total ?? 0}
          showSizeChanger={false}
          onChange={toPage}
        />
      </div>
    </section>
  );
}

function What({ correction }: { correction: ProjectCorrection }) {
  return useCorrectionText(correction.measurement)(correction);
}
