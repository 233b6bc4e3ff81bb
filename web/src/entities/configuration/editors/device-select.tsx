import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { deviceListQuery, deviceQuery } from '@/api/devices';
import { Can } from '@/entities/permission/can';
import styles from './editors.module.css';

type Kind = 'Measuring' | 'Collector' | 'DTU';

const any = [undefined] as const;

interface Props {
  corporationId: number;
  projectId: number;
  /** Only devices of these kinds; all if omitted. */
  kinds?: readonly (Kind | undefined)[];
  value: number;
  /** The device's name, if known; otherwise it is loaded. */
  name?: string | undefined;
  onChange: (id: number) => void;
}

/** A device of the project, found by name or serial number. */
export function DeviceSelect({ corporationId, projectId, kinds = any, value, name: known, onChange }: Props) {
  const { t } = useTranslation('console');
  const [name, setName] = useState('');
  const found = useQueries({
    queries: kinds.map((kind) => ({
      ...deviceListQuery(corporationId, {
        projectId,
        pageSize: 50,
        ...(kind ? { kind } : {}),
        ...(name ? { name } : {}),
      }),
      placeholderData: keepPreviousData,
    })),
  });
  const pending = found.some((one) => one.isPending);
  const options = found
    .flatMap((one) => one.data?.list ?? [])
    .map((d) => ({ value: d.id, label: `${d.name} (${d.sncode})` }));
  const listed = options.some((one) => one.value === value);
  const own = useQuery({
    ...deviceQuery(corporationId, value),
    enabled: value > 0 && !pending && !listed && !known,
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
      notFoundContent={
        pending ? null : (
          <div className={styles.nothing}>
            <span>{name ? t('devices.noneFound') : t('devices.none')}</span>
            <Can any={['Create:Device']}>
              <Link to={`/projects/${projectId}/devices?add=1`}>{t('devices.add')}</Link>
            </Can>
          </div>
        )
      }
      onChange={(id: number | null) => onChange(id ?? 0)}
    />
  );
}
