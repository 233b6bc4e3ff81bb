import { useQuery } from '@tanstack/react-query';
import { Button, Select, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { structuresQuery } from '@/api/project';
import { useCan } from '@/entities/permission/permissions';
import { formatNumber } from '@/ui/format/number';
import { PanelEmpty } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { ListPage, ListRow, ListSearch, Space } from '@/ui/table/list-page';
import { useAddress } from '@/ui/table/use-address';
import { PointDialog } from '../components/point-dialog';
import styles from '../nsbd.module.css';
import { type NsbdPoint, pageSize, useNsbdPoints } from '../queries';

/** The information table of the South-to-North Water Diversion: what the configuration of points does not have. */
export default function NsbdPage() {
  const { t } = useTranslation(['nsbd', 'common']);
  const projectId = Number(useParams().projectId);
  const { search, put, page, toPage } = useAddress();
  const keyword = search.get('q') ?? '';
  const structureId = Number(search.get('structure')) || 0;
  const query = useNsbdPoints(projectId, { page, keyword, structureId });
  const structures = useQuery(structuresQuery(projectId)).data?.list ?? [];
  const mayChange = useCan('Update:MeasuringPoint');
  const open = Number(search.get('point'));
  const chosen = query.data?.list.find((one) => one.measuringPointId === open);
  const filtered = keyword !== '' || structureId > 0;
  return (
    <>
      <ListPage
        query={query}
        failure={t('failed')}
        empty={
          filtered ? (
            <PanelEmpty
              title={t('noneMatch')}
              action={
                <Button onClick={() => put({ q: null, structure: null, page: null })}>
                  {t('common:action.clearFilters')}
                </Button>
              }
            />
          ) : (
            <PanelEmpty title={t('none')} />
          )
        }
        head={
          <ListRow>
            <ListSearch text={keyword} label={t('search')} onSearch={(q) => put({ q, page: null })} />
            <Select
              className={styles.structure ?? ''}
              aria-label={t('common:entity.structure')}
              value={structureId}
              options={[
                { value: 0, label: t('wholeProject') },
                ...structures.filter(({ isItem }) => !isItem).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(id) => put({ structure: id ? String(id) : null, page: null })}
            />
            <Space />
            <Link to={`/projects/${projectId}/reports/download?new=nsbd-report`}>{t('report')}</Link>
          </ListRow>
        }
        page={page}
        pageSize={pageSize}
        onPage={toPage}
        detail={null}
        onClose={() => undefined}
      >
        {({ list }) => (
          <Points
            list={list}
            {...(mayChange && { onOpen: (one: NsbdPoint) => put({ point: String(one.measuringPointId) }) })}
          />
        )}
      </ListPage>
      {mayChange && chosen && (
        <PointDialog
          key={chosen.measuringPointId}
          projectId={projectId}
          point={chosen}
          onClose={() => put({ point: null })}
        />
      )}
    </>
  );
}

function Points({ list, onOpen }: { list: NsbdPoint[]; onOpen?: (one: NsbdPoint) => void }) {
  const { t } = useTranslation('nsbd');
  const text = (name: 'designNumber' | 'range' | 'installer' | 'remarks', width: number) => ({
    key: name,
    width,
    ellipsis: true,
    title: t(`field.${name}`),
    render: (_: unknown, row: NsbdPoint) => row[name] || '—',
  });
  const length = (name: 'offset' | 'cableLength') => ({
    key: name,
    width: 130,
    align: 'right' as const,
    title: t('inMetres', { name: t(`field.${name}`) }),
    render: (_: unknown, row: NsbdPoint) => (row[name] === undefined ? '—' : formatNumber(row[name], 2)),
  });
  const columns: TableColumnType<NsbdPoint>[] = [
    {
      key: 'name',
      width: 200,
      ellipsis: true,
      title: t('point'),
      render: (_, row) => (
        <>
          {row.measuringPointName}
          <span className={styles.quiet}>{[row.structure, row.item].filter(Boolean).join(' / ')}</span>
        </>
      ),
    },
    text('designNumber', 140),
    text('range', 140),
    length('offset'),
    length('cableLength'),
    text('installer', 140),
    text('remarks', 200),
  ];
  return (
    <DataTable<NsbdPoint>
      label={t('title')}
      rowKey={(row) => row.measuringPointId}
      dataSource={list}
      columns={columns}
      cards={['name', 'designNumber']}
      {...(onOpen && { onOpen })}
    />
  );
}
