import { useQuery } from '@tanstack/react-query';
import { App, AutoComplete, Button, Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  collectorTypesQuery,
  deviceModelsQuery,
  deviceTypesQuery,
  protocolsQuery,
  useDeviceType,
  useLabel,
  useMeasurementName,
} from '@/api/catalog';
import { ApiError } from '@/api/errors';
import { Refusal } from '@/entities/configuration/refusal';
import { withoutNull } from '@/entities/project/project-fields';
import { Dialog } from '@/ui/dialog';
import { atMost } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { announce } from '@/ui/messages';
import styles from '../devices.module.css';
import { CommandsEditor } from '../editors/commands-editor';
import { type ModelFields, type OwnModel, useDeleteModel, useSaveModel } from '../model-queries';

type ModelForm = Omit<ModelFields, 'measurements' | 'collectorTypeOptions'> & {
  measurements: string[];
  collectorTypeOptions: string[];
};

const flags = ['registerIsSame', 'isSensor', 'isMeasuring', 'withCollector', 'isMultiChannel', 'withNetwork'] as const;
const names = [
  'code',
  'label',
  'type',
  'series',
  'measurements',
  'collectorTypeOptions',
  'channelProtocol',
  'manufacturer',
  'sncodePrefix',
  'registerPrefix',
  'channels',
  ...flags,
];

/** The start of a new model. */
const blank = { measurements: [], collectorTypeOptions: [], isMeasuring: true, commands: [] };

const listOf = (commas: string | undefined) => (commas ? commas.split(',') : []);

interface Props {
  corporationId: number;
  /** null creates one. */
  model: OwnModel | null;
  onClose: () => void;
}

