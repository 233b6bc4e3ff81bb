import { Button, Form, Input, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoleName } from '@/entities/account/use-role-name';
import { Dialog } from '@/ui/dialog';
import { atMost } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { announce } from '@/ui/messages';
import { type Member, useAddMember, useAssignableRoles, useCandidates, useUpdateMember } from '../queries/members';
import styles from './member-dialog.module.css';

interface Props {
  projectId: number;
  zone: string;
  /** Null adds a member. */
  member: Member | null;
  /** Whether accounts of the project's corporation can be picked by name. */
  ownCorporation: boolean;
  /** Opens the confirmation for removing the member. */
  onRemove: (member: Member) => void;
  onClose: () => void;
}

interface Values {
  userId?: number;
  name?: string;
  password?: string;
  roles: number[];
  until?: number | null;
}

const fields = ['userId', 'name', 'password', 'roles', 'until'];

/** Adds a member, or changes a member's roles and expiry. */
export function MemberDialog({ projectId, zone, member, ownCorporation, onRemove, onClose }: Props) {
  const { t } = useTranslation(['people', 'common']);
  const roleName = useRoleName();
  const [form] = Form.useForm<Values>();
  const [own, setOwn] = useState(ownCorporation);
  const [looking, setLooking] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const assignable = useAssignableRoles(projectId, true).data?.list ?? [];
  const candidates = useCandidates(projectId, looking, own && member === null);
  const add = useAddMember(projectId);
  const update = useUpdateMember(projectId, member?.userId ?? 0);
  const held = (member?.roles ?? []).filter((role) => !assignable.some((one) => one.id === role.id));
  const start = member ? { roles: member.roles.map((role) => role.id), until: member.until || null } : {};
  const changed = useFormChanged(form, start);
  const unsaved = useUnsaved(changed);
  const submit = ({ until, ...values }: Values) => {
    setFailure(undefined);
    const options = {
      onSuccess: () => {
        unsaved.saved();
        announce('success', t(member ? 'members.saved' : 'members.added'));
        onClose();
      },
      onError: (error: unknown) => setFailure(showFieldErrors(form, error, fields) ? undefined : error),
    };
    if (member) update.mutate({ roles: values.roles, until: until ?? 0 }, options);
    else add.mutate({ ...values, until: until ?? 0 }, options);
  };
  return (
    <Dialog
      open
      width={480}
      title={member ? t('members.edit', { name: member.name }) : t('members.add')}
      okText={member ? t('common:action.save') : t('members.add')}
      okButtonProps={{ loading: add.isPending || update.isPending, disabled: member !== null && !changed }}
      onCancel={() => unsaved.leave(onClose)}
      onOk={() => form.submit()}
      footer={(_, { OkBtn, CancelBtn }) => (
        <div className={styles.buttons}>
          {member && (
            <Button danger onClick={() => onRemove(member)}>
              {t('members.remove')}
            </Button>
          )}
          <span className={styles.space} />
          <CancelBtn />
          <OkBtn />
        </div>
      )}
    >
      <Form<Values> form={form} layout="vertical" requiredMark={false} initialValues={start} onFinish={submit}>
        {!member && ownCorporation && (
          <Form.Item>
            <Segmented
              value={own ? 'own' : 'other'}
              options={[
                { value: 'own', label: t('members.own') },
                { value: 'other', label: t('members.other') },
              ]}
              onChange={(value) => setOwn(value === 'own')}
            />
          </Form.Item>
        )}
        {!member && own && (
          <Form.Item
            name="userId"
            label={t('members.account')}
            rules={[{ required: true, message: t('members.accountNeeded') }]}
          >
            <Select
              showSearch={{ filterOption: false, onSearch: setLooking }}
              loading={candidates.isFetching}
              placeholder={t('picker.search')}
              options={(candidates.data?.list ?? []).map((one) => ({
                value: one.id,
                label: one.displayName ? `${one.name}·${one.displayName}` : one.name,
              }))}
            />
          </Form.Item>
        )}
        {!member && !own && (
          <>
            <Form.Item
              name="name"
              label={t('members.otherName')}
              extra={t('members.otherHint')}
              rules={[{ required: true, whitespace: true, message: t('members.accountNeeded') }, atMost(100)]}
            >
              <Input autoComplete="off" />
            </Form.Item>
            <Form.Item
              name="password"
              label={t('members.password')}
              rules={[{ required: true, message: t('members.passwordNeeded') }, { max: 200 }]}
            >
              <Input.Password autoComplete="off" />
            </Form.Item>
          </>
        )}
        <Form.Item
          name="roles"
          label={t('members.roles')}
          rules={[{ required: true, type: 'array', min: 1, message: t('members.rolesNeeded') }]}
        >
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            options={[...held, ...assignable].map((role) => ({ value: role.id, label: roleName(role) }))}
          />
        </Form.Item>
        <Form.Item name="until" label={`${t('members.until')}${t('common:optional')}`} extra={t('members.untilHint')}>
          <ZonedPicker zone={zone} allowClear placeholder={t('members.forever')} />
        </Form.Item>
        <FormError error={failure} />
      </Form>
    </Dialog>
  );
}
