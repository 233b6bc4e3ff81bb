import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Radio, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceListQuery } from '@/api/devices';
import { structuresQuery } from '@/api/project';
import { PointsPick } from '@/entities/project/points-pick';
import { useProjectMeasurements } from '@/entities/project/use-measurements';
import { useProject } from '@/entities/project/use-project';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { type ExportForm, sectionKinds, valueKinds } from '../asked';
import { useSections } from '../queries';
import styles from '../reports.module.css';

interface Place {
  projectId: number;
}

interface Zoned {
  zone: string;
}

/** Of what part of the project, and which measuring points of it. */
export function PointFields({ projectId }: Place) {
  const { t } = useTranslation(['reports', 'common']);
  const structures = useQuery(structuresQuery(projectId)).data?.list ?? [];
  const measurements = useProjectMeasurements(projectId);
  const structureId = Form.useWatch<number>('structureId') ?? 0;
  return (
    <>
      <div className={styles.pair}>
        <Form.Item name="structureId" label={t('common:entity.structure')}>
          <Select
            options={[
              { value: 0, label: t('wholeProject') },
              ...structures.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Form.Item>
        <Form.Item name="measurement" label={t('common:entity.measurement')}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={[{ value: '', label: t('allMeasurements') }, ...measurements]}
          />
        </Form.Item>
      </div>
      <Form.Item name="pointIds" label={t('fact.points')}>
        <PointsPick
          projectId={projectId}
          structureId={structureId}
          label={t('fact.points')}
          placeholder={t('allPoints')}
        />
      </Form.Item>
    </>
  );
}

interface TimeProps extends Zoned {
  name: keyof ExportForm;
  label: string;
  /** The field of an earlier time. */
  after?: keyof ExportForm;
  /** Later, not the same. */
  strictly?: boolean;
}

/** A time that must be given. */
export function TimeField({ zone, name, label, after, strictly = false }: TimeProps) {
  const { t } = useTranslation('reports');
  return (
    <Form.Item
      name={name}
      label={label}
      {...(after ? { dependencies: [after] } : {})}
      rules={[
        { required: true, message: t('timeEmpty') },
        ({ getFieldValue }) => ({
          validator: async (_, time: number | null) => {
            if (!after || !time) return;
            if (time < getFieldValue(after)) throw new Error(t('endBefore'));
            if (strictly && time === getFieldValue(after)) throw new Error(t('sameTime'));
          },
        }),
      ]}
    >
      <ZonedPicker zone={zone} label={label} />
    </Form.Item>
  );
}

/** A range of time. */
export function RangeFields({ zone }: Zoned) {
  const { t } = useTranslation('reports');
  return (
    <div className={styles.pair}>
      <TimeField name="start" label={t('from')} zone={zone} />
      <TimeField name="end" label={t('to')} zone={zone} after="start" />
    </div>
  );
}

/** What a file of readings contains. */
export function ReadingFields() {
  const { t } = useTranslation('reports');
  return (
    <>
      <Form.Item
        name="values"
        label={t('fact.values')}
        rules={[
          {
            validator: async (_, chosen: string[]) => {
              if (chosen.length === 0) throw new Error(t('kindsEmpty'));
            },
          },
        ]}
      >
        <Checkbox.Group options={valueKinds.map((value) => ({ value, label: t(`value.${value}`) }))} />
      </Form.Item>
      <Form.Item name="abnormal" valuePropName="checked">
        <Checkbox>{t('abnormal')}</Checkbox>
      </Form.Item>
    </>
  );
}

/** The two times of a monitoring report. */
export function MomentFields({ zone }: Zoned) {
  const { t } = useTranslation('reports');
  return (
    <div className={styles.pair}>
      <TimeField name="time" label={t('time')} zone={zone} />
      <Form.Item
        name="previous"
        label={t('previous')}
        extra={t('previousHint')}
        dependencies={['time']}
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_, previous: number | null) => {
              if (previous && previous >= getFieldValue('time')) throw new Error(t('previousLater'));
            },
          }),
        ]}
      >
        <ZonedPicker zone={zone} label={t('previous')} allowClear placeholder={t('dayBefore')} />
      </Form.Item>
    </div>
  );
}

