import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceListQuery, deviceQuery } from '@/api/devices';

interface Props {
  corporationId: number;
  projectId: number;
  kind?: 'Measuring' | 'Collector' | 'DTU';
  value: number;
  /** What the device is called, when that is known; else it is asked for. */
  name?: string | undefined;
  onChange: (id: number) => void;
}

/** A device of the project, found by name or serial number. */
export function DeviceSelect({ corporationId, projectId, kind, value, name: known, onChange }: Props) {
  const { t } = useTranslation('console');
  const [name, setName] = useState('');
  const query = useQuery({
    ...deviceListQuery(corporationId, {
      projectId,
      pageSize: 50,
      ...(kind ? { kind } : {}),
      ...(name ? { name } : {}),
    }),
    placeholderData: keepPreviousData,
  });
  const options = (query.data?.list ?? []).map((d) => ({ value: d.id, label: `${d.name} (${d.sncode})` }));
  const listed = options.some((one) => one.value === value);
  const own = useQuery({
    ...deviceQuery(corporationId, value),
    enabled: value > 0 && !query.isPending && !listed && !known,
  }).data;
  if (value > 0 && !listed)
    options.unshift({ value, label: known ?? (own ? `${own.name} (${own.sncode})` : `#${value}`) });
  return (
    <Select
      style={{ width: '100%' }}
      aria-label={t('binding.device')}
      placeholder={t('binding.device')}
      showSearch={{ filterOption: false, onSearch: setName }}
      value={value > 0 ? value : null}
      options={options}
      onChange={(id: number | null) => onChange(id ?? 0)}
    />
  );
}
