import { useQuery } from '@tanstack/react-query';
import { App, AutoComplete, Button, Form, type FormInstance, Input, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  channelProtocolsQuery,
  type DeviceModel,
  deviceModelsQuery,
  deviceTypesQuery,
  protocolsQuery,
  useLabel,
} from '@/api/catalog';
import { Refusal } from '@/entities/configuration/refusal';
import { useCreateDevice } from '@/entities/device/access-queries';
import { Can } from '@/entities/permission/can';
import { withoutNull } from '@/entities/project/project-fields';
import { zones } from '@/entities/project/zones';
import { DangerZone } from '@/ui/danger-zone';
import { atMost, counted } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { announce } from '@/ui/messages';
import styles from '../devices.module.css';
import { bySeries, isPrefix } from '../model/models';
import { type Device, type DeviceFields, useDeleteDevice, useUpdateDevice } from '../queries';
import { useExistenceChecks } from './use-existence-checks';

interface Props {
  corporationId: number;
  projectId: number;
  /** Whether a new device goes to the corporation's stock instead of the project. */
  inStock?: boolean;
  /** null creates one. */
  device: Device | null;
  /** The register of a new device, if known. */
  register?: string | undefined;
  /** Called after the device was created or got its register, with the secret, which is shown only now. */
  onSecret?: (device: Device, secret: string) => void;
  onClose: () => void;
}

const names = ['name', 'type', 'model', 'manufacturer', 'sncode', 'register', 'protocolCode', 'timeZone'];

/** The identity of a device: model, serial number, register. */
export function DeviceForm({ corporationId, projectId, inStock = false, device, register, onSecret, onClose }: Props) {
  const { t } = useTranslation(['console', 'devices', 'common']);
  const [form] = Form.useForm<DeviceFields>();
  const { data: models = [] } = useQuery(deviceModelsQuery);
  const type = Form.useWatch('type', form);
  const code = Form.useWatch('model', form);
  const model = models.find((one) => one.code === code);
  // A device that connects by itself needs a register. That is known if its register has called; otherwise
  // the model decides.
  const [own, setOwn] = useState(device ? Boolean(device.register) : register ? true : null);
  const byItself = own ?? model?.withNetwork ?? true;
  const checks = useExistenceChecks({ sncode: device?.sncode ?? '', register: device?.register ?? '' });
  const start = device ?? (register ? { register, sncode: register } : {});
  const changed = useFormChanged(form, start);
  const unsaved = useUnsaved(changed);
  const { submit, error, busy } = useSubmit(
    { corporationId, projectId, inStock, device, onSecret },
    form,
    byItself,
    unsaved.saved,
  );
  return (
    <Form<DeviceFields>
      form={form}
      layout="vertical"
      requiredMark={false}
      className={styles.formFrame ?? ''}
      initialValues={start}
      onFinish={submit}
      onValuesChange={(changed: Partial<DeviceFields>, all) => fillIn(form, device, models, changed, all)}
    >
      <div className={styles.deviceForm}>
        <div className={styles.whole}>
          <Refusal error={error} />
        </div>
        <Identity device={device} model={model} validate={checks.sncode} />
        <Form.Item
          label={t('devices.way')}
          className={styles.wide ?? ''}
          extra={byItself ? undefined : t('devices.wayHint')}
        >
          <Segmented
            aria-label={t('devices.way')}
            value={byItself ? 'itself' : 'collector'}
            options={(['itself', 'collector'] as const).map((value) => ({ value, label: t(`devices.ways.${value}`) }))}
            onChange={(value) => setOwn(value === 'itself')}
          />
        </Form.Item>
        {byItself && (
          <Form.Item
            name="register"
            label={t('devices.register')}
            extra={t('devices.registerHint')}
            rules={[
              { required: true, whitespace: true, message: t('devices.registerNeeded') },
              { validator: checks.register },
              atMost(64),
            ]}
          >
            <Input />
          </Form.Item>
        )}
        <Optional type={type} />
        {device && (
          <DeleteDevice
            corporationId={corporationId}
            device={device}
            onDeleted={() => {
              unsaved.saved();
              onClose();
            }}
          />
        )}
      </div>
      <Can any={device ? ['Update:Device'] : ['Create:Device']}>
        <div className={styles.foot}>
          <span>
            {willShow(device, byItself) && t(inStock && !device ? 'devices:form.intoStock' : 'devices.willAdd')}
          </span>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            type="primary"
            htmlType="submit"
            disabled={device !== null && !changed && own === Boolean(device.register)}
            loading={busy}
          >
            {device ? t('common:action.save') : t('devices.add')}
          </Button>
        </div>
      </Can>
    </Form>
  );
}

