import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AlertsNav } from '@/entities/alert/alerts-nav';
import { DayBars } from '@/entities/alert/day-bars';
import { useLive } from '@/entities/live/use-live';
import { Notice } from '@/ui/notice';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import { useAddress } from '@/ui/table/use-address';
import { ActorTable } from '../components/actor-table';
import { Figures } from '../components/figures';
import { LevelTable } from '../components/level-table';
import { LimitsTable } from '../components/limits-table';
import { StaleTable } from '../components/stale-table';
import { type Span, spanOf, spans } from '../model/span';
import styles from '../quality.module.css';
import { type Quality, useQuality } from '../queries';

/** How well the alerts of a project serve the people who handle them, over some days. */
export default function QualityPage() {
  const { t } = useTranslation(['alert-quality', 'alerts', 'common']);
  const projectId = Number(useParams().projectId ?? 0);
  const { search, put } = useAddress();
  const span = spanOf(search.get('span'));
  const query = useQuality(projectId, spans[span]);
  useLive(['alert'], () => void query.refetch(), projectId);
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <AlertsNav projectId={projectId} here="quality" />
        <Segmented<Span>
          aria-label={t('alerts:filter.span')}
          value={span}
          options={(Object.keys(spans) as Span[]).map((value) => ({ value, label: t(`alerts:span.${value}`) }))}
          onChange={(value) => put({ span: value === '30d' ? null : value })}
        />
      </div>
      {query.data ? (
        <div className={styles.parts} data-old={query.isPlaceholderData || undefined}>
          <Parts quality={query.data} projectId={projectId} span={span} />
        </div>
      ) : (
        <Panel title={t('title')} className={styles.full}>
          <QueryPanel query={query} rows={12} failure={t('failed')}>
            {() => null}
          </QueryPanel>
        </Panel>
      )}
    </div>
  );
}

function Parts({ quality, projectId, span }: { quality: Quality; projectId: number; span: Span }) {
  const { t } = useTranslation(['alert-quality', 'alerts', 'common']);
  const { timeZone: zone, until } = quality;
  const counted = (shown: readonly unknown[], total: number) => total > 0 && t('shown', { shown: shown.length, total });
  return (
    <>
      {quality.few && <Notice>{t('few', { count: quality.alerts })}</Notice>}
      <Figures quality={quality} projectId={projectId} span={span} />
      <div className={styles.pair}>
        <Panel fill title={t('days.title')}>
          <div className={styles.chart}>
            <DayBars days={quality.days} height={208} />
            <p className={styles.note}>{t('days.note')}</p>
          </div>
        </Panel>
        <Panel fill title={t('levels.title')}>
          <LevelTable levels={quality.levels} projectId={projectId} span={span} />
          <p className={styles.note}>{t('levels.note')}</p>
        </Panel>
      </div>
      <div className={styles.pair}>
        <Panel fill title={t('actors.title')} extra={t('actors.extra', { count: quality.chatters })}>
          <ActorTable actors={quality.worst} projectId={projectId} span={span} />
          <p className={styles.note}>{t('actors.note')}</p>
        </Panel>
        <Panel fill title={t('stale.title')} extra={counted(quality.stale, quality.stales)}>
          <StaleTable list={quality.stale} projectId={projectId} zone={zone} now={until} />
          <p className={styles.note}>{t('stale.note')}</p>
        </Panel>
      </div>
      <div className={styles.pair}>
        <Panel fill title={t('always.title')} extra={counted(quality.always, quality.constant)}>
          <LimitsTable list={quality.always} projectId={projectId} of="always" />
          <p className={styles.note}>{t('always.note')}</p>
        </Panel>
        <Panel fill title={t('never.title')} extra={counted(quality.never, quality.silent)}>
          <LimitsTable list={quality.never} projectId={projectId} of="never" />
          <p className={styles.note}>{t('never.note')}</p>
        </Panel>
      </div>
      <p className={styles.source}>{t('source')}</p>
    </>
  );
}
