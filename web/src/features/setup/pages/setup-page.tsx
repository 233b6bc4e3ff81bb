import { CheckOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useMeasurementName } from '@/api/catalog';
import type { Device } from '@/api/devices';
import { Secret } from '@/entities/device/device-access';
import { defaultZone, formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelSkeleton } from '@/ui/states';
import { FormulaStep, ThresholdStep } from '../components/judging-steps';
import { DeviceStep, formId, PointStep, ProjectStep, StructureStep } from '../components/making-steps';
import { MessageStep } from '../components/message-step';
import { NextSteps } from '../components/next-steps';
import { currentStep, doneSteps, reachable, type StepKey, stepKeys } from '../model/steps';
import { type Chain, useChain } from '../queries';
import styles from '../setup.module.css';

/** Steps whose button submits their form. */
const forms: readonly StepKey[] = ['project', 'structure', 'point', 'device', 'formula', 'threshold'];

/** From an empty system to a judged point in eight steps; the next step is derived from what exists. */
export default function SetupPage() {
  const { t } = useTranslation('setup');
  const [search, setSearch] = useSearchParams();
  const number = (name: string) => Number(search.get(name)) || 0;
  const chain = useChain({
    projectId: number('project'),
    structureId: number('structure'),
    pointId: number('point'),
    fresh: search.has('new'),
  });
  const [kept, setKept] = useState<{ device: Device; secret: string } | null>(null);
  const [keySeen, setKeySeen] = useState(false);
  const zone = chain.project?.timeZone || defaultZone;
  const done = doneSteps({
    project: Boolean(chain.project),
    structure: Boolean(chain.structure),
    point: Boolean(chain.point),
    device: Boolean(chain.device),
    // The secret of an earlier device cannot be shown again: only that of a new one must be copied.
    key: keySeen || kept === null,
    message: chain.frames.length > 0,
    formula: Boolean(chain.formula?.rules.length),
    initial: Boolean(chain.initial),
    threshold: Boolean(chain.thresholds?.list.length),
  });
  const asked = search.get('step') as StepKey | null;
  const step = asked && stepKeys.includes(asked) && reachable(asked, done) ? asked : currentStep(done);
  const go = (to: StepKey | null, more: Record<string, number> = {}) => {
    const next = new URLSearchParams(search);
    next.delete('step');
    next.delete('new');
    if (to) next.set('step', to);
    for (const [name, value] of Object.entries(more)) next.set(name, String(value));
    setSearch(next);
  };
  if (chain.pending) return <PanelSkeleton rows={8} />;
  const count = stepKeys.filter((key) => done[key]).length;
  const secret = kept && kept.device.id === chain.device?.id ? kept.secret : '';
  const bodies: Record<StepKey, ReactNode> = {
    project: <ProjectStep onDone={(id) => go(null, { project: id })} />,
    structure: <StructureStep projectId={chain.projectId} onDone={() => go(null, { project: chain.projectId })} />,
    point: <PointStep chain={chain} onDone={() => go(null)} />,
    device: (
      <DeviceStep chain={chain} onMade={(device, made) => setKept({ device, secret: made })} onDone={() => go('key')} />
    ),
    key: secret ? <Secret secret={secret} /> : <p className={styles.label}>{t('key.gone')}</p>,
    message: chain.device ? <MessageStep chain={chain} device={chain.device} secret={secret} zone={zone} /> : null,
    formula: <FormulaStep chain={chain} onDone={() => go('threshold')} />,
    threshold: <ThresholdStep chain={chain} onDone={() => go(null)} />,
  };
  return (
    <div className={styles.page}>
      <Panel title={t('steps')} extra={t('progress', { count, total: stepKeys.length })} className={styles.steps}>
        <ol className={styles.list}>
          {stepKeys.map((key, i) => (
            <li key={key}>
              <button
                type="button"
                disabled={!reachable(key, done)}
                aria-current={key === step ? 'step' : undefined}
                data-done={done[key]}
                onClick={() => go(key)}
              >
                <i aria-hidden>{done[key] ? <CheckOutlined /> : i + 1}</i>
                <span>
                  {t(`step.${key}`)}
                  <small>{resultOf(key, done[key], chain, zone) || t(done[key] ? 'ready' : 'todo')}</small>
                </span>
              </button>
            </li>
          ))}
        </ol>
      </Panel>
      <Panel
        fill
        title={step ? `${stepKeys.indexOf(step) + 1} ${t(`head.${step}`)}` : t('finished.title')}
        className={styles.main}
      >
        <div className={styles.column}>
          <div key={step} className={styles.body}>
            {step ? bodies[step] : <Finished chain={chain} device={chain.device} secret={secret} zone={zone} />}
          </div>
          <footer className={styles.foot}>
            <span>{t('saved')}</span>
            <Link to="/dashboard">{t('later')}</Link>
            {step && forms.includes(step) && (
              <Button key={step} type="primary" htmlType="submit" form={formId}>
                {t(`action.${step as 'project'}`)}
              </Button>
            )}
            {step === 'key' && (
              <Button
                type="primary"
                onClick={() => {
                  setKeySeen(true);
                  go('message');
                }}
              >
                {t('action.key')}
              </Button>
            )}
            {step === 'message' && (
              <Button type="primary" disabled={!done.message} onClick={() => go('formula')}>
                {t('action.message')}
              </Button>
            )}
          </footer>
        </div>
      </Panel>
      <Built chain={chain}>
        <NextSteps chain={chain} step={step} done={done} />
      </Built>
    </div>
  );
}