/** Reports whether saving will show a secret: a device that connects by itself gets one with its register. */
function willShow(device: Device | null, byItself: boolean): boolean {
  return byItself && !device?.register;
}

/** Submits the form; fields it does not show keep their values. */
function useSubmit(
  { corporationId, projectId, inStock, device, onSecret }: Omit<Props, 'onClose' | 'register'>,
  form: FormInstance<DeviceFields>,
  byItself: boolean,
  onCreated: () => void,
) {
  const { t } = useTranslation('console');
  const create = useCreateDevice(corporationId);
  const update = useUpdateDevice(corporationId, device?.id ?? 0);
  const submit = (values: DeviceFields) => {
    const kept = device && {
      voltageThreshold: device.voltageThreshold ?? null,
      lostThreshold: device.lostThreshold ?? 0,
      repeatedHours: device.repeatedHours ?? null,
    };
    const { register: named, ...rest } = values;
    const body = withoutNull({ ...kept, ...rest, ...(byItself ? { register: named } : {}) } as DeviceFields);
    const onError = (error: unknown) => void showFieldErrors(form, error, names);
    if (device) {
      update.mutate(body, {
        onSuccess: ({ secret, ...changed }) => {
          announce('success', t('saved'));
          if (secret) onSecret?.(changed, secret);
        },
        onError,
      });
    } else {
      create.mutate(inStock ? body : { ...body, projectId }, {
        onSuccess: ({ secret, ...made }) => {
          onCreated();
          onSecret?.(made, secret);
        },
        onError,
      });
    }
  };
  return { submit, error: create.error ?? update.error, busy: create.isPending || update.isPending };
}

/** Fills in the defaults of a chosen model, and the register if it equals the serial number. */
function fillIn(
  form: FormInstance<DeviceFields>,
  device: Device | null,
  models: readonly DeviceModel[],
  changed: Partial<DeviceFields>,
  all: DeviceFields,
) {
  const found = changed.model ? models.find((one) => one.code === changed.model) : undefined;
  if (found) {
    const filled: Partial<DeviceFields> = {
      type: found.type,
      protocolCode: found.channelProtocol,
      manufacturer: found.manufacturer,
    };
    // Serial numbers of a model share a prefix: it is filled in unless something was typed.
    if (!device && isPrefix(models, all.sncode)) filled.sncode = found.sncodePrefix;
    if (!device && isPrefix(models, all.register)) {
      filled.register = found.registerIsSame ? filled.sncode : found.registerPrefix;
    }
    form.setFieldsValue(filled as DeviceFields);
  }
  const chosen = found ?? models.find((one) => one.code === all.model);
  if (!device && changed.sncode !== undefined && chosen?.registerIsSame) {
    form.setFieldsValue({ register: changed.sncode });
  }
}

interface IdentityProps {
  device: Device | null;
  model: DeviceModel | undefined;
  validate: ReturnType<typeof useExistenceChecks>['sncode'];
}

