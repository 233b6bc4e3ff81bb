import { ExperimentOutlined, LineChartOutlined } from '@ant-design/icons';
import { Alert, Button, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { useDeviceType } from '@/api/catalog';
import { CollectButton } from '@/entities/command/collect-dialog';
import { SwitchButton } from '@/entities/command/switch-dialog';
import { SwitchNotice } from '@/entities/command/switch-notice';
import { useMonitorSwitch } from '@/entities/command/switch-queries';
import type { Place } from '@/entities/configuration/editor';
import { BindingEditor } from '@/entities/configuration/editors/binding-editor';
import { CollectEditor } from '@/entities/configuration/editors/collect-editor';
import { FormulaEditor } from '@/entities/configuration/editors/formula-editor';
import { ProcessorEditor } from '@/entities/configuration/editors/processor-editor';
import { ThresholdsEditor } from '@/entities/configuration/editors/thresholds-editor';
import { VersionStudio } from '@/entities/configuration/version-studio';
import { UnpairedFace } from '@/entities/monitor/unpaired-face';
import { Can } from '@/entities/permission/can';
import { useProject, useZone } from '@/entities/project/use-project';
import { UpdateRecords } from '@/entities/update-records/update-records';
import { formatTime } from '@/ui/format/time';
import { QueryPanel } from '@/ui/states';
import tall from '@/ui/tall-tabs.module.css';
import { ConsoleFrame } from '../components/console-frame';
import { Corrections } from '../components/corrections';
import { InitialPane } from '../components/initial-pane';
import { ManualData } from '../components/manual-data';
import { NextStep } from '../components/next-step';
import { PointCharts } from '../components/point-charts';
import { PointCommands } from '../components/point-commands';
import { PointInfo } from '../components/point-info';
import { TaskList } from '../components/task-list';
import { DeviceGroups } from '../configuration/device-groups';
import { EngineeringEditor } from '../editors/engineering-editor';
import { usePoint } from '../queries/points';
import { useStructures } from '../queries/project';
import styles from './console.module.css';

const tabs = [
  'info',
  'binding',
  'groups',
  'formula',
  'initial',
  'processor',
  'collect',
  'thresholds',
  'engineering',
  'chart',
  'manual',
  'corrections',
  'tasks',
  'records',
] as const;

/** Buttons that change how a point is collected. Its notice has the button that switches it on. */
function CollectTools({
  structureId,
  pointId,
  ...of
}: {
  projectId: number;
  zone: string;
  structureId: number;
  pointId: number;
}) {
  const { data } = useMonitorSwitch(structureId, pointId);
  return (
    <Can any={['Update:MeasuringPoint']}>
      <div className={styles.tools}>
        <CollectButton {...of} points={[pointId]} />
        {data?.on && <SwitchButton {...of} points={[pointId]} on={false} />}
      </div>
    </Can>
  );
}

/** The configuration of a measuring point: its identity, source, computation and thresholds. */
export default function MpConsole() {
  const { t } = useTranslation(['console', 'sites', 'configuration', 'point-settings', 'common']);
  const params = useParams();
  const projectId = Number(params.projectId);
  const structureId = Number(params.structureId);
  const itemId = Number(params.itemId ?? 0);
  const pointId = Number(params.mpId);
  const project = useProject(projectId);
  const structures = useStructures(projectId);
  const zone = useZone(projectId);
  const query = usePoint(structureId, pointId);
  // The interval that devices of its type usually have, in seconds; an hour if they have none.
  const usual = useDeviceType(query.data?.category ?? '')?.defaults.interval || 3600;
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'info';
  const base = `/projects/${projectId}/console/structures/${structureId}`;
  const word = (key: (typeof tabs)[number]) => {
    if (key === 'groups') return t('configuration:groups.tab');
    if (key === 'tasks' || key === 'records') return t(`sites:${key}.title`);
    if (key === 'engineering' || key === 'chart' || key === 'manual') return t(`point-settings:tab.${key}`);
    return t(`pointTab.${key}`);
  };
  const name = (id: number) => structures.data?.list.find((one) => one.id === id)?.name ?? '';
  return (
    <ConsoleFrame
      title={query.data?.name ?? ''}
      way={[
        { name: project.data?.name ?? '', to: `/projects/${projectId}/console` },
        { name: name(structureId), to: base },
        ...(itemId > 0 ? [{ name: name(itemId), to: `${base}/items/${itemId}` }] : []),
      ]}
      actions={
        <Link to={`/projects/${projectId}/monitor-new/structures/${structureId}/mps/${pointId}`}>
          <Button icon={<LineChartOutlined aria-hidden />} tabIndex={-1}>
            {t('point.curve')}
          </Button>
        </Link>
      }
    >
      <QueryPanel query={query} rows={8}>
        {(point) => {
          const place: Place = {
            projectId,
            corporationId: project.data?.corporationId ?? 0,
            zone,
            measurement: point.measurement,
            category: point.category,
            pointId,
            structureId,
          };
          const owner = { kind: 'point' as const, structureId, id: pointId };
          const studio = { owner, place };
          const panes: Record<(typeof tabs)[number], ReactNode> = {
            info: <PointInfo key={`${point.id}:${point.type}`} point={point} zone={zone} />,
            binding: (
              <VersionStudio
                {...studio}
                aspect="binding"
                blank={{ sources: [{ role: 'main', deviceId: 0 }] }}
                Editor={BindingEditor}
              />
            ),
            groups: <DeviceGroups at={{ structureId, pointId }} place={place} />,
            formula: <VersionStudio {...studio} aspect="formula" blank={{ rules: [] }} Editor={FormulaEditor} />,
            initial: <InitialPane {...studio} type={point.type ?? 'normal'} />,
            processor: <VersionStudio {...studio} aspect="processor" blank={{}} Editor={ProcessorEditor} />,
            collect: (
              <>
                <CollectTools projectId={projectId} zone={zone} structureId={structureId} pointId={pointId} />
                <VersionStudio
                  {...studio}
                  aspect="collect"
                  proposed
                  key={usual}
                  blank={{ mode: 'UploadCollect', interval: usual }}
                  Editor={CollectEditor}
                />
              </>
            ),
            thresholds: (
              <>
                <Can any={['View:Data']}>
                  <div className={styles.tools}>
                    <Link to={`/projects/${projectId}/simulator/structures/${structureId}/mps/${pointId}`}>
                      <Button icon={<ExperimentOutlined aria-hidden />} tabIndex={-1}>
                        {t('point.simulator')}
                      </Button>
                    </Link>
                  </div>
                </Can>
                <VersionStudio {...studio} aspect="thresholds" blank={{ list: [] }} Editor={ThresholdsEditor} />
              </>
            ),
            engineering: <VersionStudio {...studio} aspect="engineering" blank={{}} Editor={EngineeringEditor} />,
            chart: <PointCharts {...studio} structureId={structureId} pointId={point.id} />,
            manual: <ManualData point={point} zone={zone} />,
            corrections: <Corrections point={point} zone={zone} />,
            tasks: (
              <>
                <TaskList of={{ structureId, measuringPointId: pointId }} zone={zone} />
                <Can any={['View:Device']}>
                  <PointCommands {...place} pointId={pointId} structureId={structureId} />
                </Can>
              </>
            ),
            records: <UpdateRecords about={{ structureId, measuringPointId: pointId }} zone={zone} />,
          };
          return (
            <>
              {point.ailment && (
                <Alert
                  type="error"
                  showIcon
                  title={t('point.failing')}
                  description={t('point.failingHint', {
                    since: formatTime(point.ailment.since, zone),
                    count: point.ailment.attempts,
                  })}
                />
              )}
              <SwitchNotice projectId={projectId} structureId={structureId} pointId={pointId} zone={zone} />
              <NextStep point={point} owner={owner} tab={tab} />
              <UnpairedFace point={point} zone={zone} />
              <Tabs
                className={tall.tabs ?? ''}
                activeKey={tab}
                tabBarGutter={12} // the longest row, in English, fits without a menu
                destroyOnHidden
                onChange={(key) => setSearch(key === 'info' ? {} : { tab: key }, { replace: true })}
                items={tabs
                  .filter((key) => key !== 'manual' || point.type === 'artificial')
                  .map((key) => ({ key, label: word(key), children: panes[key] }))}
              />
            </>
          );
        }}
      </QueryPanel>
    </ConsoleFrame>
  );
}
