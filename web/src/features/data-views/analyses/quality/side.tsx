import { CheckOutlined, CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { casingUnit, useCorrectionText } from '@/entities/correction/correction-text';
import { type Correction, useCorrections } from '@/entities/correction/queries';
import { useRevokeDialog } from '@/entities/correction/revoke-dialog';
import { useCan } from '@/entities/permission/permissions';
import { formatNumber, withUnit } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { DataTable } from '@/ui/table/data-table';
import styles from '../../components/analysis.module.css';
import { AnalysisFacts } from '../../components/analysis-page';
import { checksumText } from '../../components/survey-texts';
import { errorDecimals } from '../../model/error-decimals';
import { useKnown } from '../../model/known';
import { mostScatter } from '../../model/surveys';
import type { PointState } from '../../model/types';
import type { CasingQuality } from '../../queries/casing';
import { ApplyDialog } from './apply-dialog';
import { type Effect, effectsOf } from './model';

type Fact = readonly [string, string];
type Term = CasingQuality['terms'][number];
type Condition = CasingQuality['conditions'][number];

const effectText = ({ value, error }: Effect) =>
  value === null ? '—' : `${formatNumber(value, 2)} ± ${formatNumber(error, 2)}`;

/** useQualityFacts says what was compared, how good the readings are, and what the errors come to. */
export function useQualityFacts(quality: CasingQuality | null, zone: string): Fact[] {
  const { t } = useTranslation(['analysis', 'data-views']);
  if (!quality) return [];
  const { survey, base, effect, noise } = quality;
  const digits = (value: number | null) => withUnit(formatNumber(value, 2), t('data-views:survey.digit'));
  const [x, y] = effectsOf(effect);
  const checksums = (one: CasingQuality['survey']) =>
    one.b.mean === null ? checksumText(one.a) : `A ${checksumText(one.a)}, B ${checksumText(one.b)}`;
  return [
    [t('quality.survey'), formatTime(survey.time, zone, 'list')],
    [t('quality.base'), formatTime(base.time, zone, 'list')],
    [t('quality.checksumsOf', { name: t('quality.survey') }), checksums(survey)],
    [t('quality.checksumsOf', { name: t('quality.base') }), checksums(base)],
    [t('quality.limit'), `± ${mostScatter}`],
    [t('quality.zone'), `${formatNumber(quality.zone, 1)} – ${formatNumber(quality.to, 1)} m`],
    [t('quality.readings'), t('quality.stations', { count: quality.stations, readings: quality.readings })],
    [t('quality.rms'), digits(quality.before)],
    [t('quality.deviation'), digits(quality.deviation)],
    ...(noise === null ? [] : [[t('quality.noise'), digits(noise)] as const]),
    [t('quality.effect', { axis: 'x' }), withUnit(effectText(x), 'mm')],
    ...(y.value === null ? [] : [[t('quality.effect', { axis: 'y' }), withUnit(effectText(y), 'mm')] as const]),
  ];
}

interface Props {
  quality: CasingQuality | null;
  facts: readonly Fact[];
  point: PointState;
  zone: string;
}

/** The estimated errors, under which conditions they stand, and the corrections made of them. */
export function QualitySide({ quality, facts, point, zone }: Props) {
  const { t } = useTranslation('analysis');
  const mayCorrect = useCan('Update:Data');
  const known = useKnown();
  const [open, setOpen] = useState(false);
  return (
    <>
      {quality && (
        <Panel title={t('quality.terms')} fill>
          <Terms list={quality.terms} />
          <div className={styles.words}>
            {quality.terms.some(({ low, high }) => low <= 0 && high >= 0) && <p>{t('quality.insignificant')}</p>}
            {quality.applied && <p>{t('quality.applied')}</p>}
            {mayCorrect && known === null && (
              <Button type="primary" onClick={() => setOpen(true)}>
                {t(quality.applied ? 'quality.applyAgain' : 'quality.apply')}
              </Button>
            )}
          </div>
          {open && <ApplyDialog {...{ quality, point, zone }} onClose={() => setOpen(false)} />}
        </Panel>
      )}
      <Applied {...{ point, zone }} />
      {facts.length > 0 && (
        <Panel title={t('result')} fill>
          <AnalysisFacts facts={facts} />
        </Panel>
      )}
      <Panel title={t('conditions')} fill>
        {quality && (
          <ul className={styles.conditions}>
            {quality.conditions.map((one) => (
              <ConditionLine key={one.name} condition={one} />
            ))}
          </ul>
        )}
        <div className={styles.words}>
          <p>{t('quality.method')}</p>
          <p>{t('quality.model')}</p>
          <p>{t('quality.limits')}</p>
        </div>
      </Panel>
    </>
  );
}

function Terms({ list }: { list: readonly Term[] }) {
  const { t } = useTranslation(['analysis', 'console']);
  // Of the axis that the error acts on more.
  const most = ({ effect }: Term) => effectsOf(effect).reduce((a, b) => ((b.error ?? 0) > (a.error ?? 0) ? b : a));
  return (
    <DataTable<Term>
      label={t('quality.terms')}
      rowKey={(one) => one.name}
      dataSource={[...list]}
      columns={[
        {
          key: 'term',
          title: t('quality.term'),
          render: (_, one) =>
            `${t(`console:correction.term.${one.name}`)} (${casingUnit(one.name, t('console:correction.digit'))})`,
        },
        {
          key: 'value',
          title: t('quality.value'),
          align: 'right',
          render: (_, one) => {
            const decimals = errorDecimals(one.standardError);
            const text = `${formatNumber(one.value, decimals)} ± ${formatNumber(one.standardError, decimals)}`;
            return <span className={styles.moment}>{text}</span>;
          },
        },
        {
          key: 'effect',
          title: `${t('quality.effectShort')} (mm)`,
          align: 'right',
          render: (_, one) => <span className={styles.moment}>{effectText(most(one))}</span>,
        },
      ]}
    />
  );
}

function ConditionLine({ condition: { name, met, value, limit } }: { condition: Condition }) {
  const { t } = useTranslation('analysis');
  const decimals = name === 'enough' ? 0 : 2;
  const figures = { value: formatNumber(value, decimals), limit: formatNumber(limit, decimals) };
  return (
    <li data-met={met}>
      {met ? <CheckOutlined aria-label={t('met')} /> : <CloseOutlined aria-label={t('notMet')} />}
      <span>{t(`quality.condition.${name}`, figures)}</span>
    </li>
  );
}

/** Corrections of systematic errors in effect; each can be revoked. */
function Applied({ point, zone }: { point: PointState; zone: string }) {
  const { t } = useTranslation('analysis');
  const query = useCorrections(point.structureId, point.id);
  const tell = useCorrectionText(point.measurement);
  const revoking = useRevokeDialog(point, zone, tell);
  const known = useKnown();
  const list = (query.data ?? []).filter(
    ({ kind, recordedAt, takenBackAt }) =>
      kind === 'casing' &&
      (known === null ? takenBackAt === 0 : recordedAt <= known && (takenBackAt === 0 || takenBackAt > known)),
  );
  if (list.length === 0) return null;
  return (
    <Panel title={t('quality.corrections')} fill>
      <DataTable<Correction>
        label={t('quality.corrections')}
        rowKey={(one) => one.id}
        dataSource={list.sort((a, b) => b.from - a.from)}
        columns={[
          { key: 'survey', title: t('quality.survey'), render: (_, one) => formatTime(one.from, zone, 'list') },
          { key: 'what', title: t('quality.terms'), render: (_, one) => tell(one) },
          ...(known === null
            ? [
                {
                  key: 'action',
                  title: '',
                  align: 'right' as const,
                  render: (_: unknown, one: Correction) => revoking.button(one),
                },
              ]
            : []),
        ]}
      />
      {revoking.dialog}
    </Panel>
  );
}
