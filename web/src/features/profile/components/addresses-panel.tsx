import { CheckCircleOutlined } from '@ant-design/icons';
import { Button, Popconfirm } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '@/api/types';
import type { Channel } from '@/entities/account/address';
import { useSignOptions } from '@/entities/account/sign-options';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { useUpdateProfile } from '../queries';
import { AddressDialog } from './address-dialog';
import styles from './addresses-panel.module.css';

/** The own e-mail address and mobile: what they are, whether they were proven, and how to change them. */
export function AddressesPanel({ user }: { user: User }) {
  const { t } = useTranslation(['profile', 'account']);
  const options = useSignOptions();
  const { mutate: update, isPending } = useUpdateProfile();
  const [changing, setChanging] = useState<Channel>();
  const rows = [
    { channel: 'mail' as const, label: t('email'), value: user.email, verified: user.emailVerified },
    { channel: 'sms' as const, label: t('mobile'), value: user.mobile, verified: user.mobileVerified },
  ];
  return (
    <Panel title={t('addresses')}>
      <QueryPanel query={options} rows={2}>
        {({ channels }) => (
          <>
            <dl className={styles.rows}>
              {rows.map(({ channel, label, value, verified }) => (
                <div key={channel} className={styles.row}>
                  <dt>{label}</dt>
                  <dd>
                    <span className={styles.value}>{value || t('account:own.none')}</span>
                    {value && (
                      <small>
                        {verified && <CheckCircleOutlined aria-hidden />}{' '}
                        {t(verified ? 'account:own.verified' : 'account:own.unverified')}
                      </small>
                    )}
                  </dd>
                  <dd className={styles.actions}>
                    <Button onClick={() => setChanging(channel)}>{t('account:own.change')}</Button>
                    {value && (
                      <Popconfirm
                        title={t(`account:own.removeAsk.${channel}`)}
                        onConfirm={() => update(channel === 'mail' ? { email: '' } : { mobile: '' })}
                      >
                        <Button loading={isPending}>{t('account:own.remove')}</Button>
                      </Popconfirm>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
            {changing && (
              <AddressDialog
                channel={changing}
                proven={channels.includes(changing)}
                onClose={() => setChanging(undefined)}
              />
            )}
          </>
        )}
      </QueryPanel>
    </Panel>
  );
}
