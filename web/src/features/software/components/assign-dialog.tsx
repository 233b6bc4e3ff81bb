import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';
import { useSession } from '@/entities/session/session-store';
import { Dialog } from '@/ui/dialog';
import { FormError } from '@/ui/form/form-error';
import { isNewer } from '../model/versions';
import { type Software, useAssign, useDeviceChoices } from '../queries';
import styles from '../software.module.css';

/** Chooses the devices to upgrade with a file, among those it is for. */
export function AssignDialog({
  software,
  onDone,
  onClose,
}: {
  software: Software;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['software', 'common']);
  const corporationId = useSession()?.user.corporationId ?? 0;
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<number[]>([]);
  const [known, setKnown] = useState<Record<number, { label: string; version: string }>>({});
  const devices = useDeviceChoices(corporationId, software.type, text);
  const assign = useAssign(software.id);
  const found: Record<number, { label: string; version: string }> = Object.fromEntries(
    (devices.data?.list ?? []).map(({ id, name, sncode, state }) => [
      id,
      { label: `${name} · ${sncode} · ${state.firmware || t('versionUnknown')}`, version: state.firmware },
    ]),
  );
  const all: typeof found = { ...known, ...found };
  const options = [...new Set([...Object.keys(found).map(Number), ...chosen])].map((id) => ({
    value: id,
    label: all[id]?.label ?? String(id),
    disabled: all[id]?.version === software.version,
  }));
  const older = chosen.filter((id) => isNewer(all[id]?.version ?? '', software.version)).length;
  const fields = assign.error instanceof ApiError ? Object.entries(assign.error.fields) : [];
  const nameOf = (path: string) => {
    const id = chosen[Number(/\[(\d+)\]/.exec(path)?.[1] ?? -1)];
    return options.find(({ value }) => value === id)?.label ?? path;
  };
  return (
    <Dialog
      open
      title={t('assignTitle', { name: software.name })}
      okText={t('assign')}
      okButtonProps={{ disabled: chosen.length === 0, loading: assign.isPending }}
      onOk={() => assign.mutate(chosen, { onSuccess: onDone })}
      onCancel={onClose}
    >
      <p className={styles.hint}>{t('assignHint', { type: software.type })}</p>
      <Select<number[]>
        className={styles.wide ?? ''}
        mode="multiple"
        aria-label={t('column.devices')}
        placeholder={t('chooseDevices')}
        loading={devices.isFetching}
        value={chosen}
        options={options}
        maxCount={200}
        showSearch={{ filterOption: false, onSearch: setText }}
        notFoundContent={t('noDevices')}
        onChange={(ids) => {
          assign.reset();
          setKnown(all);
          setChosen(ids);
        }}
      />
      {older > 0 && (
        <p className={styles.warn} role="status">
          {t('olderHint', { count: older, version: software.version })}
        </p>
      )}
      {fields.map(([path, why]) => (
        <p key={path} className={styles.error} role="alert">
          {nameOf(path)}: {why}
        </p>
      ))}
      {fields.length === 0 && <FormError error={assign.error} />}
    </Dialog>
  );
}
