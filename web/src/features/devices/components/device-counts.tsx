import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { completenessQuery } from '@/api/stats';
import { DeviceHealth } from '@/entities/device/device-state';
import { useCan } from '@/entities/permission/permissions';
import { formatNumber, formatPercent } from '@/ui/format/number';
import { HoursStrip } from '@/ui/hours-strip';
import styles from '../devices.module.css';
import { type DeviceView, healths, states } from '../model/view';
import { type DeviceChoice, useDeviceCounts } from '../queries';

interface Props {
  projectId: number;
  corporationId: number | undefined;
  /** The filter of the list without state and health. */
  within: DeviceChoice;
  view: DeviceView;
  onChange: (wanted: Partial<DeviceView>) => void;
}

/** Device counts by state and health, and the completeness of the last day. */
export function DeviceCounts({ projectId, corporationId, within, view, onChange: change }: Props) {
  const { t } = useTranslation(['devices', 'console', 'common']);
  const seesData = useCan('View:Data');
  const counts = useDeviceCounts(corporationId, within).data;
  const day = useQuery({ ...completenessQuery({ projectId }), enabled: seesData && projectId > 0 }).data;
  return (
    <dl className={styles.strip} aria-label={t('console:devices.counts')}>
      <Count
        label={t('console:devices.total')}
        value={counts?.total}
        chosen={!view.status && !view.health}
        onChoose={() => change({ status: undefined, health: undefined })}
      />
      {states.map((one) => (
        <Count
          key={one}
          label={t(`common:deviceState.${one}`)}
          value={counts?.[one]}
          chosen={view.status === one}
          onChoose={() => change({ status: view.status === one ? undefined : one })}
        />
      ))}
      {healths
        .filter((one) => one !== 'normal' && one !== 'unknown')
        .map((one) => (
          <Count
            key={one}
            label={t(`common:deviceHealth.${one}`)}
            value={counts?.[one]}
            health={one}
            chosen={view.health === one}
            onChoose={() => change({ health: view.health === one ? undefined : one })}
          />
        ))}
      {day && view.scope === 'project' && (
        <div className={styles.day}>
          <dt>{t('list.day')}</dt>
          <dd>
            <HoursStrip
              hours={day.hours}
              label={`${t('list.day')} ${day.share === null ? '—' : formatPercent(day.share, 1)}`}
            />
          </dd>
        </div>
      )}
    </dl>
  );
}

interface CountProps {
  label: string;
  value: number | undefined;
  /** The counted fault. */
  health?: string;
  /** Whether the list is filtered by it. */
  chosen: boolean;
  onChoose: () => void;
}

/** A device count; a click filters the list by it. */
function Count({ label, value, health, chosen, onChoose }: CountProps) {
  return (
    <div>
      <dt>{health && (value ?? 0) > 0 ? <DeviceHealth health={health} /> : label}</dt>
      <dd>
        <button type="button" aria-pressed={chosen} aria-label={`${label} ${value ?? ''}`} onClick={onChoose}>
          {value === undefined ? '—' : formatNumber(value, 0)}
        </button>
      </dd>
    </div>
  );
}
