import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from '../alert-rules.module.css';
import { longestMinutes, mostRungs, nextRung, type RuleForm } from '../model/form';
import { useMembers } from '../queries';
import { useWebhooks } from '../webhooks';

interface Props {
  projectId: number;
  values: RuleForm;
  disabled: boolean;
}

/** Who gets a message if nobody reacts, step by step. */
export function LadderFields({ projectId, values, disabled }: Props) {
  const { t } = useTranslation(['alert-rules', 'alerts', 'common']);
  const members = useMembers(projectId).data ?? [];
  const webhooks = useWebhooks(projectId).data?.list ?? [];
  const people = members.map(({ userId, displayName, name }) => ({ value: userId, label: displayName || name }));
  const gone = (accounts: readonly number[]) =>
    accounts
      .filter((id) => members.length > 0 && !members.some(({ userId }) => userId === id))
      .map((value) => ({ value, label: t('gone') }));
  return (
    <>
      <h3>{t('ladder.title')}</h3>
      <Form.List name="ladder">
        {(rungs, { add, remove }) => (
          <>
            {rungs.map(({ key, name }, i) => (
              <div key={key} className={styles.rung}>
                <Form.Item
                  name={[name, 'afterMinutes']}
                  label={t('ladder.after')}
                  rules={[
                    {
                      validator: (_, after: number | null) =>
                        after !== null && after > (values.ladder[i - 1]?.afterMinutes ?? 0)
                          ? Promise.resolve()
                          : Promise.reject(new Error(t('ladder.afterWrong'))),
                    },
                  ]}
                >
                  <InputNumber
                    min={1}
                    max={longestMinutes}
                    precision={0}
                    suffix={t('ladder.unit')}
                    className={styles.number ?? ''}
                  />
                </Form.Item>
                <Form.Item
                  name={[name, 'accountIds']}
                  label={t('ladder.members')}
                  rules={[
                    {
                      validator: (_, list: number[] | undefined) =>
                        (list ?? []).length + (values.ladder[i]?.webhookIds ?? []).length > 0
                          ? Promise.resolve()
                          : Promise.reject(new Error(t('ladder.nobody'))),
                    },
                  ]}
                >
                  <Select
                    mode="multiple"
                    optionFilterProp="label"
                    options={[...people, ...gone(values.ladder[i]?.accountIds ?? [])]}
                  />
                </Form.Item>
                {webhooks.length > 0 && (
                  <Form.Item name={[name, 'webhookIds']} label={t('webhooks')}>
                    <Select
                      mode="multiple"
                      optionFilterProp="label"
                      options={webhooks.map(({ id, name: label }) => ({ value: id, label }))}
                    />
                  </Form.Item>
                )}
                <Button
                  type="text"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={t('ladder.remove', { step: i + 1 })}
                  disabled={disabled}
                  onClick={() => remove(name)}
                />
              </div>
            ))}
            {rungs.length < mostRungs && (
              <Button
                icon={<PlusOutlined aria-hidden />}
                disabled={disabled}
                onClick={() => add(nextRung(values.ladder))}
              >
                {t('ladder.add')}
              </Button>
            )}
          </>
        )}
      </Form.List>
      <p className={styles.hint}>{t('ladder.hint')}</p>
    </>
  );
}
