import { Checkbox, Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { FormError } from '@/ui/form/form-error';
import { announce } from '@/ui/messages';
import { QueryPanel } from '@/ui/states';
import { DataTable } from '@/ui/table/data-table';
import { type DrillRecipient, useDrillPreview, useStartDrill } from '../drill-queries';
import styles from '../drills.module.css';

interface Props {
  projectId: number;
  level: number;
  onClose: () => void;
}

/** Asks before a drill starts, and shows who gets it. */
export function DrillDialog({ projectId, level: first, onClose }: Props) {
  const { t } = useTranslation(['drills', 'alert-rules', 'alerts', 'common']);
  const [level, setLevel] = useState(first);
  const [quiet, setQuiet] = useState(false);
  const preview = useDrillPreview(projectId, level);
  const start = useStartDrill(projectId);
  return (
    <Dialog
      open
      width={640}
      title={t('startTitle')}
      okText={t('start')}
      okButtonProps={{ loading: start.isPending, disabled: !preview.data?.messages }}
      onCancel={onClose}
      onOk={async () => {
        await start.mutateAsync({ level, quiet });
        announce('success', t('started'));
        onClose();
      }}
    >
      <FormError error={start.error} />
      <Form layout="vertical">
        <Form.Item label={t('level')} extra={t('levelHint')} htmlFor="drill-level">
          <Select<number>
            id="drill-level"
            value={level}
            options={[4, 3, 2, 1].map((value) => ({ value, label: t(`common:level.${value as 1}`) }))}
            onChange={setLevel}
          />
        </Form.Item>
        <Form.Item extra={t('quietHint')}>
          <Checkbox checked={quiet} onChange={({ target }) => setQuiet(target.checked)}>
            {t('quiet')}
          </Checkbox>
        </Form.Item>
      </Form>
      <QueryPanel query={preview} failure={t('previewFailed')} rows={3}>
        {({ list, messages, rules }) => (
          <>
            <p className={styles.will}>
              {list.length > 0 ? t('will', { messages, rules }) : t('nobody')}
              <small>{t('startHint')}</small>
            </p>
            <div className={styles.who}>
              <DataTable<DrillRecipient>
                label={t('recipient')}
                rowKey={({ alertRuleId, channel, accountId, webhookId, address }) =>
                  `${alertRuleId} ${channel} ${accountId} ${webhookId} ${address}`
                }
                dataSource={list}
                pagination={false}
                cards={['recipient', 'channel']}
                columns={[
                  { key: 'rule', title: t('rule'), ellipsis: true, render: (_, row) => row.alertRuleName },
                  {
                    key: 'recipient',
                    title: t('recipient'),
                    render: (_, row) => (
                      <>
                        {row.accountName || row.address || '–'}
                        {row.accountName && row.address && <small className={styles.under}>{row.address}</small>}
                        {row.reason && (
                          <small className={styles.fault}>
                            {t('unreachable', { reason: t(`alert-rules:messages.reason.${row.reason}`) })}
                          </small>
                        )}
                      </>
                    ),
                  },
                  {
                    key: 'channel',
                    title: t('channel'),
                    width: 110,
                    render: (_, row) => t(`alerts:message.channel.${row.channel}`),
                  },
                ]}
              />
            </div>
          </>
        )}
      </QueryPanel>
    </Dialog>
  );
}