/** A model added by the corporation: identity, measurements and connection. */
export function ModelDialog({ corporationId, model, onClose }: Props) {
  const { t } = useTranslation(['devices', 'common']);
  const say = useLabel();
  const measurementName = useMeasurementName();
  const [form] = Form.useForm<ModelForm>();
  const { data: types = [] } = useQuery(deviceTypesQuery);
  const { data: protocols = [] } = useQuery(protocolsQuery);
  const { data: collectors = [] } = useQuery(collectorTypesQuery);
  const { data: models = [] } = useQuery(deviceModelsQuery);
  const save = useSaveModel(corporationId);
  const start = model
    ? {
        ...model,
        measurements: listOf(model.measurements),
        collectorTypeOptions: listOf(model.collectorTypeOptions),
        commands: model.commands ?? [],
      }
    : blank;
  const changed = useFormChanged(form, start);
  const unsaved = useUnsaved(changed);
  const type = useDeviceType(Form.useWatch('type', form) ?? model?.type ?? '');
  const needed = { required: true, whitespace: true, message: t('models.needed') };
  const submit = (values: ModelForm) =>
    save.mutate(
      {
        ...withoutNull(values),
        id: model?.id ?? 0,
        measurements: values.measurements.join(','),
        collectorTypeOptions: values.collectorTypeOptions.join(','),
      },
      {
        onSuccess: () => {
          unsaved.saved();
          announce('success', t('models.saved'));
          onClose();
        },
        onError: (error) => void showFieldErrors(form, error, names),
      },
    );
  return (
    <Dialog
      open
      width={760}
      title={t(model ? 'models.edit' : 'models.add')}
      okText={t('common:action.save')}
      okButtonProps={{ loading: save.isPending, disabled: model !== null && !changed }}
      onOk={form.submit}
      onCancel={() => unsaved.leave(onClose)}
      {...(model
        ? {
            footer: (
              _: unknown,
              { OkBtn, CancelBtn }: { OkBtn: React.ComponentType; CancelBtn: React.ComponentType },
            ) => (
              <>
                <DeleteModel
                  corporationId={corporationId}
                  model={model}
                  onDeleted={() => {
                    unsaved.saved();
                    onClose();
                  }}
                />
                <CancelBtn />
                <OkBtn />
              </>
            ),
          }
        : {})}
    >
      <Form<ModelForm>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={start}
        onFinish={submit}
        onValuesChange={(changed: Partial<ModelForm>) => {
          const found = changed.type ? types.find((one) => one.code === changed.type) : undefined;
          if (!found) return;
          form.setFieldsValue({
            measurements: found.measurements,
            isMeasuring: found.kind === 'Measuring',
            isSensor: found.isSensor,
            withNetwork: found.withNetwork,
            withCollector: found.kind === 'Collector',
            isMultiChannel: found.kind === 'Collector',
          });
        }}
      >
        <Refusal error={save.error} />
        <div className={styles.pairs}>
          <Form.Item name="code" label={t('models.code')} rules={[needed, atMost(40)]}>
            <Input disabled={model !== null} />
          </Form.Item>
          <Form.Item name="label" label={t('models.label')} rules={[needed, atMost(50)]}>
            <Input />
          </Form.Item>
          <Form.Item name="type" label={t('models.type')} rules={[needed]}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={types.map((one) => ({ value: one.code, label: `${say(one.label)} (${one.code})` }))}
            />
          </Form.Item>
          <Form.Item name="series" label={t('models.series')} rules={[needed, atMost(20)]}>
            <AutoComplete options={[...new Set(models.map((one) => say(one.series)))].map((value) => ({ value }))} />
          </Form.Item>
          <Form.Item name="measurements" label={t('models.measurements')}>
            <Select
              mode="multiple"
              options={(type?.measurements ?? []).map((code) => ({ value: code, label: measurementName(code) }))}
            />
          </Form.Item>
          <Form.Item name="collectorTypeOptions" label={t('models.collectors')}>
            <Select mode="multiple" options={collectors.map((one) => ({ value: one.code, label: say(one.label) }))} />
          </Form.Item>
          <Form.Item name="channelProtocol" label={`${t('models.protocol')}${t('common:optional')}`}>
            <Select
              allowClear
              options={protocols
                .filter((one) => !type || type.protocols.includes(one.code))
                .map((one) => ({ value: one.code, label: say(one.label) }))}
            />
          </Form.Item>
          <Form.Item
            name="manufacturer"
            rules={[atMost(50)]}
            label={`${t('models.manufacturer')}${t('common:optional')}`}
          >
            <Input />
          </Form.Item>
          <Form.Item name="sncodePrefix" rules={[atMost(10)]} label={`${t('models.snPrefix')}${t('common:optional')}`}>
            <Input />
          </Form.Item>
          <Form.Item
            name="registerPrefix"
            rules={[atMost(10)]}
            label={`${t('models.registerPrefix')}${t('common:optional')}`}
          >
            <Input />
          </Form.Item>
          {type?.kind === 'Collector' && (
            <Form.Item name="channels" label={`${t('models.channels')}${t('common:optional')}`}>
              <InputNumber<number> min={0} max={16383} precision={0} style={{ width: '100%' }} />
            </Form.Item>
          )}
        </div>
        <div className={styles.pairs}>
          {flags.map((name) => (
            <Form.Item key={name} name={name} valuePropName="checked" noStyle>
              <Checkbox>{t(`models.${name}`)}</Checkbox>
            </Form.Item>
          ))}
        </div>
        <Form.Item name="commands" label={t('models.commands')} className={styles.commands ?? ''}>
          <CommandsEditor refused={save.error instanceof ApiError ? save.error.fields : {}} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}

interface DeleteProps {
  corporationId: number;
  model: OwnModel;
  onDeleted: () => void;
}

function DeleteModel({ corporationId, model, onDeleted }: DeleteProps) {
  const { t } = useTranslation(['devices', 'common']);
  const remove = useDeleteModel(corporationId);
  const { modal } = App.useApp();
  return (
    <Button
      danger
      onClick={() =>
        modal.confirm({
          title: t('models.deleteTitle', { code: model.code }),
          okText: t('common:action.delete'),
          okButtonProps: { danger: true },
          onOk: () => remove.mutateAsync(model.id).then(onDeleted),
        })
      }
    >
      {t('common:action.delete')}
    </Button>
  );
}
