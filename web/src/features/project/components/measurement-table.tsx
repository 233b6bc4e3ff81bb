import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMeasurementName } from '@/api/catalog';
import { LevelIcon } from '@/entities/alert/level-icon';
import { markRank } from '@/entities/alert/mark';
import { pointPath } from '@/entities/monitor/point-path';
import { PointSpark } from '@/entities/monitor/point-spark';
import { Can } from '@/entities/permission/can';
import { ChangedFlash } from '@/ui/changed-flash';
import { formatNumber } from '@/ui/format/number';
import { NextLink } from '@/ui/next-link';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { useMedia } from '@/ui/use-media';
import { useSteadyOrder } from '@/ui/use-steady-order';
import { Value } from '@/ui/value';
import type { MeasurementRow } from '../model/measurements';
import styles from './measurement-table.module.css';

const sparkDays = 11;

/** Width of a spark: on a wall screen rows have room for a longer one. */
const sparkWidth = { usual: 78, roomy: 228 };

interface Props {
  projectId: number;
  query: { data: MeasurementRow[] | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
}

const steady = { idOf: (row: MeasurementRow) => row.measurement, rankOf: (row: MeasurementRow) => markRank(row.level) };

function Rows({ projectId, rows }: { projectId: number; rows: MeasurementRow[] }) {
  const { t } = useTranslation(['project', 'common']);
  const measurementName = useMeasurementName();
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const shown = useSteadyOrder(list, rows, steady);
  const spark = useMedia('(min-width: 2000px)') ? sparkWidth.roomy : sparkWidth.usual;
  return (
    <div ref={list}>
      <DataTable<MeasurementRow>
        label={t('measurements.title')}
        rowKey={(row) => row.measurement}
        dataSource={shown}
        onOpen={({ worst }) => void navigate(pointPath(projectId, worst.structureId, worst.measuringPointId))}
        columns={[
          {
            key: 'name',
            title: t('common:entity.measurement'),
            ellipsis: true,
            render: (_, row) => (
              <span className={styles.name}>
                <LevelIcon level={row.level} size={13} />
                <span className={styles.text} title={measurementName(row.measurement)}>
                  {measurementName(row.measurement)}
                </span>
              </span>
            ),
          },
          {
            key: 'count',
            title: t('measurements.points'),
            align: 'right',
            width: 64,
            render: (_, row) => formatNumber(row.count, 0),
          },
          {
            key: 'spark',
            title: t('measurements.spark', { count: sparkDays }),
            width: spark + 14,
            responsive: ['sm'],
            render: (_, row) => (
              <PointSpark point={row.worst} level={row.level} days={sparkDays} width={spark} height={24} />
            ),
          },
          {
            key: 'value',
            title: t('measurements.worst'),
            align: 'right',
            width: 98,
            render: (_, { worst }) => (
              <ChangedFlash value={`${worst.time} ${worst.value}`}>
                <Value
                  value={worst.value}
                  unit={worst.unit}
                  decimals={worst.decimals}
                  signed={worst.valueType === 'accumulated' || worst.valueType === 'rate'}
                />
              </ChangedFlash>
            ),
          },
          {
            key: 'control',
            title: t('measurements.control'),
            align: 'right',
            width: 66,
            render: (_, { control, worst }) =>
              control === null ? t('common:none') : formatNumber(control, worst.decimals),
          },
        ]}
      />
    </div>
  );
}

/** Measurements with points, worst value and its control value. A row opens that point. */
export function MeasurementTable({ projectId, query }: Props) {
  const { t } = useTranslation('project');
  return (
    <Panel title={t('measurements.title')} extra={t('measurements.hint')}>
      <QueryPanel
        query={query}
        rows={6}
        failure={t('measurements.failed')}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <PanelEmpty
            title={t('measurements.none')}
            hint={t('measurements.noneHint')}
            action={
              <Can any={['Create:MeasuringPoint']}>
                <NextLink to={`/setup?project=${projectId}`}>{t('measurements.setUp')}</NextLink>
              </Can>
            }
          />
        }
      >
        {(rows) => <Rows projectId={projectId} rows={rows} />}
      </QueryPanel>
    </Panel>
  );
}
