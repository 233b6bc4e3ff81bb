import { CloseOutlined } from '@ant-design/icons';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '@/entities/session/session-store';
import { atMost, counted } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
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

/** The start of a new user. */
const start = { type: 'Normal' } as const;
const fields = ['name', 'displayName', 'mobile', 'email', 'type', 'password', 'roles', 'groups'];

/** Creates a user with an initial password. */
export function NewUser({ onMade, onClose }: { onMade: (id: number) => void; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common']);
  const [form] = Form.useForm<Values>();
  const [failure, setFailure] = useState<unknown>();
  const admin = useSession()?.user.type !== 'Normal';
  const create = useCreateUser();
  const unsaved = useUnsaved(useFormChanged(form, start));
  const type = Form.useWatch('type', form) ?? 'Normal';
  const optional = t('common:optional');
  const submit = (values: Values) => {
    setFailure(undefined);
    create.mutate(values, {
      onSuccess: ({ id }) => {
        unsaved.saved();
        announce('success', t('user.created'));
        onMade(id);
      },
      onError: (error) => setFailure(showFieldErrors(form, error, fields) ? undefined : error),
    });
  };
  const check = async () => {
    const name = form.getFieldValue('name') as string | undefined;
    if (!name) return;
    // The server checks again on submit, so a failed check shows nothing.
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
          onClick={() => unsaved.leave(onClose)}
        />
      }
    >
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        className={styles.detail ?? ''}
        initialValues={start}
        onFinish={submit}
      >
        <Form.Item
          name="name"
          label={t('user.name')}
          extra={t('user.nameHint')}
          rules={[{ required: true, whitespace: true, message: t('user.nameNeeded') }, atMost(20)]}
        >
          <Input count={counted(20)} autoComplete="off" onBlur={() => void check()} />
        </Form.Item>
        <Form.Item name="displayName" rules={[atMost(20)]} label={`${t('user.displayName')}${optional}`}>
          <Input count={counted(20)} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('user.password')}
          extra={t('user.passwordHint')}
          rules={[{ required: true, min: 6, message: t('user.passwordNeeded') }, { max: 64 }]}
        >
          <Input.Password autoComplete="new-password" />
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
        <Form.Item name="mobile" rules={[atMost(11)]} label={`${t('user.mobile')}${optional}`}>
          <Input inputMode="numeric" autoComplete="off" />
        </Form.Item>
        <Form.Item name="email" rules={[atMost(254)]} label={`${t('user.email')}${optional}`}>
          <Input autoComplete="off" />
        </Form.Item>
        <FormError error={failure} />
        <div className={styles.buttons}>
          <Button type="primary" htmlType="submit" loading={create.isPending}>
            {t('user.create')}
          </Button>
          <Button onClick={() => unsaved.leave(onClose)}>{t('common:action.cancel')}</Button>
        </div>
      </Form>
    </Panel>
  );
}
