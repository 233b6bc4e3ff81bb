import { Button, Select } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { useZone } from '@/entities/project/use-project';
import { followLink } from '@/ui/download';
import { FormError } from '@/ui/form/form-error';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { Panel } from '@/ui/panel';
import { PanelEmpty, PanelSkeleton } from '@/ui/states';
import { usePdfPages } from '../../project/components/pdf-pages';
import { type Kind, kinds, usualPeriod } from '../../project/model/period';
import { type Checked, fileAddress, useTrial } from '../queries';
import styles from '../templates.module.css';

const day = 86_400_000;

interface Props {
  projectId: number;
  template: Checked;
  /** Reports by the template are made as PDF. */
  printed: boolean;
  /** The page has changes that are not saved: a trial does not have them. */
  changed: boolean;
}

/** A report by the stored template with the real data of the project, as it is printed. */
export function Trial({ projectId, template, printed, changed }: Props) {
  const { t } = useTranslation(['report-templates', 'project-reports']);
  const zone = useZone(projectId);
  const mayAsk = [useCan('Create:Report'), useCan('View:Data')].every(Boolean);
  const [now] = useState(Date.now);
  const [kind, setKind] = useState<Kind>('day');
  const [period, setPeriod] = useState(() => usualPeriod('day', now, zone) ?? { start: now - day, end: now });
  const { ask, report, failure } = useTrial(projectId);
  const format = printed ? 'pdf' : template.format;
  const done = report?.status === 'done' ? report : undefined;
  const pdf = done?.format === 'pdf' ? done : undefined;
  const frame = useRef<HTMLDivElement>(null);
  const { tools, pages, total } = usePdfPages(
    pdf && { sha256: pdf.sha256, address: () => fileAddress(projectId, pdf.id) },
    frame,
  );
  const wrong = period.end <= period.start;
  const making = ask.isPending || report?.status === 'pending';

  function run() {
    const { id, version } = template;
    ask.mutate({ kind, ...period, format, templateId: id, templateVersion: version });
  }

  if (!mayAsk) {
    return (
      <Panel title={t('trial.title')}>
        <PanelEmpty title={t('trial.noRight')} />
      </Panel>
    );
  }
  return (
    <Panel fill title={t('trial.title')} extra={pdf && tools}>
      <div className={styles.column}>
        <div className={styles.asked}>
          <Select<Kind>
            aria-label={t('trial.kind')}
            value={kind}
            options={kinds.map((value) => ({ value, label: t(`project-reports:kind.${value}`) }))}
            onChange={(chosen) => {
              setKind(chosen);
              setPeriod(usualPeriod(chosen, now, zone) ?? period);
            }}
          />
          <ZonedPicker
            zone={zone}
            label={t('trial.from')}
            value={period.start}
            onChange={(start) => start && setPeriod({ ...period, start })}
          />
          <ZonedPicker
            zone={zone}
            label={t('trial.to')}
            value={period.end}
            onChange={(end) => end && setPeriod({ ...period, end })}
          />
        </div>
        <div ref={frame} className={styles.result}>
          {making ? (
            <Making percent={report?.progress ?? 0} />
          ) : pdf ? (
            pages
          ) : done ? (
            <PanelEmpty
              title={t('trial.made')}
              hint={t('trial.noPdf', { format: template.format.toUpperCase() })}
              action={
                <Button onClick={async () => followLink(await fileAddress(projectId, done.id))}>
                  {t('trial.save', { format: done.format.toUpperCase() })}
                </Button>
              }
            />
          ) : report?.status === 'error' ? (
            <PanelEmpty title={t('trial.failed')} hint={report.reason} />
          ) : printed ? (
            <PanelEmpty title={t('trial.title')} hint={t('trial.hint')} />
          ) : (
            <PanelEmpty
              title={t('trial.noPdf', { format: template.format.toUpperCase() })}
              hint={t('trial.noPdfHint', { format: template.format.toUpperCase() })}
            />
          )}
        </div>
        {wrong && <p className={styles.wrong}>{t('trial.wrong')}</p>}
        <FormError error={failure} />
        <div className={styles.foot}>
          <span role="status">
            {changed
              ? t('trial.storedOnly', { version: template.version })
              : done &&
                !making && (
                  <Made seconds={(done.finishedAt - done.createdAt) / 1000} pages={total} unknown={template.unknown} />
                )}
          </span>
          <Button type={done ? 'default' : 'primary'} loading={making} disabled={wrong} onClick={run}>
            {t('trial.run', { format: format.toUpperCase() })}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function Making({ percent }: { percent: number }) {
  const { t } = useTranslation('report-templates');
  return (
    <div role="status">
      <PanelSkeleton rows={12} />
      <p className={styles.making}>{percent > 0 ? t('trial.progress', { percent }) : t('trial.making')}</p>
    </div>
  );
}

/** How long it took, and what it has. */
function Made({ seconds, pages, unknown }: { seconds: number; pages: number; unknown: number }) {
  const { t, i18n } = useTranslation('report-templates');
  const parts = [
    t('trial.done', { seconds: seconds.toLocaleString(i18n.language, { maximumFractionDigits: 1 }) }),
    ...(pages > 0 ? [t('trial.pages', { count: pages })] : []),
    unknown > 0 ? t('trial.unknown', { count: unknown }) : t('trial.allKnown'),
  ];
  return parts.join(' · ');
}
