import { App, Button, Form, Input, InputNumber, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { atMost } from '@/ui/form/at-most';
import { FormError } from '@/ui/form/form-error';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import styles from '../alert-rules.module.css';
import { bodyOf, draftOf, formOf, type RuleForm } from '../model/form';
import { type AlertRule, useMembers, useRemove, useSave } from '../queries';
import { ConditionFields } from './condition-fields';
import { LadderFields } from './ladder-fields';
import { QuietFields } from './quiet-fields';
import { RecipientFields } from './recipient-fields';
import { RulePreview } from './rule-preview';
import { ScopeFields } from './scope-fields';

const longestRepeat = 720; // h

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
  const [form] = Form.useForm<RuleForm>();
  const [start] = useState(() => formOf(rule));
  const mayChange = useCan(rule ? 'Update:AlertRule' : 'Create:AlertRule');
  const mayDelete = useCan('Delete:AlertRule');
  const { saved } = useUnsaved(useFormChanged(form, start));
  const members = useMembers(projectId).data ?? [];
  const save = useSave(projectId, rule?.id ?? 0);
  const remove = useRemove(projectId);
  const values = (Form.useWatch((all: RuleForm) => all, { form, preserve: true }) as RuleForm | undefined) ?? start;
  const whole = { ...start, ...values };
  const nameOf = (account: number) => {
    const member = members.find(({ userId }) => userId === account);
    return member ? member.displayName || member.name : t('gone');
  };

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

              <ScopeFields projectId={projectId} form={form} values={whole} disabled={!mayChange} />
              {whole.types.includes('threshold') && <ConditionFields values={whole} disabled={!mayChange} />}
              <RecipientFields
                projectId={projectId}
                accountIds={whole.accountIds}
                duty={whole.duty}
                disabled={!mayChange}
              />

              <h3>{t('section.reminders')}</h3>
              <Form.Item name="repeatHours" label={t('repeat')} extra={t('repeatHint')}>
                <InputNumber min={0} max={longestRepeat} precision={0} suffix="h" className={styles.number ?? ''} />
              </Form.Item>

              <LadderFields projectId={projectId} values={whole} disabled={!mayChange} />
              <QuietFields values={whole} />
            </div>
          </div>
        </Panel>
      </Form>
      {mayChange && <RulePreview projectId={projectId} ruleId={rule?.id ?? 0} draft={draftOf(whole)} nameOf={nameOf} />}
    </div>
  );
}
