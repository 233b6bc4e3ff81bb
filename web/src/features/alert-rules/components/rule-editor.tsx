import { useQuery } from '@tanstack/react-query';
import { App, Button, Checkbox, Form, Input, InputNumber, Radio, Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { measurementsQuery, useLabel } from '@/api/catalog';
import { structuresQuery } from '@/api/project';
import { LevelIcon } from '@/entities/alert/level-icon';
import { useCan } from '@/entities/permission/permissions';
import { atMost } from '@/ui/form/at-most';
import { FormError } from '@/ui/form/form-error';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import { asLevel } from '@/ui/theme/tokens';
import styles from '../alert-rules.module.css';
import { bodyOf, draftOf, events, formOf, type RuleForm, types } from '../model/form';
import { type AlertRule, useMembers, useRemove, useSave } from '../queries';
import { RulePreview } from './rule-preview';

const lowest = [1, 2, 3, 4];
const longestRepeat = 720; // h

/** At least one entry. `required` would put an attribute on the group that groups must not have. */
const some = (message: string) => ({
  validator: (_: unknown, value: string[]) =>
    value.length > 0 ? Promise.resolve() : Promise.reject(new Error(message)),
});

interface Props {
  projectId: number;
  /** undefined: a new one. */
  rule: AlertRule | undefined;
  onClose: () => void;
}

/** The form of a rule, with what it would have sent next to it. */
export function RuleEditor({ projectId, rule, onClose }: Props) {
  const { t } = useTranslation(['alert-rules', 'alerts', 'common']);
  const { modal } = App.useApp();
  const say = useLabel();
  const [form] = Form.useForm<RuleForm>();
  const [start] = useState(() => formOf(rule));
  const mayChange = useCan(rule ? 'Update:AlertRule' : 'Create:AlertRule');
  const mayDelete = useCan('Delete:AlertRule');
  const { saved } = useUnsaved(useFormChanged(form, start));
  const structures = useQuery(structuresQuery(projectId)).data?.list ?? [];
  const measurements = useQuery(measurementsQuery).data ?? [];
  const members = useMembers(projectId).data ?? [];
  const save = useSave(projectId, rule?.id ?? 0);
  const remove = useRemove(projectId);
  const values = (Form.useWatch((all: RuleForm) => all, form) as RuleForm | undefined) ?? start;
  const whole = { ...start, ...values };
  const nameOf = (account: number) => {
    const member = members.find(({ userId }) => userId === account);
    return member ? member.displayName || member.name : t('gone');
  };
  const gone = whole.accountIds.filter((id) => members.length > 0 && !members.some(({ userId }) => userId === id));

  function submit() {
    save.mutate(bodyOf(form.getFieldsValue(true) as RuleForm), {
      onSuccess: () => {
        saved();
        announce('success', t('saved'));
        onClose();
      },
    });
  }

  function askRemove({ id, name }: AlertRule) {
    modal.confirm({
      title: t('removeAsk', { name }),
      content: t('removeHint'),
      okText: t('common:action.delete'),
      okButtonProps: { danger: true },
      onOk: async () => {
        await remove.mutateAsync(id);
        saved();
        announce('success', t('removed'));
        onClose();
      },
    });
  }

  return (
    <div className={styles.editor} data-preview={mayChange || undefined}>
      <Form<RuleForm>
        form={form}
        name="alert-rule"
        layout="vertical"
        requiredMark={false}
        disabled={!mayChange}
        initialValues={start}
        onFinish={submit}
        className={styles.form ?? ''}
      >
        <Panel fill>
          <div className={styles.column}>
            <div className={styles.head}>
              <Button disabled={false} onClick={onClose}>
                {t('back')}
              </Button>
              <span className={styles.space} />
              <label className={styles.switch} htmlFor="alert-rule_enable">
                {t('enable')}
              </label>
              <Form.Item name="enable" valuePropName="checked" noStyle>
                <Switch />
              </Form.Item>
              {rule && mayDelete && (
                <Button danger disabled={false} onClick={() => askRemove(rule)}>
                  {t('common:action.delete')}
                </Button>
              )}
              {mayChange && (
                <Button type="primary" htmlType="submit" loading={save.isPending}>
                  {t('common:action.save')}
                </Button>
              )}
            </div>
            <div className={styles.scroll}>
              <FormError error={save.error} />
              <Form.Item
                name="name"
                label={t('name')}
                rules={[{ required: true, whitespace: true, message: t('nameEmpty') }, atMost(50)]}
              >
                <Input autoComplete="off" placeholder={t('namePlaceholder')} />
              </Form.Item>

              <h3>{t('section.scope')}</h3>
              <div className={styles.grid}>
                <Form.Item name="structureId" label={t('common:entity.structure')}>
                  <Select
                    showSearch={{ optionFilterProp: 'label' }}
                    options={[
                      { value: 0, label: t('wholeProject') },
                      ...structures.filter(({ isItem }) => !isItem).map(({ id, name }) => ({ value: id, label: name })),
                    ]}
                    onChange={() => form.setFieldValue('itemId', 0)}
                  />
                </Form.Item>
                <Form.Item name="itemId" label={t('common:entity.item')}>
                  <Select
                    disabled={!mayChange || whole.structureId === 0}
                    showSearch={{ optionFilterProp: 'label' }}
                    options={[
                      { value: 0, label: t('wholeStructure') },
                      ...structures
                        .filter(({ isItem, parentId }) => isItem && parentId === whole.structureId)
                        .map(({ id, name }) => ({ value: id, label: name })),
                    ]}
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
              <Form.Item name="types" label={t('types')} rules={[some(t('typesEmpty'))]}>
                <Checkbox.Group options={types.map((value) => ({ value, label: t(`type.${value}`) }))} />
              </Form.Item>
              <Form.Item name="level" label={t('level')} extra={t('levelHint')}>
                <Radio.Group disabled={!mayChange || !whole.types.includes('threshold')}>
                  {lowest.map((level) => (
                    <Radio key={level} value={level}>
                      <span className={styles.level}>
                        <LevelIcon level={asLevel(level)} size={13} decorative />
                        {level === 4
                          ? t('only', { level: t(`common:level.${level as 4}`) })
                          : t('andAbove', { level: t(`common:level.${level as 1}`) })}
                      </span>
                    </Radio>
                  ))}
                </Radio.Group>
              </Form.Item>
              <Form.Item name="events" label={t('events')} rules={[some(t('eventsEmpty'))]}>
                <Checkbox.Group options={events.map((value) => ({ value, label: t(`event.${value}`) }))} />
              </Form.Item>
              <Form.Item name="late" valuePropName="checked" extra={t('lateHint')}>
                <Checkbox>{t('late')}</Checkbox>
              </Form.Item>

              <h3>{t('section.recipients')}</h3>
              <Form.Item name="accountIds" label={t('members')} extra={t('membersHint')}>
                <Select
                  mode="multiple"
                  optionFilterProp="label"
                  options={[
                    ...members.map(({ userId, displayName, name, email }) => ({
                      value: userId,
                      label: [displayName || name, email].filter(Boolean).join(' · '),
                    })),
                    ...gone.map((value) => ({ value, label: t('gone') })),
                  ]}
                />
              </Form.Item>
              <Form.Item name="emailList" label={t('addresses')} extra={t('addressesHint')}>
                <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ';', ' ', '，', '；']} />
              </Form.Item>

              <h3>{t('section.reminders')}</h3>
              <Form.Item name="repeatHours" label={t('repeat')} extra={t('repeatHint')}>
                <InputNumber min={0} max={longestRepeat} precision={0} suffix="h" className={styles.number ?? ''} />
              </Form.Item>
            </div>
          </div>
        </Panel>
      </Form>
      {mayChange && <RulePreview projectId={projectId} ruleId={rule?.id ?? 0} draft={draftOf(whole)} nameOf={nameOf} />}
    </div>
  );
}
