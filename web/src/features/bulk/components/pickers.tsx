import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { projectsQuery } from '@/api/project';
import { useFoundDevices } from '../queries';

interface DeviceProps {
  corporationId: number;
  projectId?: number;
  many?: boolean;
  withRegister?: boolean;
  label: string;
  id?: string;
  value?: number | number[];
  onChange?: (value: number | number[]) => void;
}

/** One device or many, found by a part of the name or number. */
export function DevicePicker({
  corporationId,
  projectId,
  many,
  withRegister,
  label,
  id,
  value,
  onChange,
}: DeviceProps) {
  const { t } = useTranslation('bulk');
  const [name, setName] = useState('');
  const found = useFoundDevices(corporationId, {
    ...(projectId ? { projectId } : {}),
    ...(name ? { name } : {}),
    pageSize: 200,
  });
  const options = (found.data?.list ?? [])
    .filter((one) => !withRegister || one.register)
    .map((one) => ({ value: one.id, label: `${one.name} · ${one.sncode}` }));
  return (
    <Select
      {...(id ? { id } : {})}
      {...(many ? { mode: 'multiple' as const, maxTagCount: 6 } : {})}
      aria-label={label}
      placeholder={t('move.devicesHint')}
      showSearch={{ filterOption: false, onSearch: setName }}
      loading={found.isFetching}
      options={options}
      value={value ?? null}
      onChange={(next) => onChange?.(next as number | number[])}
    />
  );
}

interface ProjectProps {
  label: string;
  stock?: boolean;
  id?: string;
  value?: number;
  onChange?: (value: number) => void;
}

/** A project that the account sees, or the corporation's stock (0). */
export function ProjectPicker({ label, stock, id, value, onChange }: ProjectProps) {
  const { t } = useTranslation('bulk');
  const [name, setName] = useState('');
  const found = useQuery(projectsQuery({ name, pageSize: 200, sort: 'name' }));
  const projects = (found.data?.list ?? []).map((one) => ({ value: one.id, label: one.name }));
  return (
    <Select
      {...(id ? { id } : {})}
      aria-label={label}
      showSearch={{ filterOption: false, onSearch: setName }}
      loading={found.isFetching}
      options={stock ? [{ value: 0, label: t('move.stock') }, ...projects] : projects}
      value={value ?? null}
      onChange={(next) => next !== null && onChange?.(next)}
    />
  );
}
