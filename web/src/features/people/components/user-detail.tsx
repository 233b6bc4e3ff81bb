import { CloseOutlined } from '@ant-design/icons';
import { App, Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '@/api/errors';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { useSession } from '@/entities/session/session-store';
import { Dialog } from '@/ui/dialog';
import { atMost, counted } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { fits, LimitedPassword } from '@/ui/form/limited';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import {
  type Account,
  useHandOut,
  useRemoveFactor,
  useRemoveUser,
  useSaveUser,
  useSetActive,
  useUnlock,
  useUser,
} from '../queries';
import styles from './people.module.css';
import { Removal } from './removal';
import { GroupSelect, RoleSelect } from './role-select';
import { UserState } from './user-state';

/** One user: identity, roles, and the available actions. */
export function UserDetail({ userId, onClose }: { userId: number; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common']);
  const query = useUser(userId);
  return (
    <Panel
      title={query.data?.name ?? ''}
      extra={
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('common:action.close')}
          onClick={onClose}
        />
      }
    >
      <QueryPanel query={query} failure={t('users.failed')} rows={8}>
        {(user) => (
          <div className={styles.detail}>
            <div className={styles.facts}>
              <UserState user={user} />
              <span>
                {t('column.lastUsed')} {user.lastUsedAt > 0 ? formatTime(user.lastUsedAt) : t('never')}
              </span>
            </div>
            {user.lockedUntil > 0 && <Locked user={user} />}
            <UserForm key={user.id} user={user} />
            <Can any={['Update:User']}>
              <Access user={user} />
              {user.secondFactor && <Factor user={user} />}
            </Can>
            <Remove user={user} onClose={onClose} />
          </div>
        )}
      </QueryPanel>
    </Panel>
  );
}

function Locked({ user }: { user: Account }) {
  const { t } = useTranslation('people');
  const unlock = useUnlock(user.id);
  return (
    <div className={styles.locked}>
      <p>{t('user.unlockHint', { time: formatTime(user.lockedUntil) })}</p>
      <Can any={['Update:User']}>
        <Button
          loading={unlock.isPending}
          onClick={() =>
            unlock.mutate(undefined, {
              onSuccess: () => announce('success', t('user.unlocked')),
              onError: (error) => announce('error', describeError(error)),
            })
          }
        >
          {t('user.unlock')}
        </Button>
      </Can>
    </div>
  );
}

function Factor({ user }: { user: Account }) {
  const { t } = useTranslation('people');
  const { modal } = App.useApp();
  const remove = useRemoveFactor(user.id);
  const ask = () =>
    modal.confirm({
      title: t('user.factor'),
      content: t('user.factorHint'),
      okText: t('user.factor'),
      okButtonProps: { danger: true },
      onOk: () =>
        remove
          .mutateAsync(undefined)
          .then(() => announce('success', t('user.factorRemoved')))
          .catch((error: unknown) => announce('error', describeError(error))),
    });
  return (
    <div className={styles.locked}>
      <p>{t('user.factorHint')}</p>
      <Button danger onClick={ask}>
        {t('user.factor')}
      </Button>
    </div>
  );
}

interface Values {
  displayName: string;
  mobile: string;
  email: string;
  type: 'Admin' | 'Normal';
  roles: number[];
  groups: number[];
}

const fields = ['displayName', 'mobile', 'email', 'type', 'roles', 'groups'];

function differs(a: readonly number[], b: readonly number[]): boolean {
  return a.length !== b.length || a.some((one) => !b.includes(one));
}

function UserForm({ user }: { user: Account }) {
  const { t } = useTranslation(['people', 'common']);
  const [form] = Form.useForm<Values>();
  const [failure, setFailure] = useState<unknown>();
  const mayEdit = useCan('Update:User');
  const me = useSession()?.user;
  const save = useSaveUser(user.id);
  const roles = user.roles.map((role) => role.id);
  const groups = user.groups.map((group) => group.id);
  const start = {
    displayName: user.displayName,
    mobile: user.mobile,
    email: user.email,
    type: user.type,
    roles,
    groups,
  };
  const changed = useFormChanged(form, start);
  useUnsaved(changed);
  const submit = ({ displayName, mobile, email, type, ...held }: Values) => {
    setFailure(undefined);
    save.mutate(
      {
        user: { displayName, mobile, email, ...(type === user.type ? {} : { type }) },
        ...(differs(held.roles, roles) ? { roles: held.roles } : {}),
        ...(differs(held.groups, groups) ? { groups: held.groups } : {}),
      },
      {
        onSuccess: () => announce('success', t('form.saved')),
        onError: (error) => setFailure(showFieldErrors(form, error, fields) ? undefined : error),
      },
    );
  };
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark={false}
      disabled={!mayEdit}
      initialValues={start}
      onFinish={submit}
    >
      <Form.Item name="displayName" rules={[atMost(20)]} label={`${t('user.displayName')}${t('common:optional')}`}>
        <Input count={counted(20)} />
      </Form.Item>
      <Form.Item name="mobile" rules={[atMost(11)]} label={`${t('user.mobile')}${t('common:optional')}`}>
        <Input inputMode="numeric" />
      </Form.Item>
      <Form.Item name="email" rules={[atMost(254)]} label={`${t('user.email')}${t('common:optional')}`}>
        <Input />
      </Form.Item>
      <Form.Item name="type" label={t('user.type')}>
        <Select
          disabled={!mayEdit || me?.id === user.id || me?.type === 'Normal'}
          options={(['Normal', 'Admin'] as const).map((value) => ({ value, label: t(`type.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="roles" label={t('user.roles')}>
        <RoleSelect held={user.roles} />
      </Form.Item>
      <Form.Item name="groups" label={t('user.groups')}>
        <GroupSelect held={user.groups} />
      </Form.Item>
      <FormError error={failure} />
      {mayEdit && (
        <Button type="primary" htmlType="submit" disabled={!changed} loading={save.isPending}>
          {t('common:action.save')}
        </Button>
      )}
    </Form>
  );
}

/** Password and account actions; not for the own account, which has the profile page. */
function Access({ user }: { user: Account }) {
  const { t } = useTranslation(['people', 'common']);
  const me = useSession()?.user.id;
  const setActive = useSetActive();
  const handOut = useHandOut(user.id);
  const [asking, setAsking] = useState<'password' | 'disable' | null>(null);
  const [password, setPassword] = useState('');
  if (me === user.id) return <p className={styles.quiet}>{t('user.self')}</p>;
  const close = () => {
    setAsking(null);
    setPassword('');
    handOut.reset();
    setActive.reset();
  };
  const switchTo = (active: boolean) =>
    setActive.mutate(
      { ids: [user.id], active },
      {
        onSuccess: () => {
          announce('success', t(active ? 'users.enabled' : 'users.disabled'));
          close();
        },
        onError: active ? (error) => announce('error', describeError(error)) : () => undefined,
      },
    );
  return (
    <section className={styles.block}>
      <div className={styles.buttons}>
        <Button onClick={() => setAsking('password')}>{t('user.handOut')}</Button>
        {user.active ? (
          <Button danger onClick={() => setAsking('disable')}>
            {t('users.disable')}
          </Button>
        ) : (
          <Button loading={setActive.isPending} onClick={() => switchTo(true)}>
            {t('users.enable')}
          </Button>
        )}
      </div>
      <Dialog
        open={asking === 'password'}
        width={420}
        title={t('user.handOutTitle', { name: user.name })}
        okText={t('user.handOut')}
        okButtonProps={{ disabled: password.length < 6 || !fits(password, 64), loading: handOut.isPending }}
        onCancel={close}
        onOk={() =>
          handOut.mutate(password, {
            onSuccess: () => {
              announce('success', t('user.handOutDone'));
              close();
            },
          })
        }
        destroyOnHidden
      >
        <p>{t('user.handOutHint')}</p>
        <LimitedPassword
          autoComplete="new-password"
          max={64}
          aria-label={t('user.password')}
          placeholder={t('user.passwordNeeded')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <FormError error={handOut.error ?? undefined} />
      </Dialog>
      <Dialog
        open={asking === 'disable'}
        width={420}
        title={t('users.disableTitle', { count: 1 })}
        okText={t('users.disable')}
        okButtonProps={{ danger: true, loading: setActive.isPending }}
        onCancel={close}
        onOk={() => switchTo(false)}
      >
        <p>
          <b>{user.name}</b>
        </p>
        <p>{t('users.disableHint')}</p>
        <FormError error={setActive.error ?? undefined} />
      </Dialog>
    </section>
  );
}

function Remove({ user, onClose }: { user: Account; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common']);
  const me = useSession()?.user.id;
  const remove = useRemoveUser(user.id);
  if (me === user.id) return null;
  return (
    <Removal
      permission="Delete:User"
      label={t('user.remove')}
      title={t('user.removeTitle', { name: user.name })}
      hint={t('user.removeHint')}
      removing={remove}
      onRemove={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            announce('success', t('user.removed'));
            onClose();
          },
        })
      }
    />
  );
}
