import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDeviceTypeName, useMeasurementName, useStructureTypeName } from '@/api/catalog';
import { LevelTag } from '@/entities/alert/level-tag';
import { markRank } from '@/entities/alert/mark';
import { DeviceState } from '@/entities/device/device-state';
import { AgeText } from '@/entities/live/age-text';
import { pointPath } from '@/entities/monitor/point-path';
import { formatNumber } from '@/ui/format/number';
import type { TopoNode } from '../model/node';
import styles from '../pages/topology-page.module.css';

interface Props {
  projectId: number;
  node: TopoNode;
  name: string;
  zone: string;
  /** Omitted if it cannot be moved. */
  onStep?: ((step: -1 | 1) => void) | undefined;
  first: boolean;
  last: boolean;
}

/** The details of the selected node, the link to its page, and its keyboard ordering. */
export function NodePanel({ projectId, node, name, zone, onStep, first, last }: Props) {
  const { t } = useTranslation(['topology', 'common']);
  const measurement = useMeasurementName();
  const deviceType = useDeviceTypeName();
  const structureType = useStructureTypeName();
  const isPoint = node.kind === 'point';
  const isPlace = node.kind === 'structure' || node.kind === 'item';
  const typeName = isPoint ? measurement : isPlace ? structureType : deviceType;
  return (
    <div className={styles.node} aria-live="polite">
      <span className={styles.name}>{name}</span>
      <span className={styles.quiet}>{node.type && typeName(node.type)}</span>
      {node.also && <span className={styles.quiet}>{node.also}</span>}
      {node.status && <DeviceState state={node.status} health={node.health} />}
      {(isPoint || markRank(node.level) > 0) && <LevelTag level={node.level} />}
      {!isPoint && node.points > 0 && (
        <span className={styles.quiet}>
          {t('points', { count: node.points, number: formatNumber(node.points, 0) })}
        </span>
      )}
      {node.below.devices > 0 && (
        <span className={styles.quiet}>
          {t('deviceCount', { count: node.below.devices, number: formatNumber(node.below.devices, 0) })}
        </span>
      )}
      {node.below.offline > 0 && <span className={styles.fault}>{t('offline', { count: node.below.offline })}</span>}
      {node.below.faulty > 0 && <span className={styles.fault}>{t('faulty', { count: node.below.faulty })}</span>}
      {node.lastSeen > 0 && <AgeText time={node.lastSeen} zone={zone} />}
      <span className={styles.gap} />
      {onStep && (
        <>
          <Button icon={<ArrowUpOutlined aria-hidden />} disabled={first} onClick={() => onStep(-1)}>
            {t('up')}
          </Button>
          <Button icon={<ArrowDownOutlined aria-hidden />} disabled={last} onClick={() => onStep(1)}>
            {t('down')}
          </Button>
        </>
      )}
      {isPoint && <Link to={pointPath(projectId, node.structureId, node.id)}>{t('curve')}</Link>}
      {isPlace && <Link to={`/dashboard/project/${projectId}/structures/${node.id}`}>{t('structure')}</Link>}
      {node.status && <Link to={`/projects/${projectId}/devices?device=${node.deviceId}`}>{t('device')}</Link>}
    </div>
  );
}
