import { useQuery } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMeasurementName } from '@/api/catalog';
import { measurementValueListQuery } from '@/api/stats';
import { itemsOf, roots } from '../components/console-frame';
import { useStructures } from '../queries/project';
import styles from './configuration.module.css';
import type { Filter } from './queries';

interface Props {
  projectId: number;
  filter: Filter;
  onChange: (filter: Filter) => void;
}

/** Narrows the points of a project by structure, item, measurement and name. */
export function PlaceFilter({ projectId, filter, onChange }: Props) {
  const { t } = useTranslation('configuration');
  const structures = useStructures(projectId).data?.list ?? [];
  const measured = useQuery(measurementValueListQuery({ projectId })).data?.list ?? [];
  const measurementName = useMeasurementName();
  const [name, setName] = useState(filter.name);
  const items = filter.structureId ? itemsOf(structures, filter.structureId) : [];
  return (
    <>
      <Select<number>
        className={styles.select ?? ''}
        aria-label={t('bulk.structure')}
        placeholder={t('bulk.structure')}
        allowClear
        value={filter.structureId || null}
        options={roots(structures).map((one) => ({ value: one.id, label: one.name }))}
        onChange={(structureId) => onChange({ ...filter, structureId: structureId ?? 0, itemId: 0 })}
      />
      <Select<number>
        className={styles.select ?? ''}
        aria-label={t('bulk.item')}
        placeholder={t('bulk.item')}
        allowClear
        disabled={items.length === 0}
        value={filter.itemId || null}
        options={items.map((one) => ({ value: one.id, label: one.name }))}
        onChange={(itemId) => onChange({ ...filter, itemId: itemId ?? 0 })}
      />
      <Select<string>
        className={styles.select ?? ''}
        aria-label={t('bulk.measurement')}
        placeholder={t('bulk.measurement')}
        allowClear
        value={filter.measurement || null}
        options={measured.map(({ measurement }) => ({ value: measurement, label: measurementName(measurement) }))}
        onChange={(measurement) => onChange({ ...filter, measurement: measurement ?? '' })}
      />
      <Input.Search
        className={styles.select ?? ''}
        aria-label={t('bulk.search')}
        placeholder={t('bulk.search')}
        allowClear
        value={name}
        onChange={(event) => setName(event.target.value)}
        onSearch={(text) => onChange({ ...filter, name: text.trim() })}
      />
    </>
  );
}
