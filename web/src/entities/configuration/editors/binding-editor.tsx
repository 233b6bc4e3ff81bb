import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Input, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttributes, useLabel } from '@/api/catalog';
import { pointsQuery } from '@/api/project';
import type { components } from '@/api/schema.gen';
import { NumberField } from '@/ui/form/number-field';
import { type EditorProps, replaceAt, withoutAt } from '../editor';
import { useRoleName } from '../use-role-name';
import { DeviceSelect } from './device-select';
import styles from './editors.module.css';
import { Field } from './field';

export type Binding = components['schemas']['PointBinding'];
type Source = Binding['sources'][number];

/** The channels and points that feed a point. The first is the main source: its readings give the times. */
export function BindingEditor({ value, onChange, place }: EditorProps<Binding>) {
  const { t } = useTranslation(['console', 'common']);
  const roleName = useRoleName();
  return (
    <>
      {value.sources.map((source, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sources have no identity but their place
        <div key={i} className={`${styles.row} ${styles.source}`}>
          <Field label={t('binding.role')}>
            <Input
              aria-label={t('binding.role')}
              value={i === 0 ? roleName(source.role) : source.role}
              disabled={i === 0}
              suffix={i > 0 && roleName(source.role) !== source.role ? roleName(source.role) : undefined}
              onChange={(event) =>
                onChange({ sources: replaceAt(value.sources, i, { ...source, role: event.target.value }) })
              }
            />
          </Field>
          <Segmented
            value={source.pointId ? 'point' : 'device'}
            disabled={i === 0 && place.category !== 'Virtual' && place.category !== 'Composite'}
            aria-label={t('binding.kind')}
            options={[
              { value: 'device', label: t('common:entity.device') },
              { value: 'point', label: t('common:entity.point') },
            ]}
            onChange={(kind) =>
              onChange({
                sources: replaceAt(
                  value.sources,
                  i,
                  kind === 'device'
                    ? { role: source.role, deviceId: 0 }
                    : { role: source.role, pointId: -1, field: '' },
                ),
              })
            }
          />
          <SourceTarget
            source={source}
            place={place}
            onChange={(next) => onChange({ sources: replaceAt(value.sources, i, next) })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('common:action.delete')}
            disabled={value.sources.length === 1}
            onClick={() => onChange({ sources: withoutAt(value.sources, i) })}
          />
        </div>
      ))}
      <Button
        icon={<PlusOutlined aria-hidden />}
        onClick={() =>
          onChange({
            sources: [...value.sources, { role: value.sources.length === 0 ? 'main' : '', deviceId: 0 }],
          })
        }
      >
        {t('binding.add')}
      </Button>
      <p className={styles.hint}>{t('binding.hint')}</p>
    </>
  );
}

interface TargetProps {
  source: Source;
  place: EditorProps<Binding>['place'];
  onChange: (source: Source) => void;
}

function SourceTarget({ source, place, onChange }: TargetProps) {
  const { t } = useTranslation(['console', 'common']);
  const say = useLabel();
  const [name, setName] = useState('');
  const points = useQuery({
    ...pointsQuery(place.projectId, { pageSize: 50, ...(name ? { name } : {}) }),
    placeholderData: keepPreviousData,
  });
  const chosen = points.data?.list.find((p) => p.id === source.pointId);
  const fields = useAttributes(chosen?.measurement ?? '');
  if (!source.pointId) {
    return (
      <>
        <Field label={t('common:entity.device')}>
          <DeviceSelect
            corporationId={place.corporationId}
            projectId={place.projectId}
            value={source.deviceId ?? 0}
            onChange={(deviceId) => onChange({ ...source, deviceId })}
          />
        </Field>
        <Field label={t('binding.channel')}>
          <NumberField
            label={t('binding.channel')}
            min={0}
            step={1}
            value={source.channelNo ?? 0}
            onChange={(channelNo) => onChange({ ...source, channelNo: channelNo ?? 0 })}
          />
        </Field>
      </>
    );
  }
  const options = (points.data?.list ?? [])
    .filter((p) => p.id !== place.pointId)
    .map((p) => ({ value: p.id, label: p.name }));
  return (
    <>
      <Field label={t('common:entity.point')}>
        <Select
          style={{ width: '100%' }}
          aria-label={t('binding.point')}
          showSearch={{ filterOption: false, onSearch: setName }}
          value={source.pointId > 0 ? source.pointId : null}
          options={options}
          onChange={(pointId: number) => onChange({ ...source, pointId })}
        />
      </Field>
      <Field label={t('binding.field')}>
        <Select
          style={{ width: '100%' }}
          aria-label={t('binding.field')}
          value={source.field || null}
          options={fields.map((f) => ({ value: f.name, label: say(f.label) }))}
          onChange={(field: string) => onChange({ ...source, field })}
        />
      </Field>
    </>
  );
}