/** The second line of a step: its outcome. */
function resultOf(key: StepKey, done: boolean, chain: Chain, zone: string): string {
  if (!done) return '';
  const results: Partial<Record<StepKey, string | undefined>> = {
    project: chain.project?.name,
    structure: chain.structure?.name,
    point: chain.point?.name,
    device: chain.device?.register || chain.device?.sncode,
    message: formatTime(chain.frames.at(-1)?.received ?? 0, zone),
  };
  return results[key] ?? '';
}

/** What exists so far, each with a link to its page. */
function Built({ chain, children }: { chain: Chain; children: ReactNode }) {
  const { t } = useTranslation(['setup', 'common', 'console']);
  const measurementName = useMeasurementName();
  const rows = [
    [t('step.project'), chain.project?.name],
    [t('zone'), chain.project?.timeZone],
    [t('step.structure'), chain.structure?.name],
    [t('step.point'), chain.point?.name],
    [t('common:entity.measurement'), chain.point && measurementName(chain.point.measurement)],
    [t('console:devices.model'), chain.device?.model],
    [t('console:devices.register'), chain.device?.register],
  ].filter(([, value]) => value);
  return (
    <Panel
      title={t('built')}
      className={styles.side}
      extra={chain.projectId > 0 && <Link to={`/projects/${chain.projectId}/console`}>{t('change')}</Link>}
    >
      {rows.length === 0 ? (
        <p className={styles.nothing}>{t('nothing')}</p>
      ) : (
        <dl className={styles.built}>
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </Panel>
  );
}

interface FinishedProps {
  chain: Chain;
  device: Device | undefined;
  secret: string;
  zone: string;
}

/** All steps are done: what is judged from now on, and where alerts appear. */
function Finished({ chain, device, secret, zone }: FinishedProps) {
  const { t } = useTranslation('setup');
  const point = chain.point;
  return (
    <>
      <p className={styles.lead}>{t('finished.hint', { point: point?.name })}</p>
      <div className={styles.ways}>
        <Link to={`/projects/${chain.projectId}/alerts`}>{t('finished.alerts')}</Link>
        <Link to={`/projects/${chain.projectId}/monitor-new/structures/${chain.structure?.id}/mps/${point?.id}`}>
          {t('finished.curve')}
        </Link>
      </div>
      {device && <MessageStep chain={chain} device={device} secret={secret} zone={zone} />}
    </>
  );
}
