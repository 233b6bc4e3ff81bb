import { UndoOutlined } from '@ant-design/icons';
import { App, Button, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeviceTypeName } from '@/api/catalog';
import {
  type HealthDevice,
  type HealthRule,
  useHealthThresholds,
  useRevokeHealth,
} from '@/entities/device/health-queries';
import { useCan } from '@/entities/permission/permissions';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import styles from './configuration.module.css';
import { HealthDialog } from './health-dialog';

interface Props {
  projectId: number;
  zone: string;
}

/** When devices of a project count as ill, and where each threshold comes from. */
export function HealthThresholds({ projectId, zone }: Props) {
  const { t } = useTranslation(['configuration', 'common']);
  const query = useHealthThresholds(projectId);
  const mayEdit = useCan('Update:Device');
  const [chosen, setChosen] = useState<number[]>([]);
  const [open, setOpen] = useState(false);
  const typeName = useDeviceTypeName();
  return (
    <QueryPanel
      query={query}
      rows={8}
      isEmpty={(found) => found.devices.length === 0 && found.rules.length === 0}
      empty={<PanelEmpty title={t('health.noDevices')} />}
    >
      {(found) => (
        <>
          <div className={styles.tools}>
            <span className={styles.quiet}>{t('health.intro')}</span>
            {mayEdit && (
              <Button type="primary" onClick={() => setOpen(true)}>
                {chosen.length > 0 ? t('health.setChosen', { count: chosen.length }) : t('health.set')}
              </Button>
            )}
          </div>
          <DataTable<HealthDevice>
            label={t('health.devices')}
            rowKey={(one) => one.id}
            dataSource={found.devices}
            height={560}
            cards={['name']}
            {...(mayEdit
              ? {
                  rowSelection: {
                    selectedRowKeys: chosen,
                    onChange: (keys) => setChosen(keys.map(Number)),
                    getCheckboxProps: (one: HealthDevice) => ({ 'aria-label': one.name }),
                  },
                }
              : {})}
            columns={[
              {
                key: 'name',
                title: t('health.device'),
                render: (_, one) => (
                  <>
                    {one.name} <span className={styles.quiet}>{one.sncode}</span>
                  </>
                ),
              },
              { key: 'type', title: t('health.type'), render: (_, one) => typeName(one.type) },
              {
                key: 'reported',
                title: t('health.reported'),
                align: 'right',
                render: (_, one) => <Reported {...one} />,
              },
              {
                key: 'voltage',
                title: t('health.voltage'),
                align: 'right',
                render: (_, one) => (
                  <Value value={one.voltageThreshold} origin={one.voltageOrigin} off={t('health.off')} />
                ),
              },
              {
                key: 'lost',
                title: t('health.lost'),
                align: 'right',
                render: (_, one) => <Value value={one.lostThreshold} origin={one.lostOrigin} />,
              },
            ]}
          />
          <Rules projectId={projectId} zone={zone} rules={found.rules} devices={found.devices} mayEdit={mayEdit} />
          {open && (
            <HealthDialog
              projectId={projectId}
              zone={zone}
              devices={found.devices}
              chosen={chosen}
              onClose={() => setOpen(false)}
              onSaved={() => {
                setOpen(false);
                setChosen([]);
              }}
            />
          )}
        </>
      )}
    </QueryPanel>
  );
}

function Reported({ voltage, voltageThreshold }: HealthDevice) {
  const { t } = useTranslation(['configuration', 'common']);
  if (voltage === undefined) return t('common:none');
  return (
    <>
      {formatNumber(voltage, 2)}{' '}
      {voltage < voltageThreshold && <span className={styles.wrong}>{t('health.below')}</span>}
    </>
  );
}

/** A threshold with its origin; 0 is shown as off, if it means that. */
function Value({ value, origin, off }: { value: number; origin: HealthDevice['lostOrigin']; off?: string }) {
  const { t } = useTranslation('configuration');
  return (
    <span className={styles.number}>
      {value === 0 && off ? off : formatNumber(value, off ? 2 : 0)} <Tag>{t(`health.origin.${origin}`)}</Tag>
    </span>
  );
}

interface RulesProps extends Props {
  rules: HealthRule[];
  devices: HealthDevice[];
  mayEdit: boolean;
}

/** The settings, with those that no longer count. */
function Rules({ projectId, zone, rules, devices, mayEdit }: RulesProps) {
  const { t } = useTranslation('configuration');
  const { modal } = App.useApp();
  const revoke = useRevokeHealth(projectId);
  const typeName = useDeviceTypeName();
  const about = (rule: HealthRule) => {
    if (rule.about === 'device') return devices.find((one) => one.id === rule.deviceId)?.name ?? '';
    return rule.about === 'type' ? typeName(rule.deviceType) : t('health.aboutOf.project');
  };
  return (
    <section className={styles.section}>
      <h2 style={{ margin: '18px 14px 8px' }}>{t('health.rules')}</h2>
      {rules.length === 0 ? (
        <p className={`${styles.quiet} ${styles.tools}`}>{t('health.noRules')}</p>
      ) : (
        <DataTable<HealthRule>
          label={t('health.rules')}
          rowKey={(one) => one.id}
          dataSource={rules}
          height={320}
          cards={['about']}
          columns={[
            {
              key: 'about',
              title: t('health.about'),
              render: (_, one) => (
                <>
                  {about(one)} <Tag>{t(`health.origin.${one.about}`)}</Tag>
                  {one.supersededAt > 0 && <span className={styles.quiet}>{t('health.superseded')}</span>}
                </>
              ),
            },
            {
              key: 'from',
              title: t('health.validFrom'),
              render: (_, one) => (one.validFrom === 0 ? t('health.always') : formatTime(one.validFrom, zone)),
            },
            {
              key: 'voltage',
              title: t('health.voltage'),
              align: 'right',
              render: (_, one) =>
                one.voltageThreshold === undefined
                  ? t('health.asLess')
                  : one.voltageThreshold === 0
                    ? t('health.off')
                    : formatNumber(one.voltageThreshold, 2),
            },
            {
              key: 'lost',
              title: t('health.lost'),
              align: 'right',
              render: (_, one) => one.lostThreshold ?? t('health.asLess'),
            },
            { key: 'note', title: t('health.note'), render: (_, one) => one.note },
            {
              key: 'action',
              title: '',
              align: 'right',
              render: (_, one) =>
                mayEdit &&
                one.supersededAt === 0 && (
                  <Button
                    type="text"
                    size="small"
                    icon={<UndoOutlined aria-hidden />}
                    aria-label={`${t('health.revoke')} ${about(one)}`}
                    onClick={() =>
                      modal.confirm({
                        title: t('health.revokeTitle'),
                        content: t('health.revokeHint'),
                        okText: t('health.revoke'),
                        onOk: () =>
                          revoke.mutateAsync(one.id).then(({ msg }) => {
                            if (msg) announce('success', msg);
                          }),
                      })
                    }
                  />
                ),
            },
          ]}
        />
      )}
    </section>
  );
}