/** Model, type, name and serial number. */
function Identity({ device, model, validate }: IdentityProps) {
  const { t } = useTranslation('console');
  const say = useLabel();
  const { data: models = [] } = useQuery(deviceModelsQuery);
  const { data: types = [] } = useQuery(deviceTypesQuery);
  return (
    <>
      <Form.Item
        className={styles.wide ?? ''}
        name="model"
        label={t('devices.model')}
        rules={[{ required: true, whitespace: true, message: t('devices.modelNeeded') }, atMost(50)]}
      >
        <AutoComplete
          autoFocus={!device}
          showSearch={{
            filterOption: (text, option) =>
              `${option?.label ?? ''}`.toLowerCase().includes(text.toLowerCase()) &&
              option !== undefined &&
              !('options' in option),
          }}
          options={bySeries(
            models.filter((one) => !device || one.type === device.type),
            say,
          )}
        />
      </Form.Item>
      <Form.Item name="type" label={t('devices.type')} rules={[{ required: true, message: t('devices.typeNeeded') }]}>
        <Select
          disabled={device !== null}
          showSearch={{ optionFilterProp: 'label' }}
          options={types.map((one) => ({ value: one.code, label: `${say(one.label)} (${one.code})` }))}
        />
      </Form.Item>
      <Form.Item
        name="name"
        label={t('devices.name')}
        rules={[{ required: true, whitespace: true, message: t('nameNeeded') }, atMost(20)]}
      >
        <Input count={counted(20)} />
      </Form.Item>
      <Form.Item
        name="sncode"
        label={t('devices.sncode')}
        rules={[
          { required: true, whitespace: true, message: t('devices.sncodeNeeded') },
          { validator: validate },
          atMost(50),
        ]}
        extra={model?.registerIsSame ? t('devices.registerIsSame') : undefined}
      >
        <Input />
      </Form.Item>
    </>
  );
}

/** Protocol, manufacturer and time zone. */
function Optional({ type }: { type: string | undefined }) {
  const { t } = useTranslation(['console', 'devices', 'common']);
  const say = useLabel();
  const { data: models = [] } = useQuery(deviceModelsQuery);
  const { data: families = [] } = useQuery(protocolsQuery);
  const { data: ways = [] } = useQuery(channelProtocolsQuery);
  // A sensor on a channel uses its model's protocol; a device that connects by itself, one of its type's families.
  const spoken = new Set(models.filter((one) => one.type === type).map((one) => one.channelProtocol));
  const protocols = [
    ...families.filter((one) => !type || one.types.includes(type) || spoken.has(one.code)),
    ...ways.filter((one) => !type || spoken.has(one.code)),
  ];
  return (
    <>
      <Form.Item name="protocolCode" label={`${t('devices.protocol')}${t('common:optional')}`}>
        <Select allowClear options={protocols.map((one) => ({ value: one.code, label: say(one.label) }))} />
      </Form.Item>
      <Form.Item name="manufacturer" rules={[atMost(50)]} label={`${t('devices.manufacturer')}${t('common:optional')}`}>
        <Input />
      </Form.Item>
      <Form.Item
        name="timeZone"
        label={`${t('devices:form.zone')}${t('common:optional')}`}
        extra={t('devices:form.zoneHint')}
        // An emptied field is sent as '', which clears it.
        normalize={(zone?: string) => zone ?? ''}
      >
        <Select allowClear showSearch options={zones().map((value) => ({ value, label: value }))} />
      </Form.Item>
    </>
  );
}

interface DeleteProps {
  corporationId: number;
  device: Device;
  onDeleted: () => void;
}

function DeleteDevice({ corporationId, device, onDeleted }: DeleteProps) {
  const { t } = useTranslation('console');
  const remove = useDeleteDevice(corporationId);
  const { modal } = App.useApp();
  return (
    <Can any={['Delete:Device']}>
      <div className={styles.whole}>
        <DangerZone title={t('devices.delete')} hint={t('devices.deleteHint')}>
          <Button
            danger
            loading={remove.isPending}
            onClick={() =>
              modal.confirm({
                title: t('devices.deleteTitle', { name: device.sncode }),
                content: t('devices.deleteHint'),
                okText: t('devices.delete'),
                okButtonProps: { danger: true },
                onOk: () => remove.mutateAsync(device.id).then(onDeleted),
              })
            }
          >
            {t('devices.delete')}
          </Button>
        </DangerZone>
      </div>
    </Can>
  );
}
