import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { pointsQuery } from '@/api/project';

interface Props {
  label: string;
  projectId: number;
  /** The point being edited, which is not offered. */
  own: number;
  /** Codes of measurements; none: all. */
  measurements: readonly string[];
  value: number;
  onChange: (id: number) => void;
}

/** Another point of the project, found by name. */
export function PointSelect({ label, projectId, own, measurements, value, onChange }: Props) {
  const [name, setName] = useState('');
  const query = useQuery({
    ...pointsQuery(projectId, name ? { name } : {}),
    placeholderData: keepPreviousData,
  });
  const options = (query.data?.list ?? [])
    .filter((p) => p.id !== own && (measurements.length === 0 || measurements.includes(p.measurement)))
    .map((p) => ({ value: p.id, label: p.name }));
  if (value > 0 && !options.some((one) => one.value === value)) options.unshift({ value, label: `#${value}` });
  return (
    <Select
      style={{ width: '100%' }}
      aria-label={label}
      allowClear
      loading={query.isPending}
      showSearch={{ filterOption: false, onSearch: setName }}
      value={value > 0 ? value : null}
      options={options}
      onChange={(id: number | null) => onChange(id ?? 0)}
    />
  );
}
