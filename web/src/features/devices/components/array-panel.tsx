import { Button, Descriptions } from 'antd';
import { useTranslation } from 'react-i18next';
import { Can } from '@/entities/permission/can';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { Notice } from '@/ui/notice';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { type ArrayService, useArrayService, useToggleCollect, type Where } from '../admi-queries';
import styles from '../devices.module.css';
import { ArrayFiles } from './array-files';
import { ArraySettings } from './array-settings';

interface Props {
  where: Where;
  zone: string;
}

/** The local service that reads an imported shape array. */
export function ArrayPanel({ where, zone }: Props) {
  const { t } = useTranslation('array');
  const query = useArrayService(where);
  return (
    <QueryPanel
      query={query}
      rows={6}
      isEmpty={(service) => service.state === 'notSet'}
      empty={<PanelEmpty title={t('notSet')} hint={t('notSetHint')} />}
    >
      {(service) => (
        <>
          <Trouble service={service} zone={zone} />
          <Facts service={service} zone={zone} />
          {service.state !== 'unreachable' && (
            <>
              <Toggle where={where} service={service} />
              <ArraySettings where={where} zone={zone} />
              <ArrayFiles where={where} zone={zone} collecting={service.collecting} />
            </>
          )}
        </>
      )}
    </QueryPanel>
  );
}

/** Why no new readings come, and what to do. */
function Trouble({ service, zone }: { service: ArrayService; zone: string }) {
  const { t } = useTranslation('array');
  const hints: Partial<Record<ArrayService['state'], string>> = {
    unreachable: t('unreachableHint', { problem: service.problem }),
    notConfigured: t('notConfiguredHint'),
    stale: t('staleHint', { time: formatTime(service.lastReading, zone) }),
  };
  const hint = hints[service.state] ?? service.problem;
  if (!hint) return null;
  return (
    <div className={styles.trouble}>
      <Notice>{hint}</Notice>
    </div>
  );
}

function Facts({ service, zone }: { service: ArrayService; zone: string }) {
  const { t } = useTranslation('array');
  const facts = [
    { key: 'address', label: t('address'), children: service.address },
    { key: 'state', label: t('state'), children: t(`states.${service.state}`) },
  ];
  if (service.state !== 'unreachable') {
    const last = service.lastReading > 0 ? formatTime(service.lastReading, zone) : t('noReading');
    facts.push(
      { key: 'program', label: t('program'), children: `${service.name} ${service.version}`.trim() },
      { key: 'serial', label: t('serial'), children: service.serial },
      { key: 'segments', label: t('segments'), children: service.segments > 0 ? String(service.segments) : '' },
      { key: 'last', label: t('last'), children: last },
      { key: 'kept', label: t('kept'), children: String(service.unacknowledged) },
    );
  }
  const known = facts.filter(({ children }) => children !== '');
  return <Descriptions className={styles.form ?? ''} column={1} size="small" items={known} />;
}

function Toggle({ where, service }: { where: Where; service: ArrayService }) {
  const { t } = useTranslation('array');
  const toggle = useToggleCollect(where);
  const { collecting } = service;
  return (
    <Can any={['Update:Device']}>
      <div className={styles.tools}>
        <Button
          type={collecting ? 'default' : 'primary'}
          loading={toggle.isPending}
          disabled={service.state === 'notConfigured'}
          onClick={() =>
            toggle.mutate(!collecting, {
              onSuccess: () => announce('success', t(collecting ? 'hasStopped' : 'hasStarted')),
            })
          }
        >
          {t(collecting ? 'stop' : 'start')}
        </Button>
      </div>
    </Can>
  );
}
