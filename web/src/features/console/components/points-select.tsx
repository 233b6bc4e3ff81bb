import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { projectPointsQuery } from '../queries/points';

interface Props {
  projectId: number;
  label: string;
  value: number[];
  /** A point that cannot be chosen: the one computed from them. */
  except?: number;
  onChange: (ids: number[]) => void;
}

/** Points of the project, found by name, each once. */
export function PointsSelect({ projectId, label, value, except = 0, onChange }: Props) {
  const [name, setName] = useState('');
  const [known, setKnown] = useState<Map<number, string>>(new Map());
  const query = useQuery({ ...projectPointsQuery(projectId, name), placeholderData: keepPreviousData });
  const options = (query.data?.list ?? [])
    .filter((point) => point.id !== except)
    .map((point) => ({ value: point.id, label: point.name }));
  const hidden = value
    .filter((id) => !options.some((option) => option.value === id))
    .map((id) => ({ value: id, label: known.get(id) ?? `#${id}` }));
  return (
    <Select
      mode="multiple"
      style={{ width: '100%' }}
      aria-label={label}
      placeholder={label}
      showSearch={{ filterOption: false, onSearch: setName }}
      value={value}
      options={[...options, ...hidden]}
      onChange={(ids: number[]) => {
        setKnown(new Map([...known, ...options.map((option) => [option.value, option.label] as const)]));
        onChange(ids);
      }}
    />
  );
}
