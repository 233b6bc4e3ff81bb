import { CloseOutlined } from '@ant-design/icons';
import { Alert, App, Button, Form, Input, Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { atMost } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import styles from '../alert-rules.module.css';
import { kinds, useRemoveWebhook, useSaveWebhook, useTestWebhook, type Webhook, type WebhookChange } from '../webhooks';
import { WebhookAnswer } from './webhook-answer';

interface Props {
  projectId: number;
  /** undefined: a new one. */
  webhook: Webhook | undefined;
  onClose: () => void;
}

interface WebhookForm {
  name: string;
  kind: Webhook['kind'];
  enable: boolean;
  url: string;
  secret: string;
  mobileList: string[];
}

const fields = ['name', 'kind', 'url', 'secret', 'mobileList'];

function formOf(webhook: Webhook | undefined): WebhookForm {
  return {
    name: webhook?.name ?? '',
    kind: webhook?.kind ?? 'wecom',
    enable: webhook?.enable ?? true,
    url: '',
    secret: '',
    mobileList: webhook?.mobileList ?? [],
  };
}

/** bodyOf returns what the form sends: an empty address keeps the one that is stored, with its secret. */
function bodyOf({ name, kind, enable, url, secret, mobileList }: WebhookForm): WebhookChange {
  return {
    ...{ name: name.trim(), kind, enable },
    mobileList: kind === 'phone' ? mobileList : [],
    ...(url ? { url: url.trim(), secret: kind === 'wecom' ? '' : secret.trim() } : {}),
  };
}

/** The form of a webhook or robot, with a test message and its answer. */
export function WebhookEditor({ projectId, webhook, onClose }: Props) {
  const { t } = useTranslation(['alert-webhooks', 'alerts', 'common']);
  const { modal } = App.useApp();
  const [form] = Form.useForm<WebhookForm>();
  const [start] = useState(() => formOf(webhook));
  const mayChange = useCan(webhook ? 'Update:AlertRule' : 'Create:AlertRule');
  const mayDelete = useCan('Delete:AlertRule');
  const changed = useFormChanged(form, start);
  const { saved } = useUnsaved(changed);
  const save = useSaveWebhook(projectId, webhook?.id ?? 0);
  const remove = useRemoveWebhook(projectId);
  const test = useTestWebhook(projectId);
  const kind = Form.useWatch('kind', form) ?? start.kind;
  const url = Form.useWatch('url', form) ?? '';

  function submit() {
    save.mutate(bodyOf(form.getFieldsValue(true) as WebhookForm), {
      onSuccess: () => {
        saved();
        announce('success', t('saved'));
        onClose();
      },
      onError: (error) => showFieldErrors(form, error, fields),
    });
  }

  function askRemove({ id, name }: Webhook) {
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
    <Panel
      fill
      title={webhook?.name ?? t('add')}
      extra={
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('common:action.close')}
          onClick={onClose}
        />
      }
    >
      <Form<WebhookForm>
        form={form}
        name="alert-webhook"
        layout="vertical"
        requiredMark={false}
        disabled={!mayChange}
        initialValues={start}
        onFinish={submit}
        className={styles.side ?? ''}
      >
        <FormError error={save.error ?? remove.error} />
        <Form.Item
          name="name"
          label={t('name')}
          rules={[{ required: true, whitespace: true, message: t('nameEmpty') }, atMost(50)]}
        >
          <Input autoComplete="off" placeholder={t('namePlaceholder')} />
        </Form.Item>
        <Form.Item name="kind" label={t('kind')} extra={t(`hint.${kind}`)}>
          <Select options={kinds.map((value) => ({ value, label: t(`alerts:message.channel.${value}`) }))} />
        </Form.Item>
        <Form.Item
          name="url"
          label={t('address')}
          extra={webhook && t('kept', { address: webhook.address })}
          rules={[{ required: !webhook, whitespace: true, message: t('addressEmpty') }, atMost(2000)]}
        >
          <Input autoComplete="off" placeholder="https://" />
        </Form.Item>
        {kind !== 'wecom' && (
          <Form.Item name="secret" label={t('secret')} extra={t(webhook && !url ? 'secretKept' : `secretHint.${kind}`)}>
            <Input.Password autoComplete="new-password" disabled={!mayChange || Boolean(webhook && !url)} />
          </Form.Item>
        )}
        {kind === 'phone' && (
          <Form.Item name="mobileList" label={t('mobiles')} extra={t('mobilesHint')}>
            <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ';', ' ', '，', '；']} />
          </Form.Item>
        )}
        <Form.Item name="enable" label={t('enabled')} valuePropName="checked">
          <Switch />
        </Form.Item>
        {mayChange && (
          <div className={styles.head}>
            {webhook && (
              <Button loading={test.isPending} disabled={changed} onClick={() => test.mutate(webhook.id)}>
                {t('test')}
              </Button>
            )}
            <span className={styles.space} />
            {webhook && mayDelete && (
              <Button danger onClick={() => askRemove(webhook)}>
                {t('common:action.delete')}
              </Button>
            )}
            <Button type="primary" htmlType="submit" loading={save.isPending}>
              {t('common:action.save')}
            </Button>
          </div>
        )}
        {webhook && changed && <Alert type="info" showIcon message={t('testSaved')} />}
        <WebhookAnswer answer={test.data} error={test.error} />
      </Form>
    </Panel>
  );
}
