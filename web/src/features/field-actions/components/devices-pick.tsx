import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { type Device, deviceListQuery } from '@/api/devices';
import { useProject } from '@/entities/project/use-project';

interface Props {
  id?: string;
  value?: number[];
  onChange?: (ids: number[]) => void;
  label: string;
  projectId: number;
  /** The devices that are chosen, as far as they are loaded. */
  known: ReadonlyMap<number, Device>;
}

const optionOf = ({ id, name, sncode }: Device) => ({ value: id, label: `${name} (${sncode})` });

/** Devices of a project, found by name or serial number, as a field of a form. */
export function DevicesPick({ id, value = [], onChange, label, projectId, known }: Props) {
  const corporationId = useProject(projectId).data?.corporationId ?? 0;
  const [name, setName] = useState('');
  const query = useQuery({
    ...deviceListQuery(corporationId, { projectId, pageSize: 50, ...(name && { name }) }),
    placeholderData: keepPreviousData,
    enabled: corporationId > 0,
  });
  const found = (query.data?.list ?? []).map(optionOf);
  const chosen = value.filter((one) => !found.some((option) => option.value === one));
  const knownAs = (one: number) => {
    const device = known.get(one);
    return device ? optionOf(device) : { value: one, label: `#${one}` };
  };
  return (
    <Select<number[]>
      {...(id ? { id } : {})}
      mode="multiple"
      aria-label={label}
      placeholder={label}
      maxCount={20}
      loading={query.isPending}
      showSearch={{ filterOption: false, onSearch: setName }}
      options={[...found, ...chosen.map(knownAs)]}
      value={value}
      onChange={(ids) => onChange?.(ids)}
    />
  );
}
