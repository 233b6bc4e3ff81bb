import { Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';
import { FormError } from '@/shared/form/form-error';
import { useSession } from '@/shared/session/session-store';
import { fits } from '../model/fits';
import { type Software, useAssign, useDeviceChoices } from '../queries';
import styles from '../software.module.css';

/** Chooses the devices that are to be upgraded with a file: those that it is for. */
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
  const devices = useDeviceChoices(corporationId, text);
  const assign = useAssign(software.id);
  const options = (devices.data?.list ?? [])
    .filter((device) => fits(software.type, device))
    .map(({ id, name, sncode, state }) => ({ value: id, label: `${name} · ${sncode} · ${state.firmware || '—'}` }));
  const fields = assign.error instanceof ApiError ? Object.entries(assign.error.fields) : [];
  const nameOf = (path: string) => {
    const id = chosen[Number(/\[(\d+)\]/.exec(path)?.[1] ?? -1)];
    return options.find(({ value }) => value === id)?.label ?? path;
  };
  return (
    <Modal
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
          setChosen(ids);
        }}
      />
      {fields.map(([path, why]) => (
        <p key={path} className={styles.error} role="alert">
          {nameOf(path)}: {why}
        </p>
      ))}
      {fields.length === 0 && <FormError error={assign.error} />}
    </Modal>
  );
}
