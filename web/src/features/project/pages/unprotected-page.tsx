import { DownloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Select, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useMeasurementName } from '@/api/catalog';
import { structuresQuery } from '@/api/project';
import { AgeText } from '@/entities/live/age-text';
import { pointPath } from '@/entities/monitor/point-path';
import { useLiveStats } from '@/entities/monitor/use-live-stats';
import { useZone } from '@/entities/project/use-project';
import { PanelEmpty } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { ListPage, ListRow, ListSearch, Space } from '@/ui/table/list-page';
import { serverSort } from '@/ui/table/server-sort';
import { useAddress } from '@/ui/table/use-address';
import { Value } from '@/ui/value';
import { FixButton, UnprotectedMark, useThresholdsSet } from '../components/unprotected-row';
import type { Reason, UnprotectedPoint } from '../model/fixes';
import { type UnprotectedAnswer, unprotectedQuery, useUnprotectedExport } from '../queries';
import styles from './unprotected-page.module.css';

const pageSize = 50;
const fields = { point: 'name', reason: 'code', measurement: 'measurement', place: 'structure', time: 'time' };

/** The points of a project that raise no alarm, or not for everything that they should, each with its fix. */
export default function UnprotectedPage() {
  const { t } = useTranslation(['project', 'common']);
  const projectId = Number(useParams().projectId);
  useLiveStats(projectId);
  const { search, put, page, toPage } = useAddress();
  const reason = search.get('reason') as Reason | null;
  const sort = search.get('sort') ?? '';
  const filter = {
    structureId: Number(search.get('structure') ?? 0) || 0,
    reasons: reason ? [reason] : [],
    text: search.get('q') ?? '',
  };
  const query = useQuery(unprotectedQuery(projectId, filter, { page, pageSize, sort }));
  const { column, onChange } = serverSort<UnprotectedPoint>(sort, fields, (next) => put({ sort: next, page: null }));
  const columns = useColumns(projectId, column);
  const narrowed = filter.text !== '' || reason !== null || filter.structureId > 0;
  return (
    <ListPage
      query={query}
      failure={t('unprotected.failed')}
      empty={
        <PanelEmpty
          title={t(narrowed ? 'unprotected.noMatch' : 'unprotected.none')}
          action={
            narrowed && (
              <Button onClick={() => put({ q: null, reason: null, structure: null, page: null })}>
                {t('unprotected.showAll')}
              </Button>
            )
          }
        />
      }
      head={<Filters projectId={projectId} filter={filter} reason={reason} answer={query.data} onChange={put} />}
      page={page}
      pageSize={pageSize}
      onPage={toPage}
      detail={null}
      onClose={() => {}}
    >
      {(answer) => (
        <DataTable<UnprotectedPoint>
          label={t('unprotected.title')}
          rowKey={(point) => point.measuringPointId}
          dataSource={[...answer.list]}
          columns={columns}
          cards={['point', 'fix']}
          onChange={onChange}
        />
      )}
    </ListPage>
  );
}

type Sorted = ReturnType<typeof serverSort<UnprotectedPoint>>['column'];

function useColumns(projectId: number, column: Sorted): TableColumnType<UnprotectedPoint>[] {
  const { t } = useTranslation(['project', 'common']);
  const zone = useZone(projectId);
  const measurementName = useMeasurementName();
  const thresholdsSet = useThresholdsSet();
  return [
    {
      ...column('point'),
      title: t('common:entity.point'),
      render: (_, point) => (
        <span className={styles.point}>
          <UnprotectedMark point={point} />
          <Link to={pointPath(projectId, point.structureId, point.measuringPointId)}>{point.name}</Link>
        </span>
      ),
    },
    {
      ...column('measurement'),
      title: t('common:entity.measurement'),
      render: (_, point) => measurementName(point.measurement),
    },
    {
      ...column('place'),
      title: t('common:entity.structure'),
      render: (_, point) => [point.structure, point.item].filter(Boolean).join('·'),
    },
    {
      ...column('reason'),
      title: t('unprotected.reason'),
      width: '34%',
      render: (_, point) => (
        <span className={styles.reason}>
          {point.judgement.reason}
          {point.judgement.fields.length > 0 && <small>{thresholdsSet(point).join(t('unprotected.and'))}</small>}
        </span>
      ),
    },
    {
      key: 'value',
      align: 'right',
      title: t('unprotected.value'),
      render: (_, point) =>
        point.time > 0 ? (
          <Value value={point.value} unit={point.unit} decimals={point.decimals} signed={false} />
        ) : (
          t('common:none')
        ),
    },
    {
      ...column('time'),
      align: 'right',
      title: t('unprotected.time'),
      render: (_, point) => (point.time > 0 ? <AgeText time={point.time} zone={zone} /> : t('common:level.noData')),
    },
    {
      key: 'fix',
      align: 'right',
      title: t('unprotected.remedy'),
      render: (_, point) => <FixButton projectId={projectId} point={point} />,
    },
  ];
}

interface FiltersProps {
  projectId: number;
  filter: { structureId: number; reasons: Reason[]; text: string };
  reason: Reason | null;
  answer: UnprotectedAnswer | undefined;
  onChange: (wanted: Record<string, string | null>) => void;
}

function Filters({ projectId, filter, reason, answer, onChange: put }: FiltersProps) {
  const { t } = useTranslation(['project', 'common']);
  const structures = useQuery(structuresQuery(projectId));
  const exporting = useUnprotectedExport(projectId);
  const counts = answer?.counts.filter(({ code, count }) => count > 0 || code === reason) ?? [];
  return (
    <ListRow>
      <ListSearch text={filter.text} label={t('points.search')} onSearch={(text) => put({ q: text, page: null })} />
      <Select<string>
        className={styles.choice ?? ''}
        aria-label={t('unprotected.reason')}
        value={reason ?? ''}
        popupMatchSelectWidth={false}
        options={[
          { value: '', label: t('unprotected.allReasons') },
          ...counts.map(({ code, count }) => ({ value: code, label: `${t(`unprotected.code.${code}`)} ${count}` })),
        ]}
        onChange={(code) => put({ reason: code, page: null })}
      />
      <Select<number>
        className={styles.choice ?? ''}
        aria-label={t('common:entity.structure')}
        value={filter.structureId}
        popupMatchSelectWidth={false}
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          { value: 0, label: t('unprotected.allStructures') },
          ...(structures.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => put({ structure: id > 0 ? String(id) : null, page: null })}
      />
      <span className={styles.hint}>
        {answer && t('unprotected.judged', { judged: answer.judged, points: answer.points })}
      </span>
      <Space />
      <Button
        icon={<DownloadOutlined aria-hidden />}
        loading={exporting.isPending}
        onClick={() => exporting.mutate(filter)}
      >
        {t('unprotected.export')}
      </Button>
    </ListRow>
  );
}
