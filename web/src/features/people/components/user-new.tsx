import { CloseOutlined } from '@ant-design/icons';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFieldErrors } from '@/shared/form/field-errors';
import { FormError } from '@/shared/form/form-error';
import { announce } from '@/shared/messages';
import { useSession } from '@/shared/session/session-store';
import { Panel } from '@/shared/ui/panel';
import { isTaken, useCreateUser } from '../queries';
import styles from './people.module.css';
import { GroupSelect, RoleSelect } from './role-select';

interface Values {
  name: string;
  displayName?: string;
  mobile?: string;
  email?: string;
  type: 'Admin' | 'Normal';
  password: string;
  roles?: number[];
  groups?: number[];
}

const fields = ['name', 'displayName', 'mobile', 'email', 'type', 'password', 'roles', 'groups'];

/** Makes a user with the password that it signs in with the first time. */
export function NewUser({ onMade, onClose }: { onMade: (id: number) => void; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common']);
  const [form] = Form.useForm<Values>();
  const [failure, setFailure] = useState<unknown>();
  const admin = useSession()?.user.type !== 'Normal';
  const create = useCreateUser();
  const type = Form.useWatch('type', form) ?? 'Normal';
  const optional = t('common:optional');
  const submit = (values: Values) => {
    setFailure(undefined);
    create.mutate(values, {
      onSuccess: ({ id }) => {
        announce('success', t('user.created'));
        onMade(id);
      },
      onError: (error) => setFailure(showFieldErrors(form, error, fields) ? undefined : error),
    });
  };
  const check = async () => {
    const name = form.getFieldValue('name') as string | undefined;
    if (!name) return;
    // The server says the last word when the form is sent: a check that fails tells nothing.
    const taken = await isTaken(name).catch(() => false);
    if (taken && form.getFieldValue('name') === name) form.setFields([{ name: 'name', errors: [t('user.taken')] }]);
  };
  return (
    <Panel
      title={t('user.new')}
      extra={
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('common:action.close')}
          onClick={onClose}
        />
      }
    >
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        className={styles.detail ?? ''}
        initialValues={{ type: 'Normal' }}
        onFinish={submit}
      >
        <Form.Item
          name="name"
          label={t('user.name')}
          extra={t('user.nameHint')}
          rules={[{ required: true, whitespace: true, message: t('user.nameNeeded') }]}
        >
          <Input maxLength={20} showCount autoComplete="off" onBlur={() => void check()} />
        </Form.Item>
        <Form.Item name="displayName" label={`${t('user.displayName')}${optional}`}>
          <Input maxLength={20} showCount autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('user.password')}
          extra={t('user.passwordHint')}
          rules={[{ required: true, min: 6, message: t('user.passwordNeeded') }]}
        >
          <Input.Password autoComplete="new-password" maxLength={64} />
        </Form.Item>
        <Form.Item name="type" label={t('user.type')} extra={t(`user.typeHint.${type}`)}>
          <Select
            options={(admin ? (['Normal', 'Admin'] as const) : (['Normal'] as const)).map((value) => ({
              value,
              label: t(`type.${value}`),
            }))}
          />
        </Form.Item>
        <Form.Item name="roles" label={`${t('user.roles')}${optional}`}>
          <RoleSelect />
        </Form.Item>
        <Form.Item name="groups" label={`${t('user.groups')}${optional}`}>
          <GroupSelect />
        </Form.Item>
        <Form.Item name="mobile" label={`${t('user.mobile')}${optional}`}>
          <Input maxLength={11} inputMode="numeric" autoComplete="off" />
        </Form.Item>
        <Form.Item name="email" label={`${t('user.email')}${optional}`}>
          <Input maxLength={254} autoComplete="off" />
        </Form.Item>
        <FormError error={failure} />
        <div className={styles.buttons}>
          <Button type="primary" htmlType="submit" loading={create.isPending}>
            {t('user.create')}
          </Button>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
        </div>
      </Form>
    </Panel>
  );
}
