import { Button, Pagination, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateMark } from '@/entities/command/state-mark';
import { Can } from '@/entities/permission/can';
import { useSession } from '@/entities/session/session-store';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { pageSize, type Software, type Upgrade, useCancel, useRetry, useUpgrades } from '../queries';
import styles from '../software.module.css';

const looks = { progress: 'going', success: 'done', fail: 'failed' } as const;
const reasons = ['refused', 'timeout', 'expired', 'cancelled', 'notReported'];

/** The upgrades of devices to a file's version, or without a file all upgrades. */
export function UpgradesPanel({
  software,
  onAssign,
  onClose,
}: {
  software: Software | null;
  onAssign: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['software', 'common']);
  const [state, setState] = useState<Upgrade['state'] | ''>('');
  const [page, setPage] = useState(1);
  const query = useUpgrades({ page, ...(software && { softwareId: software.id }), ...(state && { state }) });
  const retry = useRetry();
  const cancel = useCancel(useSession()?.user.corporationId ?? 0);
  const reasonOf = ({ reason }: Upgrade) => (reasons.includes(reason) ? t(`reason.${reason as 'refused'}`) : reason);
  return (
    <Panel
      title={software ? software.name : t('allUpgrades')}
      extra={
        <Button type="text" onClick={onClose}>
          {t('common:action.close')}
        </Button>
      }
    >
      {software && (
        <dl className={styles.facts}>
          <dt>SHA-256</dt>
          <dd className={styles.mono}>{software.sha256}</dd>
          <dt>{t('notice')}</dt>
          <dd>{software.notice || t('common:none')}</dd>
        </dl>
      )}
      <div className={styles.tools}>
        <Segmented
          aria-label={t('column.state')}
          value={state}
          options={(['', 'progress', 'success', 'fail'] as const).map((value) => ({
            value,
            label: value === '' ? t('common:action.all') : t(`state.${value}`),
          }))}
          onChange={(next) => {
            setState(next);
            setPage(1);
          }}
        />
        {software && (
          <>
            <a href={software.url} download={software.name}>
              {t('download')}
            </a>
            <Can any={['Update:Device']}>
              <Button type="primary" onClick={onAssign}>
                {t('assign')}
              </Button>
            </Can>
          </>
        )}
      </div>
      <div aria-live="polite">
        <QueryPanel
          query={query}
          failure={t('failed')}
          rows={6}
          isEmpty={({ list }) => list.length === 0}
          empty={<PanelEmpty title={t('noUpgrades')} />}
        >
          {({ list }) => (
            <ul className={styles.upgrades}>
              {list.map((one) => (
                <li key={one.id}>
                  <span className={styles.two}>
                    <b>{one.deviceName}</b>
                    <small>
                      {one.versionBefore || '—'} → {one.version} · {formatTime(one.createdAt)} · {one.createdBy}
                    </small>
                    {one.state === 'fail' && (
                      <small className={styles.error}>
                        {one.message ? t('answered', { reason: reasonOf(one), message: one.message }) : reasonOf(one)}
                      </small>
                    )}
                  </span>
                  <span className={styles.state}>
                    <StateMark look={one.step === 'hanging' ? 'hanging' : looks[one.state]}>
                      {one.state === 'progress' ? t(`step.${one.step}`) : t(`state.${one.state}`)}
                    </StateMark>
                    {one.state === 'progress' && one.step !== 'installing' && (
                      <Can any={['Update:Device']}>
                        <Button
                          type="link"
                          loading={cancel.isPending && cancel.variables?.id === one.id}
                          onClick={() => cancel.mutate(one)}
                        >
                          {t('common:action.cancel')}
                        </Button>
                      </Can>
                    )}
                    {one.state === 'fail' && (
                      <Can any={['Update:Device']}>
                        <Button
                          type="link"
                          loading={retry.isPending && retry.variables === one.id}
                          onClick={() => retry.mutate(one.id)}
                        >
                          {t('retry')}
                        </Button>
                      </Can>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </QueryPanel>
      </div>
      {(query.data?.total ?? 0) > pageSize && (
        <Pagination
          simple
          current={page}
          pageSize={pageSize}
          total={query.data?.total ?? 0}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </Panel>
  );
}
