import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from '../gradings.module.css';
import { type ContingencyFields, useMembers } from '../queries';

/** The people of a contingency plan: members of the project with the phones of their accounts, and people outside. */
export function OrganisationFields({ projectId, disabled }: { projectId: number; disabled: boolean }) {
  const { t } = useTranslation('gradings');
  const form = Form.useFormInstance<ContingencyFields>();
  const members = useMembers(projectId).data ?? [];
  const people = Form.useWatch('organisation', form) ?? [];
  const phoneOf = (account: number) => members.find(({ userId }) => userId === account)?.mobile || t('noPhone');
  return (
    <Form.List name="organisation">
      {(fields, { add, remove }) => (
        <div className={styles.rows}>
          {fields.map(({ key, name }) => {
            const person = people[name];
            const known = members.some(({ userId }) => userId === person?.accountId);
            return (
              <div key={key} className={styles.conditions}>
                <Form.Item name={[name, 'role']} noStyle rules={[{ required: true, message: t('roleEmpty') }]}>
                  <Input aria-label={t('role')} placeholder={t('role')} className={styles.wide ?? ''} />
                </Form.Item>
                <Form.Item name={[name, 'accountId']} noStyle>
                  <Select
                    aria-label={t('person')}
                    className={styles.wide ?? ''}
                    showSearch={{ optionFilterProp: 'label' }}
                    options={[
                      { value: 0, label: t('outside') },
                      ...(person?.accountId && !known
                        ? [{ value: person.accountId, label: person.name || t('gone') }]
                        : []),
                      ...members.map(({ userId, displayName, name: login }) => ({
                        value: userId,
                        label: displayName || login,
                      })),
                    ]}
                  />
                </Form.Item>
                {person?.accountId ? (
                  <span className={styles.quiet}>{known ? phoneOf(person.accountId) : t('gone')}</span>
                ) : (
                  <>
                    <Form.Item name={[name, 'name']} noStyle rules={[{ required: true, message: t('nameEmpty') }]}>
                      <Input aria-label={t('name')} placeholder={t('name')} className={styles.short ?? ''} />
                    </Form.Item>
                    <Form.Item name={[name, 'mobile']} noStyle>
                      <Input aria-label={t('mobile')} placeholder={t('mobile')} className={styles.short ?? ''} />
                    </Form.Item>
                  </>
                )}
                {!disabled && (
                  <Button
                    size="small"
                    type="text"
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={t('removePerson')}
                    onClick={() => remove(name)}
                  />
                )}
              </div>
            );
          })}
          <span>
            <Button
              size="small"
              icon={<PlusOutlined aria-hidden />}
              disabled={disabled || fields.length >= 100}
              onClick={() => add({ role: '', accountId: members[0]?.userId ?? 0, name: '', mobile: '' })}
            >
              {t('addPerson')}
            </Button>
          </span>
        </div>
      )}
    </Form.List>
  );
}
