import { Checkbox, Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from '../alert-rules.module.css';
import { useDuty } from '../duty-queries';
import { channels } from '../model/form';
import { useChannels, useMembers } from '../queries';
import { useWebhooks } from '../webhooks';
import { some } from './some';

interface Props {
  projectId: number;
  accountIds: readonly number[];
  duty: boolean;
  disabled: boolean;
}

/** Who gets the messages of a rule, and how. */
export function RecipientFields({ projectId, accountIds, duty, disabled }: Props) {
  const { t } = useTranslation(['alert-rules', 'alerts']);
  const members = useMembers(projectId).data ?? [];
  const reach = useChannels(projectId).data;
  const webhooks = useWebhooks(projectId).data?.list ?? [];
  const roster = useDuty(projectId).data;
  const person = roster?.people.find(({ accountId }) => accountId === roster.accountId)?.name;
  const gone = accountIds.filter((id) => members.length > 0 && !members.some(({ userId }) => userId === id));
  return (
    <>
      <h3>{t('section.recipients')}</h3>
      {roster && (
        <Form.Item
          name="duty"
          valuePropName="checked"
          extra={
            roster.exists ? (
              t('dutyHint')
            ) : (
              <>
                {t('dutyNone')} ·{' '}
                <Link className={styles.inText ?? ''} to={`/projects/${projectId}/alerts/duty`}>
                  {t('dutySetUp')}
                </Link>
              </>
            )
          }
        >
          <Checkbox disabled={disabled || (!roster.exists && !duty)}>
            {[t('duty'), person].filter(Boolean).join(' · ')}
          </Checkbox>
        </Form.Item>
      )}
      <Form.Item name="accountIds" label={t('members')} extra={t('membersHint')}>
        <Select
          mode="multiple"
          optionFilterProp="label"
          options={[
            ...members.map(({ userId, displayName, name, email }) => ({
              value: userId,
              label: [displayName || name, email].filter(Boolean).join(' · '),
            })),
            ...gone.map((value) => ({ value, label: t('gone') })),
          ]}
        />
      </Form.Item>
      <Form.Item name="channels" label={t('channels')} extra={t('channelsHint')} rules={[some(t('channelsEmpty'))]}>
        <Select
          mode="multiple"
          options={channels.map((value) => ({
            value,
            label: `${t(`alerts:message.channel.${value}`)}${reach && !reach[value] ? t('channelOff') : ''}`,
          }))}
        />
      </Form.Item>
      <Form.Item name="emailList" label={t('addresses')} extra={t('addressesHint')}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ';', ' ', '，', '；']} />
      </Form.Item>

      <Form.Item name="mobileList" label={t('mobiles')} extra={t('mobilesHint')}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ';', ' ', '，', '；']} />
      </Form.Item>
      <Form.Item name="byCode" valuePropName="checked" extra={t('byCodeHint')}>
        <Checkbox>{t('byCode')}</Checkbox>
      </Form.Item>
      {webhooks.length > 0 && (
        <Form.Item name="webhookIds" label={t('webhooks')}>
          <Select
            mode="multiple"
            optionFilterProp="label"
            options={webhooks.map(({ id, name, kind }) => ({
              value: id,
              label: `${name} · ${t(`alerts:message.channel.${kind}`)}`,
            }))}
          />
        </Form.Item>
      )}
    </>
  );
}
