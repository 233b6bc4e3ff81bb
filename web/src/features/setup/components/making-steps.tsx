import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Form, Input, Select } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceModelsQuery, deviceTypesQuery, measurementsQuery, structureTypesQuery, useLabel } from '@/api/catalog';
import type { Device } from '@/api/devices';
import { Refusal } from '@/entities/configuration/refusal';
import { useCreateDevice } from '@/entities/device/access-queries';
import { useCreatePoints, useCreateProject, useSaveStructure } from '@/entities/project/make';
import { atMost } from '@/ui/form/at-most';
import { useLanguage } from '@/ui/i18n/use-language';
import { type Chain, useRecordAspects } from '../queries';
import styles from '../setup.module.css';

/** The footer's button submits the form of the step by this id. */
export const formId = 'setup-step';

const required = (message: string) => ({ required: true, whitespace: true, message });

function Step({ children, error }: { children: ReactNode; error: unknown }) {
  return (
    <div className={styles.fields}>
      <Refusal error={error} />
      {children}
    </div>
  );
}

/** Name of the project; zone and language are those of the browser's user and can be changed in the console. */
export function ProjectStep({ onDone }: { onDone: (id: number) => void }) {
  const { t } = useTranslation(['setup', 'forms']);
  const language = useLanguage();
  const create = useCreateProject();
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'Asia/Shanghai';
  return (
    <Form<{ name: string }>
      id={formId}
      layout="vertical"
      requiredMark={false}
      onFinish={({ name }) =>
        create.mutate({ name, timeZone, language, useStructure: true }, { onSuccess: ({ id }) => onDone(id) })
      }
    >
      <Step error={create.error}>
        <Form.Item
          name="name"
          label={t('forms:project.name')}
          rules={[required(t('forms:project.nameNeeded')), atMost(20)]}
          extra={t('project.zone', { zone: timeZone })}
        >
          <Input autoFocus />
        </Form.Item>
      </Step>
    </Form>
  );
}

export function StructureStep({ projectId, onDone }: { projectId: number; onDone: () => void }) {
  const { t } = useTranslation(['setup', 'console']);
  const say = useLabel();
  const { data: types = [] } = useQuery(structureTypesQuery);
  const save = useSaveStructure(projectId);
  return (
    <Form<{ name: string; type: string }>
      id={formId}
      layout="vertical"
      requiredMark={false}
      onFinish={(values) => save.mutate({ ...values, displayType: 'MAP' }, { onSuccess: onDone })}
    >
      <Step error={save.error}>
        <Form.Item
          name="name"
          label={t('console:structure.name')}
          rules={[required(t('console:nameNeeded')), atMost(20)]}
        >
          <Input autoFocus />
        </Form.Item>
        <Form.Item
          name="type"
          label={t('console:structure.type')}
          rules={[{ required: true, message: t('console:structure.typeNeeded') }]}
        >
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={types.map((one) => ({ value: one.code, label: say(one.label) }))}
          />
        </Form.Item>
      </Step>
    </Form>
  );
}

interface PointValues {
  name: string;
  measurement: string;
  category: string;
}

