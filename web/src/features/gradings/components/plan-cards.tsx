import { App, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '@/entities/alert/level-tag';
import { useCan } from '@/entities/permission/permissions';
import { listText } from '@/ui/format/list';
import { announce } from '@/ui/messages';
import { QueryPanel } from '@/ui/states';
import { useAddress } from '@/ui/table/use-address';
import { asLevel } from '@/ui/theme/tokens';
import styles from '../gradings.module.css';
import { type Plan, useMembers, usePlans, useRemovePlan } from '../queries';
import { PlanDialog } from './plan-dialog';

const grades = [1, 2, 3, 4] as const;

/** The emergency plan of each grade: who responds in what time, and what is done. */
export function PlanCards({ projectId }: { projectId: number }) {
  const { t } = useTranslation(['gradings', 'common']);
  const query = usePlans(projectId);
  const [edited, setEdited] = useState<1 | 2 | 3 | 4>();
  const asked = Number(useAddress().search.get('grade')); // by the link in a mail
  return (
    <>
      <p className={styles.quiet}>{t('plansHint')}</p>
      <QueryPanel query={query} failure={t('failed')} rows={6}>
        {({ list }) => (
          <div className={styles.plans}>
            {grades.map((grade) => (
              <PlanCard
                key={grade}
                projectId={projectId}
                grade={grade}
                plan={list.find(({ level }) => level === grade)}
                asked={grade === asked}
                onEdit={() => setEdited(grade)}
              />
            ))}
          </div>
        )}
      </QueryPanel>
      {edited && query.data && (
        <PlanDialog
          projectId={projectId}
          grade={edited}
          plan={query.data.list.find(({ level }) => level === edited)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

interface CardProps {
  projectId: number;
  grade: 1 | 2 | 3 | 4;
  plan: Plan | undefined;
  asked: boolean;
  onEdit: () => void;
}

function PlanCard({ projectId, grade, plan, asked, onEdit }: CardProps) {
  const { t } = useTranslation(['gradings', 'common']);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (asked) card.current?.scrollIntoView({ block: 'center' });
  }, [asked]);
  const { modal } = App.useApp();
  const members = useMembers(projectId).data ?? [];
  const remove = useRemovePlan(projectId);
  const mayChange = useCan('Update:AlertRule');
  const people = (plan?.responders ?? []).map(({ accountId, name, duty }) => {
    const member = members.find(({ userId }) => userId === accountId);
    const who = accountId ? (member ? member.displayName || member.name : t('gone')) : (name ?? '');
    return duty ? `${who} (${duty})` : who;
  });
  return (
    <section
      ref={card}
      className={styles.plan}
      aria-label={plan?.name ?? t('noPlan')}
      aria-current={asked ? 'true' : undefined}
    >
      <header>
        <LevelTag level={asLevel(grade)} />
        <b>{plan?.name ?? t('noPlan')}</b>
      </header>
      {plan && (
        <>
          <p>{t('within', { time: timeText(plan.responseMinutes, t('minutes')) })}</p>
          <p>{t('respondersAre', { names: people.length > 0 ? listText(people) : t('nobody') })}</p>
          {plan.escalateToLevel ? (
            <p>{t('thenAsks', { grade: t(`common:level.${plan.escalateToLevel as 1}`) })}</p>
          ) : null}
          {plan.monitoringFrequency && <p>{t('frequencyIs', { text: plan.monitoringFrequency })}</p>}
          {plan.raiseInterval && (
            <p>
              {t('interval.is', {
                minutes: (plan.intervalSeconds ?? 0) / 60,
                longest: timeText(plan.longestMinutes ?? 0, t('minutes')),
              })}
            </p>
          )}
          {plan.measures && <p className={styles.quiet}>{plan.measures}</p>}
        </>
      )}
      {mayChange && (
        <span className={styles.conditions}>
          <Button size="small" onClick={onEdit}>
            {plan ? t('common:action.edit') : t('setUp')}
          </Button>
          {plan && (
            <Button
              size="small"
              danger
              onClick={() =>
                modal.confirm({
                  title: t('removePlanAsk', { name: plan.name }),
                  okText: t('common:action.delete'),
                  okButtonProps: { danger: true },
                  onOk: async () => {
                    await remove.mutateAsync(grade);
                    announce('success', t('removed'));
                  },
                })
              }
            >
              {t('common:action.delete')}
            </Button>
          )}
        </span>
      )}
    </section>
  );
}

/** Whole hours as hours, anything else as minutes. */
const timeText = (minutes: number, unit: string) => (minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} ${unit}`);
