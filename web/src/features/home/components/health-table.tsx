import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDeviceTypeName } from '@/api/catalog';
import { deviceHealthQuery, type StatScope } from '@/api/stats';
import { useCan } from '@/entities/permission/permissions';
import { formatNumber } from '@/ui/format/number';
import { NoPermission, PanelEmpty, QueryPanel } from '@/ui/states';
import styles from './insights.module.css';

const faults = ['offline', 'lowVoltage', 'dataLost', 'dataRepeated'] as const;

/** Devices by type: how many are on the network, and how many have which fault. */
export function HealthTable({ scope }: { scope: StatScope }) {
  const { t } = useTranslation(['home', 'common']);
  const nameOf = useDeviceTypeName();
  const may = useCan('View:Device');
  const query = useQuery({ ...deviceHealthQuery(scope), enabled: may });
  if (!may) return <NoPermission permission="View:Device" />;
  return (
    <QueryPanel
      query={query}
      rows={3}
      failure={t('insights.healthFailed')}
      isEmpty={({ list }) => list.length === 0}
      empty={<PanelEmpty title={t('insights.noDevices')} />}
    >
      {({ list }) => (
        <table className={styles.table}>
          <thead>
            <tr>
              <th>{t('insights.deviceType')}</th>
              <th className={styles.right}>{t('insights.inContact')}</th>
              <th className={styles.right}>{t('common:deviceState.offline')}</th>
              <th className={styles.right}>{t('common:deviceHealth.lowVoltage')}</th>
              <th className={styles.right}>{t('common:deviceHealth.dataLost')}</th>
              <th className={styles.right}>{t('common:deviceHealth.dataRepeated')}</th>
            </tr>
          </thead>
          <tbody>
            {list.map((row) => (
              <tr key={row.type}>
                <th title={nameOf(row.type)}>{nameOf(row.type)}</th>
                <td className={styles.right}>
                  {formatNumber(row.online + row.sleep, 0)}
                  <span className={styles.quiet}> / {formatNumber(row.total, 0)}</span>
                </td>
                {faults.map((fault) => (
                  <td key={fault} className={styles.right} data-zero={row[fault] === 0} data-fault={row[fault] > 0}>
                    {formatNumber(row[fault], 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </QueryPanel>
  );
}
