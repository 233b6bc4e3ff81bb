import { DownOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover, Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../../components/analysis.module.css';
import { Named } from '../../components/analysis-page';
import { FitChoice } from '../../components/fit-choice';
import { ReadingsChoice, type ReadingsChoiceProps } from '../../components/readings-choice';
import {
  type CauseKind,
  causeFrom,
  causes,
  causeText,
  cycleCounts,
  heldShares,
  powerCounts,
  rainDays,
  trends,
} from '../../model/environment';
import { useCauseName } from './side';
import type { Environment } from './use-environment';

interface Props extends ReadingsChoiceProps {
  environment: Pick<Environment, 'proposals' | 'causes' | 'points'>;
}

/** Readings, terms of the model, fitted part and what is held out of it. */
export function EnvironmentControls({ zone, point, state, change, analyzed, environment }: Props) {
  const { t } = useTranslation('analysis');
  const chosen = causes.filter((kind) => environment.causes[kind]);
  const count = chosen.length + (state.trend === 'none' ? 0 : 1) + (state.cycles > 0 ? 1 : 0);
  return (
    <>
      <ReadingsChoice {...{ zone, point, state, change, analyzed }} />
      <Popover trigger="click" placement="bottomLeft" content={<Terms {...{ point, state, change, environment }} />}>
        <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
          {t('environment.terms', { count })}
        </Button>
      </Popover>
      <FitChoice label={t('fit.label')} {...{ zone, state, change }} />
      <Named name={t('environment.held')}>
        <Select
          aria-label={t('environment.held')}
          popupMatchSelectWidth={false}
          value={state.held}
          options={heldShares.map((value) => ({
            value: value as number,
            label: value === 0 ? t('environment.heldNone') : t('environment.heldShare', { percent: value }),
          }))}
          onChange={(held: number) => change({ held })}
        />
      </Named>
    </>
  );
}

function Terms({ point, state, change, environment }: Pick<Props, 'point' | 'state' | 'change' | 'environment'>) {
  const { t } = useTranslation('analysis');
  return (
    <div className={styles.choice}>
      <Pair label={t('environment.time')}>
        <Select
          aria-label={t('environment.time')}
          value={state.trend}
          options={trends.map((value) => ({ value, label: t(`environment.trend.${value}`) }))}
          onChange={(trend) => change({ trend })}
        />
      </Pair>
      <Pair label={t('environment.season')}>
        <Segmented
          aria-label={t('environment.season')}
          value={state.cycles}
          options={cycleCounts.map((value) => ({
            value: value as number,
            label: value === 0 ? t('environment.none') : t('environment.cycles', { count: value }),
          }))}
          onChange={(cycles) => change({ cycles })}
        />
      </Pair>
      {causes.map((kind) => (
        <CauseChoice key={kind} {...{ kind, point, change, environment }} />
      ))}
      {environment.causes.level && (
        <Pair label={t('environment.powers')}>
          <Segmented
            aria-label={t('environment.powers')}
            value={state.powers}
            options={powerCounts.map((value) => ({
              value: value as number,
              label: ['', 'h', 'h, h²', 'h, h², h³'][value],
            }))}
            onChange={(powers) => change({ powers })}
          />
        </Pair>
      )}
      {environment.causes.rain && (
        <Pair label={t('environment.days')}>
          <Checkbox.Group
            value={[...state.days]}
            options={rainDays.map((value) => ({
              value: value as number,
              label: t('ahead.days', { count: value }),
              disabled: state.days.length === 1 && state.days[0] === value,
            }))}
            onChange={(days) => change({ days: rainDays.filter((one) => days.includes(one)) })}
          />
        </Pair>
      )}
    </div>
  );
}

interface CauseChoiceProps extends Pick<Props, 'point' | 'change' | 'environment'> {
  kind: CauseKind;
}

function CauseChoice({ kind, point, change, environment: { proposals, causes: chosen, points } }: CauseChoiceProps) {
  const { t } = useTranslation('analysis');
  const nameOf = useCauseName(point, points);
  const cause = chosen[kind];
  const listed = proposals[kind].map((one) => ({ value: causeText(one), label: nameOf(one) }));
  const other = cause && !listed.some(({ value }) => value === causeText(cause));
  return (
    <Pair label={t(`environment.${kind}`)}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t(`environment.${kind}`)}
        value={causeText(cause)}
        options={[
          { value: causeText(null), label: listed.length > 0 ? t('environment.none') : t('environment.noPoint') },
          ...listed,
          ...(other ? [{ value: causeText(cause), label: nameOf(cause) }] : []),
        ]}
        onChange={(text: string) => change({ [kind]: causeFrom(text) })}
      />
    </Pair>
  );
}

function Pair({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.pair}>
      <span className={styles.label}>{label}</span>
      {children}
    </div>
  );
}
