import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Form, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { atMost } from '@/ui/form/at-most';
import { FormError } from '@/ui/form/form-error';
import { announce } from '@/ui/messages';
import styles from '../gradings.module.css';
import { type PlanForm, planBodyOf, planFormOf } from '../model/plan';
import { type Plan, useMembers, useSavePlan } from '../queries';
import { PlanInterval } from './plan-interval';

interface Props {
  projectId: number;
  grade: 1 | 2 | 3 | 4;
  plan: Plan | undefined;
  onClose: () => void;
}

/** Recommended times to respond, in minutes, by grade. */
const usual = { 1: 24 * 60, 2: 12 * 60, 3: 2 * 60, 4: 30 };

/** The form of the emergency plan of a grade. A new one begins with the recommended response. */
export function PlanDialog({ projectId, grade, plan, onClose }: Props) {
  const { t } = useTranslation(['gradings', 'common']);
  const [form] = Form.useForm<PlanForm>();
  const members = useMembers(projectId).data ?? [];
  const save = useSavePlan(projectId, grade);
  const level = t(`common:level.${grade}`);
  const start = planFormOf(plan, {
    name: t('usual.name', { level }),
    measures: t(`usual.m${grade}`),
    responseMinutes: usual[grade],
    escalateToLevel: grade < 4 ? grade + 1 : 0,
    monitoringFrequency: grade === 2 ? t('usual.frequency') : '',
  });
  const responders = Form.useWatch('responders', form) ?? start.responders;
  return (
    <Dialog
      open
      width={720}
      title={t('planOf', { level })}
      okText={t('common:action.save')}
      okButtonProps={{ loading: save.isPending }}
      onCancel={onClose}
      onOk={async () => {
        const complete = await form.validateFields().then(
          () => true,
          () => false,
        );
        if (!complete) return;
        await save.mutateAsync(planBodyOf({ ...start, ...(form.getFieldsValue(true) as PlanForm) }));
        announce('success', t('planSaved'));
        onClose();
      }}
    >
      <FormError error={save.error} />
      <Form<PlanForm> form={form} name="plan" layout="vertical" requiredMark={false} initialValues={start}>
        <div className={styles.grid}>
          <Form.Item
            name="name"
            label={t('name')}
            rules={[{ required: true, whitespace: true, message: t('nameEmpty') }, atMost(50)]}
          >
            <Input autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="responseMinutes"
            label={t('responseTime')}
            rules={[{ required: true, message: t('responseEmpty') }]}
          >
            <InputNumber min={1} max={10080} precision={0} suffix={t('minutes')} className={styles.wide ?? ''} />
          </Form.Item>
          <Form.Item name="escalateToLevel" label={t('escalate')} extra={t('escalateHint')}>
            <Select
              options={[
                { value: 0, label: t('nobodyElse') },
                ...[2, 3, 4]
                  .filter((value) => value > grade)
                  .map((value) => ({ value, label: t(`common:level.${value as 2}`) })),
              ]}
            />
          </Form.Item>
        </div>
        <Form.Item name="measures" label={t('measures')} rules={[atMost(4000)]}>
          <Input.TextArea rows={3} />
        </Form.Item>
        <Form.Item name="monitoringFrequency" label={t('frequency')} rules={[atMost(200)]}>
          <Input autoComplete="off" />
        </Form.Item>
        <PlanInterval />
        <h3>{t('responders')}</h3>
        <Form.List name="responders">
          {(fields, { add, remove }) => (
            <div className={styles.rows}>
              {fields.map(({ key, name }) => (
                <div key={key} className={styles.conditions}>
                  <Form.Item name={[name, 'accountId']} noStyle>
                    <Select
                      aria-label={t('responder')}
                      className={styles.wide ?? ''}
                      showSearch={{ optionFilterProp: 'label' }}
                      options={[
                        { value: 0, label: t('outside') },
                        ...members.map(({ userId, displayName, name: login }) => ({
                          value: userId,
                          label: displayName || login,
                        })),
                      ]}
                    />
                  </Form.Item>
                  {!responders[name]?.accountId && (
                    <>
                      <Form.Item name={[name, 'name']} noStyle rules={[{ required: true, message: t('nameEmpty') }]}>
                        <Input aria-label={t('name')} placeholder={t('name')} className={styles.short ?? ''} />
                      </Form.Item>
                      <Form.Item name={[name, 'email']} noStyle>
                        <Input aria-label={t('email')} placeholder={t('email')} className={styles.wide ?? ''} />
                      </Form.Item>
                      <Form.Item name={[name, 'mobile']} noStyle>
                        <Input aria-label={t('mobile')} placeholder={t('mobile')} className={styles.short ?? ''} />
                      </Form.Item>
                    </>
                  )}
                  <Form.Item name={[name, 'duty']} noStyle>
                    <Input aria-label={t('duty')} placeholder={t('duty')} className={styles.short ?? ''} />
                  </Form.Item>
                  <Button
                    size="small"
                    type="text"
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={t('removeResponder')}
                    onClick={() => remove(name)}
                  />
                </div>
              ))}
              <span>
                <Button
                  size="small"
                  icon={<PlusOutlined aria-hidden />}
                  disabled={fields.length >= 30}
                  onClick={() => add({ accountId: members[0]?.userId ?? 0, duty: '' })}
                >
                  {t('addResponder')}
                </Button>
              </span>
            </div>
          )}
        </Form.List>
        <Form.Item name="channels" label={t('channels')}>
          <Checkbox.Group
            options={(['mail', 'sms', 'push'] as const).map((value) => ({ value, label: t(`channel.${value}`) }))}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
