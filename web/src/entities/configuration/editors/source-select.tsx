import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { pointsQuery } from '@/api/project';
import type { Place } from '../editor';

interface Props {
  label: string;
  help: string;
  place: Pick<Place, 'projectId' | 'pointId'>;
  /** Roles of the point's own sources. */
  roles: readonly string[];
  value: string;
  onChange: (value: string) => void;
}

/** A source of the point by its role, or another point of the project by its name, kept as P and its id. */
export function SourceSelect({ label, help, place, roles, value, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const { data } = useQuery({
    ...pointsQuery(place.projectId, typed ? { name: typed } : {}),
    enabled: place.projectId > 0,
    placeholderData: keepPreviousData,
  });
  const points = (data?.list ?? [])
    .filter((p) => p.id !== place.pointId)
    .map((p) => ({ value: `P${p.id}`, label: p.name }));
  const found = roles.filter((role) => role.toLowerCase().includes(typed.toLowerCase()));
  // A role may be entered before its source is bound.
  const entered = [typed, value].filter((code) => /^[A-Za-z]\w*$/.test(code) && !points.some((p) => p.value === code));
  const codes = [...new Set([...found, ...entered])].map((code) => ({ value: code, label: code }));
  const options = [...codes, ...points];
  return (
    <Select
      style={{ width: '100%' }}
      aria-label={label}
      title={help}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      value={value || null}
      options={options}
      onChange={(code: string | null) => onChange(code ?? '')}
    />
  );
}