/** The measurement decides which instruments fit: the first one is filled in. */
export function PointStep({ chain, onDone }: { chain: Chain; onDone: () => void }) {
  const { t } = useTranslation(['setup', 'console', 'common']);
  const say = useLabel();
  const [form] = Form.useForm<PointValues>();
  const { data: measurements = [] } = useQuery(measurementsQuery);
  const { data: types = [] } = useQuery(deviceTypesQuery);
  const create = useCreatePoints(chain.projectId, chain.owner.structureId);
  const measurement = Form.useWatch('measurement', form);
  const fitting = types.filter((one) => one.measurements.includes(measurement ?? ''));
  return (
    <Form<PointValues>
      id={formId}
      form={form}
      layout="vertical"
      requiredMark={false}
      onValuesChange={(changed: Partial<PointValues>) => {
        if (!changed.measurement) return;
        const usual = types.find((one) => one.code === changed.measurement && one.measurements.includes(one.code));
        const first = usual ?? types.find((one) => one.measurements.includes(changed.measurement ?? ''));
        form.setFieldValue('category', first?.code);
      }}
      onFinish={(values) => create.mutate([{ ...values, type: 'normal' }], { onSuccess: onDone })}
    >
      <Step error={create.error}>
        <Form.Item name="name" label={t('console:point.name')} rules={[required(t('console:nameNeeded')), atMost(20)]}>
          <Input autoFocus placeholder="LF-01" />
        </Form.Item>
        <Form.Item
          name="measurement"
          label={t('common:entity.measurement')}
          rules={[{ required: true, message: t('point.measurementNeeded') }]}
        >
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={measurements.map((one) => ({ value: one.code, label: say(one.label) }))}
          />
        </Form.Item>
        <Form.Item
          name="category"
          label={t('console:devices.type')}
          rules={[{ required: true, message: t('console:devices.typeNeeded') }]}
          extra={t('point.typeHint')}
        >
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={fitting.map((one) => ({ value: one.code, label: say(one.label) }))}
          />
        </Form.Item>
      </Step>
    </Form>
  );
}

interface DeviceValues {
  model: string;
  name: string;
  sncode: string;
  register: string;
}

interface DeviceProps {
  chain: Chain;
  /** The secret is shown only now. */
  onMade: (device: Device, secret: string) => void;
  onDone: () => void;
}

/** The device that feeds the point: created with its register and bound in one step. */
export function DeviceStep({ chain, onMade, onDone }: DeviceProps) {
  const { t } = useTranslation(['setup', 'console']);
  const say = useLabel();
  const [form] = Form.useForm<DeviceValues>();
  const { data: models = [] } = useQuery(deviceModelsQuery);
  const category = chain.point?.category ?? '';
  const fitting = useMemo(() => models.filter((one) => one.type === category), [models, category]);
  const create = useCreateDevice(chain.corporationId);
  const bind = useRecordAspects(chain.owner);
  const start = { name: chain.point?.name ?? '', model: fitting[fitting.length - 1]?.code ?? '' };
  // Binding removes this step from the page, and the callbacks of a mutation with it; promises continue.
  async function make(values: DeviceValues) {
    const { secret, ...device } = await create.mutateAsync({
      ...values,
      type: category,
      projectId: chain.projectId,
    });
    onMade(device, secret);
    const binding = { sources: [{ role: 'main', deviceId: device.id, channelNo: 0 }] };
    await bind.mutateAsync([{ aspect: 'binding', value: binding }]).catch(() => undefined); // the next step shows it
    onDone();
  }
  const submit = (values: DeviceValues) => void make(values).catch(() => undefined); // the form shows why
  if (models.length === 0) return null;
  return (
    <Form<DeviceValues>
      id={formId}
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={start}
      onValuesChange={(changed: Partial<DeviceValues>) => {
        // Most devices register with their serial number.
        if (changed.sncode !== undefined && !form.isFieldTouched('register'))
          form.setFieldValue('register', changed.sncode);
      }}
      onFinish={submit}
    >
      <Step error={create.error}>
        <Form.Item name="model" label={t('console:devices.model')} rules={[required(t('console:devices.modelNeeded'))]}>
          <AutoComplete
            options={fitting.map((one) => ({ value: one.code, label: `${say(one.label)} (${one.code})` }))}
          />
        </Form.Item>
        <Form.Item
          name="name"
          label={t('console:devices.name')}
          rules={[required(t('console:nameNeeded')), atMost(20)]}
        >
          <Input />
        </Form.Item>
        <Form.Item
          name="sncode"
          label={t('console:devices.sncode')}
          rules={[required(t('console:devices.sncodeNeeded')), atMost(50)]}
        >
          <Input autoFocus />
        </Form.Item>
        <Form.Item
          name="register"
          label={t('console:devices.register')}
          extra={t('console:devices.registerHint')}
          rules={[required(t('console:devices.registerNeeded')), atMost(64)]}
        >
          <Input />
        </Form.Item>
      </Step>
    </Form>
  );
}
