import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { projectsQuery } from '@/api/project';
import { useSession } from '@/entities/session/session-store';
import { Dialog } from '@/ui/dialog';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { announce } from '@/ui/messages';
import styles from './keys.module.css';
import { permissionText } from './permission-text';
import { type KeyOwner, useCreateKey } from './queries';

interface Props {
  owner: KeyOwner;
  onClose: () => void;
}

interface Values {
  name: string;
  permissions: string[];
  projectId: number;
  days: number;
}

const day = 24 * 60 * 60 * 1000;
const lives = [30, 90, 180, 365, 730];
const corporationScopes = ['Corporation', 'User', 'UserGroup', 'Role', 'OperationLog'];

/** The permissions a key may have: those held, but only View for corporation-wide scopes. */
function offered(held: readonly string[]): string[] {
  return held.filter((one) => {
    const [action, scope = ''] = one.split(':');
    return action === 'View' || !corporationScopes.includes(scope);
  });
}

/** Creates an API key and shows it once. */
export function KeyDialog({ owner, onClose }: Props) {
  const { t } = useTranslation(['security', 'common']);
  const [form] = Form.useForm<Values>();
  const session = useSession();
  const [search, setSearch] = useState('');
  const projects = useQuery(projectsQuery({ name: search, pageSize: 50 }));
  const create = useCreateKey(owner);
  const [key, setKey] = useState('');
  const [failure, setFailure] = useState<unknown>();

  async function submit({ name, permissions, projectId, days }: Values) {
    setFailure(undefined);
    try {
      const made = await create.mutateAsync({
        name: name.trim(),
        permissions,
        projectId,
        expiresAt: Date.now() + days * day,
      });
      setKey(made.key);
    } catch (error) {
      setFailure(showFieldErrors(form, error, ['name', 'permissions', 'projectId']) ? undefined : error);
    }
  }

  async function copy() {
    await navigator.clipboard.writeText(key);
    announce('success', t('keys.copied'));
  }

  if (key)
    return (
      <Dialog open title={t('keys.made')} width={560} footer={null} closable={false} keyboard={false}>
        <p>{t('keys.madeWhy')}</p>
        <code className={styles.key}>{key}</code>
        <div className={styles.buttons}>
          {'clipboard' in navigator && <Button onClick={() => void copy()}>{t('keys.copy')}</Button>}
          <Button type="primary" onClick={onClose}>
            {t('keys.close')}
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog
      open
      width={560}
      title={t('userId' in owner ? 'keys.create' : 'keys.createService')}
      onCancel={onClose}
      onOk={form.submit}
      confirmLoading={create.isPending}
    >
      <Form<Values>
        name="new-key"
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ name: '', permissions: [], projectId: 0, days: 365 }}
        onFinish={submit}
      >
        <Form.Item
          name="name"
          label={t('keys.name')}
          rules={[
            { required: true, whitespace: true, message: t('keys.nameEmpty') },
            { max: 20, message: t('keys.limit20') },
          ]}
        >
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="permissions"
          label={t('keys.permissions')}
          rules={[{ required: true, type: 'array', min: 1, message: t('keys.permissionsEmpty') }]}
        >
          <Select
            mode="multiple"
            maxTagCount={6}
            optionFilterProp="label"
            options={offered(session?.permissions ?? []).map((value) => ({ value, label: permissionText(t, value) }))}
          />
        </Form.Item>
        <Form.Item name="projectId" label={t('keys.project')}>
          <Select
            showSearch
            filterOption={false}
            onSearch={setSearch}
            options={[
              { value: 0, label: t('keys.allProjects') },
              ...(projects.data?.list.map(({ id, name }) => ({ value: id, label: name })) ?? []),
            ]}
          />
        </Form.Item>
        <Form.Item name="days" label={t('keys.life')}>
          <Select options={lives.map((value) => ({ value, label: t('keys.days', { count: value }) }))} />
        </Form.Item>
        <FormError error={failure} />
      </Form>
    </Dialog>
  );
}