/** Sections of a structure, and what of them. */
export function SectionFields({ projectId }: Place) {
  const { t } = useTranslation(['reports', 'common']);
  const form = Form.useFormInstance<ExportForm>();
  const structures = useQuery(structuresQuery(projectId)).data?.list ?? [];
  const structureId = Form.useWatch<number>('structureId') ?? 0;
  const sections = useSections(structureId);
  return (
    <>
      <div className={styles.pair}>
        <Form.Item
          name="structureId"
          label={t('common:entity.structure')}
          rules={[
            {
              validator: async (_, id: number) => {
                if (!id) throw new Error(t('structureEmpty'));
              },
            },
          ]}
        >
          <Select
            options={[
              ...(structureId ? [] : [{ value: 0, label: t('chooseStructure'), disabled: true }]),
              ...structures.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={() => form.setFieldValue('sections', [])}
          />
        </Form.Item>
        <Form.Item name="sections" label={t('sections')}>
          <Select
            mode="multiple"
            loading={sections.isFetching}
            placeholder={sections.data?.length === 0 ? t('noSections') : t('allSections')}
            options={(sections.data ?? []).map((name) => ({ value: name, label: name }))}
          />
        </Form.Item>
      </div>
      <Form.Item name="sectionKinds" label={t('quantities')} extra={t('quantitiesHint')}>
        <Checkbox.Group options={sectionKinds.map((value) => ({ value, label: t(`quantity.${value}`) }))} />
      </Form.Item>
    </>
  );
}

/** Two times, or two periods. */
export function CompareFields({ zone }: Zoned) {
  const { t } = useTranslation('reports');
  const periods = Form.useWatch('compared') === 'periods';
  return (
    <>
      <Form.Item name="compared" label={t('compared')}>
        <Radio.Group options={(['times', 'periods'] as const).map((value) => ({ value, label: t(`by.${value}`) }))} />
      </Form.Item>
      <div className={styles.pair}>
        <TimeField name="start" label={periods ? t('firstFrom') : t('first')} zone={zone} />
        <TimeField
          name="end"
          label={periods ? t('firstTo') : t('second')}
          zone={zone}
          after="start"
          strictly={!periods}
        />
        {periods && (
          <>
            <TimeField name="start2" label={t('secondFrom')} zone={zone} />
            <TimeField name="end2" label={t('secondTo')} zone={zone} after="start2" />
          </>
        )}
      </div>
    </>
  );
}

/** Devices of the project. */
export function DeviceFields({ projectId }: Place) {
  const { t } = useTranslation('reports');
  return (
    <Form.Item name="deviceIds" label={t('devices')}>
      <DevicesPick projectId={projectId} label={t('devices')} placeholder={t('allDevices')} />
    </Form.Item>
  );
}

interface PickProps extends Place {
  label: string;
  placeholder: string;
  id?: string;
  value?: number[];
  onChange?: (ids: number[]) => void;
}

function DevicesPick({ projectId, label, value = [], onChange, ...rest }: PickProps) {
  const corporationId = useProject(projectId).data?.corporationId ?? 0;
  const [name, setName] = useState('');
  const [names, setNames] = useState(new Map<number, string>());
  const query = useQuery({
    ...deviceListQuery(corporationId, { projectId, pageSize: 200, ...(name && { name }) }),
    placeholderData: keepPreviousData,
    enabled: corporationId > 0,
  });
  const found = (query.data?.list ?? []).map((one) => ({ value: one.id, label: `${one.name} (${one.sncode})` }));
  const chosen = value.filter((id) => !found.some((one) => one.value === id));
  return (
    <Select<number[]>
      {...rest}
      mode="multiple"
      aria-label={label}
      loading={query.isPending}
      showSearch={{ filterOption: false, onSearch: setName }}
      options={[...found, ...chosen.map((id) => ({ value: id, label: names.get(id) ?? `#${id}` }))]}
      value={value}
      onChange={(ids) => {
        setNames(new Map([...names, ...found.map((one) => [one.value, one.label] as const)]));
        onChange?.(ids);
      }}
    />
  );
}
