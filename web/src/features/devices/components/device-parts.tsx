import { Segmented, Skeleton, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDeviceType } from '@/api/catalog';
import { useKeepGoing } from '@/entities/command/use-keep-going';
import { useAddress } from '@/ui/table/use-address';
import tall from '@/ui/tall-tabs.module.css';
import styles from '../devices.module.css';
import { groups, type Props, useParts } from './use-parts';

/** The parts of a device that its type has (domain devices.md appendix B), in a few groups that fit on one line. */
export function DeviceParts(props: Props) {
  const { corporationId, device } = props;
  const { t } = useTranslation('devices');
  const type = useDeviceType(device.type);
  const { search, put } = useAddress();
  useKeepGoing({ corporationId, deviceId: device.id });
  const parts = useParts(props);
  if (!type) return <Skeleton active style={{ padding: 16 }} />; // its parts and what they start with
  const shown = parts.filter((one) => one.shown);
  const chosen = shown.find((one) => one.key === search.get('tab')) ?? shown[0];
  const open = (key: string | undefined) => put({ tab: key === 'info' ? null : (key ?? null) });
  const within = (group: string) => shown.filter((one) => one.group === group);
  return (
    <Tabs
      className={tall.tabs ?? ''}
      destroyOnHidden
      activeKey={chosen?.group ?? 'info'}
      onChange={(group) => open(within(group)[0]?.key)}
      items={groups
        .filter((group) => within(group).length > 0)
        .map((group) => ({
          key: group,
          label: t(`group.${group}`),
          children: (
            <>
              {within(group).length > 1 && (
                <Segmented
                  className={styles.subparts ?? ''}
                  aria-label={t(`group.${group}`)}
                  value={chosen?.key ?? ''}
                  options={within(group).map((one) => ({ value: one.key, label: one.label }))}
                  onChange={open}
                />
              )}
              {chosen?.children}
            </>
          ),
        }))}
    />
  );
}
