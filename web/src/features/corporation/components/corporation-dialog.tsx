import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';
import { Dialog } from '@/ui/dialog';
import { atMost } from '@/ui/form/at-most';
import { FormError } from '@/ui/form/form-error';
import { announce } from '@/ui/messages';
import { prefixPattern } from '../model/fields';
import { type NewCorporation, useCreateCorporation } from '../queries';
import styles from './corporation-dialog.module.css';

/** Creates a corporation and its first administrator. */
export function CorporationDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('corporation');
  const [form] = Form.useForm<NewCorporation>();
  const { mutateAsync, isPending } = useCreateCorporation();
  const [failure, setFailure] = useState<unknown>();
  const required = { required: true, whitespace: true, message: t('empty') };
  const limit = { max: 20, message: t('limit20') };

  async function make(values: NewCorporation) {
    setFailure(undefined);
    try {
      const made = await mutateAsync(values);
      announce('success', t('list.made', { name: made.name }));
      onClose();
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
      form.setFields(fields.map(([path, text]) => ({ name: path.split('.') as never, errors: [text] })));
      setFailure(fields.length > 0 ? undefined : error);
    }
  }

  return (
    <Dialog
      open
      title={t('list.create')}
      width={640}
      okText={t('list.make')}
      confirmLoading={isPending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<NewCorporation>
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(values) => void make(values)}
        className={styles.grid ?? ''}
      >
        <Form.Item name="name" label={t('name')} rules={[required, limit]}>
          <Input />
        </Form.Item>
        <Form.Item
          name="domainPrefix"
          label={t('domainPrefix')}
          rules={[{ pattern: prefixPattern, message: t('domainPrefixFormat') }, atMost(63)]}
        >
          <Input />
        </Form.Item>
        <h3 className={styles.part}>{t('list.administrator')}</h3>
        <Form.Item name={['administrator', 'name']} label={t('list.account')} rules={[required, limit]}>
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item
          name={['administrator', 'password']}
          label={t('list.password')}
          extra={t('list.passwordHint')}
          rules={[required, { min: 6, message: t('list.passwordShort') }, { max: 64 }]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item name={['administrator', 'displayName']} label={t('list.displayName')} rules={[limit]}>
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item
          name={['administrator', 'mobile']}
          label={t('list.mobile')}
          rules={[{ pattern: /^\d{11}$/, message: t('list.mobileFormat') }]}
        >
          <Input autoComplete="off" inputMode="numeric" />
        </Form.Item>
        <Form.Item
          name={['administrator', 'email']}
          label={t('list.email')}
          rules={[{ type: 'email', message: t('list.emailFormat') }, atMost(254)]}
        >
          <Input autoComplete="off" />
        </Form.Item>
        <div className={styles.whole}>
          <FormError error={failure} />
        </div>
      </Form>
    </Dialog>
  );
}
