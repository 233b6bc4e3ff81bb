import { useQuery } from '@tanstack/react-query';
import { Form, Input, InputNumber, Radio, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { measurementsQuery, useLabel } from '@/api/catalog';
import { ApiError } from '@/api/errors';
import { structuresQuery } from '@/api/project';
import { LevelIcon } from '@/entities/alert/level-icon';
import { useDevicesById } from '@/entities/field-action/queries';
import { PointsPick } from '@/entities/project/points-pick';
import { Dialog } from '@/ui/dialog';
import { atMost } from '@/ui/form/at-most';
import { FormError } from '@/ui/form/form-error';
import { announce } from '@/ui/messages';
import { asLevel } from '@/ui/theme/tokens';
import styles from '../field-actions.module.css';
import { bodyOf, formErrors, formOf, longestMinutes, type RuleForm, shortestMinutes } from '../model/form';
import { placeOptions } from '../model/places';
import { type FieldRule, useSaveRule } from '../queries';
import { CommandFields } from './command-fields';
import { DevicesPick } from './devices-pick';

const levels = [1, 2, 3, 4];

interface Props {
  projectId: number;
  /** undefined: a new one. */
  rule: FieldRule | undefined;
  onClose: () => void;
}

/** Creates a field rule, or changes one. */
export function RuleDialog({ projectId, rule, onClose }: Props) {
  const { t } = useTranslation(['field-actions', 'common']);
  const say = useLabel();
  const [form] = Form.useForm<RuleForm>();
  const start = formOf(rule);
  const values = { ...start, ...(Form.useWatch([], form) as RuleForm | undefined) };
  const save = useSaveRule(projectId);
  const structures = useQuery(structuresQuery(projectId)).data?.list ?? [];
  const measurements = useQuery(measurementsQuery).data ?? [];
  const devices = useDevicesById(projectId, values.deviceIds);
  const refused = save.error instanceof ApiError ? formErrors(save.error.fields) : null;

  function submit() {
    save.mutate(
      { id: rule?.id ?? 0, body: bodyOf({ ...start, ...(form.getFieldsValue(true) as RuleForm) }) },
      {
        onSuccess: () => {
          announce('success', t('saved'));
          onClose();
        },
        onError: (error) => {
          if (!(error instanceof ApiError)) return;
          form.setFields([...formErrors(error.fields).own].map(([name, errors]) => ({ name, errors })));
        },
      },
    );
  }

  return (
    <Dialog
      open
      width={640}
      title={rule ? t('edit') : t('add')}
      okText={t('common:action.save')}
      okButtonProps={{ loading: save.isPending }}
      onCancel={onClose}
      onOk={form.submit}
    >
      {(!refused || refused.own.size === 0 || refused.rest.length > 0) && <FormError error={save.error} />}
      <Form<RuleForm>
        form={form}
        name="field-rule"
        layout="vertical"
        requiredMark={false}
        initialValues={start}
        onFinish={submit}
      >
        <Form.Item
          name="name"
          label={t('name')}
          rules={[{ required: true, whitespace: true, message: t('nameEmpty') }, atMost(50)]}
        >
          <Input autoComplete="off" placeholder={t('namePlaceholder')} />
        </Form.Item>
        <Form.Item name="level" label={t('level')} extra={t('levelHint')}>
          <Radio.Group>
            {levels.map((level) => (
              <Radio key={level} value={level}>
                <span className={styles.level}>
                  <LevelIcon level={asLevel(level)} size={13} decorative />
                  {level === 4
                    ? t('only', { level: t('common:level.4') })
                    : t('andAbove', { level: t(`common:level.${level as 1}`) })}
                </span>
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
        <div className={styles.pair}>
          <Form.Item name="structureIds" label={t('places')}>
            <Select
              mode="multiple"
              optionFilterProp="label"
              placeholder={values.pointIds.length > 0 ? t('onlyPoints') : t('wholeProject')}
              options={placeOptions(structures)}
            />
          </Form.Item>
          <Form.Item name="pointIds" label={t('points')}>
            <PointsPick
              projectId={projectId}
              label={t('points')}
              placeholder={values.structureIds.length > 0 ? t('noMorePoints') : t('allPoints')}
            />
          </Form.Item>
        </div>
        <Form.Item name="measurements" label={t('common:entity.measurement')}>
          <Select
            mode="multiple"
            optionFilterProp="label"
            placeholder={t('allMeasurements')}
            options={measurements.map(({ code, label }) => ({ value: code, label: say(label) }))}
          />
        </Form.Item>
        <Form.Item
          name="deviceIds"
          label={t('devices')}
          extra={t('devicesHint')}
          rules={[{ required: true, type: 'array', message: t('devicesEmpty') }]}
        >
          <DevicesPick projectId={projectId} label={t('devices')} known={devices} />
        </Form.Item>
        <Form.Item name="action" label={t('action')}>
          <Radio.Group
            options={(['command', 'interval'] as const).map((value) => ({ value, label: t(`does.${value}`) }))}
          />
        </Form.Item>
        {values.action === 'interval' ? (
          <Form.Item
            name="minutes"
            label={t('interval')}
            extra={t('intervalHint')}
            rules={[{ required: true, message: t('intervalEmpty') }]}
          >
            <InputNumber className={styles.number ?? ''} min={shortestMinutes} max={longestMinutes} suffix={t('min')} />
          </Form.Item>
        ) : (
          <CommandFields deviceIds={values.deviceIds} devices={devices} />
        )}
        <div className={styles.pair}>
          <Form.Item
            name="longest"
            label={t('longest')}
            extra={t('longestHint')}
            rules={[{ required: true, message: t('longestEmpty') }]}
          >
            <InputNumber className={styles.number ?? ''} min={1} max={longestMinutes} precision={0} suffix={t('min')} />
          </Form.Item>
          <Form.Item name="enable" label={t('enable')} valuePropName="checked">
            <Switch />
          </Form.Item>
        </div>
      </Form>
    </Dialog>
  );
}
