import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { pointsQuery } from '@/api/project';

interface Props {
  projectId: number;
  /** 0 or omitted: of the whole project. */
  structureId?: number;
  itemId?: number;
  label: string;
  /** Shown while none is chosen. */
  placeholder: string;
  id?: string;
  value?: number[];
  onChange?: (ids: number[]) => void;
}

/** Points of a part of a project, found by name, as a field of a form. */
export function PointsPick({ projectId, structureId, itemId, label, value = [], onChange, ...rest }: Props) {
  const [name, setName] = useState('');
  const filter = { ...(name && { name }), ...(structureId && { structureId }), ...(itemId && { itemId }) };
  const query = useQuery({ ...pointsQuery(projectId, filter), placeholderData: keepPreviousData });
  const [names, setNames] = useState(new Map<number, string>());
  const found = (query.data?.list ?? []).map((one) => ({ value: one.id, label: one.name }));
  const chosen = value.filter((id) => !found.some((one) => one.value === id));
  // Those chosen before that are not among the first found.
  const ids = chosen.filter((id) => !names.has(id)).sort((a, b) => a - b);
  const earlier = useQuery({
    ...pointsQuery(projectId, { ids }),
    enabled: query.isSuccess && ids.length > 0,
    placeholderData: keepPreviousData,
  }).data?.list;
  const nameOf = (id: number) => names.get(id) ?? earlier?.find((one) => one.id === id)?.name ?? `#${id}`;
  return (
    <Select
      {...rest}
      mode="multiple"
      aria-label={label}
      loading={query.isPending}
      showSearch={{ filterOption: false, onSearch: setName }}
      options={[...found, ...chosen.map((id) => ({ value: id, label: nameOf(id) }))]}
      value={value}
      onChange={(ids: number[], options) => {
        const all = new Map(names);
        for (const one of [options].flat()) if (one?.value !== undefined) all.set(one.value, one.label);
        setNames(all);
        onChange?.(ids);
      }}
    />
  );
}
