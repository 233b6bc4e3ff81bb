import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import styles from '../duty.module.css';
import { type DutyRoster, type DutySwap, useWithdrawSwap } from '../duty-queries';

interface Props {
  projectId: number;
  roster: DutyRoster;
  zone: string;
  onEdit: () => void;
  onSwap: () => void;
}

/** The turns and the swaps of a roster. */
export function DutySide({ projectId, roster, zone, onEdit, onSwap }: Props) {
  const { t, i18n } = useTranslation(['duty', 'common']);
  const { modal } = App.useApp();
  const mayChange = useCan('Update:AlertRule');
  const withdraw = useWithdrawSwap(projectId);
  const person = (id: number) => roster.people.find((one) => one.accountId === id);
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' });
  const span = ({ from, to }: DutySwap) => `${formatTime(from, zone, 'list')} – ${formatTime(to, zone, 'list')}`;

  function askWithdraw(swap: DutySwap) {
    modal.confirm({
      title: t('withdrawAsk', { name: person(swap.accountId)?.name ?? '', span: span(swap) }),
      content: t('withdrawHint'),
      okText: t('withdraw'),
      okButtonProps: { danger: true },
      onOk: async () => {
        await withdraw.mutateAsync(swap.id);
        announce('success', t('withdrawn'));
      },
    });
  }

  return (
    <div className={styles.side}>
      <Panel
        title={t('turns')}
        extra={
          mayChange && (
            <Button size="small" onClick={onEdit}>
              {t('common:action.edit')}
            </Button>
          )
        }
      >
        <div className={styles.pad}>
          <p className={styles.rule}>
            {t('handOver', {
              weekday: weekday.format(Date.parse(roster.firstDate)),
              time: `${String(roster.hour).padStart(2, '0')}:00`,
            })}
            <small>{zone}</small>
          </p>
          <ol className={styles.turns}>
            {roster.accountIds.map((id) => (
              <li key={id}>
                {person(id)?.name}
                {!person(id)?.here && <small>{t('leftSkipped')}</small>}
              </li>
            ))}
          </ol>
        </div>
      </Panel>
      <Panel
        title={t('swaps')}
        extra={
          mayChange && (
            <Button size="small" type="primary" onClick={onSwap}>
              {t('addSwap')}
            </Button>
          )
        }
      >
        <div className={styles.pad}>
          {roster.swaps.length === 0 ? (
            <p className={styles.hint}>{t('noSwaps')}</p>
          ) : (
            <ul className={styles.swaps}>
              {roster.swaps.map((swap) => (
                <li key={swap.id} data-gone={swap.withdrawnAt > 0 || undefined}>
                  <b>{person(swap.accountId)?.name}</b>
                  <span>{span(swap)}</span>
                  <small>
                    {t('entered', {
                      name: person(swap.recordedBy)?.name ?? '',
                      time: formatTime(swap.recordedAt, zone, 'list'),
                    })}
                    {swap.withdrawnAt > 0 &&
                      ` · ${t('takenBack', {
                        name: person(swap.withdrawnBy)?.name ?? '',
                        time: formatTime(swap.withdrawnAt, zone, 'list'),
                      })}`}
                  </small>
                  {mayChange && swap.withdrawnAt === 0 && swap.to > roster.now && (
                    <Button size="small" onClick={() => askWithdraw(swap)}>
                      {t('withdraw')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
      </Panel>
    </div>
  );
}
