import { DownOutlined } from '@ant-design/icons';
import { Button, Popover, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '@/ui/form/number-field';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { formatTime } from '@/ui/format/time';
import styles from '../../components/analysis.module.css';
import { Labelled, Named } from '../../components/analysis-page';
import { ReadingsChoice, type ReadingsChoiceProps } from '../../components/readings-choice';
import { resolveRange } from '../../model/range';
import { farthestLag, longestDistance, relates, searches, tolerances, windows } from '../../model/relations';
import { OtherChoice } from './other-choice';
import { hoursText } from './texts';
import type { Other } from './use-other';

interface Props extends ReadingsChoiceProps {
  other: Other;
}

/** What is related, and how: the readings, the other ones, pairing, lag, distance, window and uniform creep. */
export function RelationsControls({ zone, point, state, change, analyzed, other }: Props) {
  const { t } = useTranslation('analysis');
  const { relate } = state;
  return (
    <>
      <Segmented
        aria-label={t('relations.what')}
        value={relate}
        options={relates.map((value) => ({ value, label: t(`relations.${value}`) }))}
        onChange={(value) => change({ relate: value })}
      />
      <ReadingsChoice {...{ zone, point, state, change, analyzed }} />
      {relate !== 'movement' && <OtherChoice {...{ other, change }} />}
      {relate === 'scatter' && <LagChoice {...{ state, change }} />}
      {relate !== 'movement' && (
        <Named name={t('relations.tolerance')}>
          <Select
            aria-label={t('relations.tolerance')}
            popupMatchSelectWidth={false}
            value={state.tolerance}
            options={tolerances.map((value) => ({
              value: value as number,
              label: value === 0 ? t('relations.interval') : hoursText(value / 3600, t),
            }))}
            onChange={(tolerance: number) => change({ tolerance })}
          />
        </Named>
      )}
      {relate === 'difference' && (
        <Named name={t('relations.distance')}>
          <NumberChoice
            label={t('relations.distance')}
            unit="m"
            value={state.distance}
            min={0}
            max={longestDistance}
            onChange={(distance) => change({ distance: distance || null })}
          />
        </Named>
      )}
      {relate === 'movement' && (
        <>
          <Named name={t('relations.over')}>
            <Select
              aria-label={t('relations.over')}
              popupMatchSelectWidth={false}
              value={state.over}
              options={windows.map((value) => ({
                value: value as number,
                label: value === 0 ? t('relations.adjacent') : hoursText(value, t),
              }))}
              onChange={(over: number) => change({ over })}
            />
          </Named>
          <CreepChoice {...{ zone, state, change }} />
        </>
      )}
    </>
  );
}

type ChoiceProps = Pick<Props, 'state' | 'change'>;

/** The lag: given in hours, or searched within some. */
function LagChoice({ state: { lag, within }, change }: ChoiceProps) {
  const { t } = useTranslation('analysis');
  return (
    <Named name={t('relations.lag')}>
      <Select
        aria-label={t('relations.search')}
        popupMatchSelectWidth={false}
        value={within}
        options={searches.map((value) => ({
          value: value as number,
          label: value === 0 ? t('relations.given') : t('relations.within', { text: hoursText(value, t) }),
        }))}
        onChange={(value: number) => change({ within: value })}
      />
      {within === 0 && (
        <NumberChoice
          label={t('relations.lag')}
          unit="h"
          value={lag}
          min={-farthestLag}
          max={farthestLag}
          onChange={(value) => change({ lag: value ?? 0 })}
        />
      )}
    </Named>
  );
}

interface NumberProps {
  label: string;
  unit: string;
  value: number | null;
  min: number;
  max: number;
  onChange: (value: number | null) => void;
}

/** A number that counts once the field is left, or Enter is pressed: each one is a request. */
function NumberChoice({ label, unit, value, min, max, onChange }: NumberProps) {
  const [typed, setTyped] = useState<number | null | undefined>();
  const save = () => {
    if (typed !== undefined && typed !== value) onChange(typed);
    setTyped(undefined);
  };
  return (
    <span className={styles.number}>
      <NumberField
        {...{ label, min, max }}
        value={typed === undefined ? value : typed}
        onChange={setTyped}
        onBlur={save}
        onKeyDown={({ key }) => key === 'Enter' && save()}
      />
      {unit}
    </span>
  );
}

/** The span of uniform creep: two times, also set by dragging on the chart. */
function CreepChoice({ zone, state: { creep, range }, change }: ChoiceProps & { zone: string }) {
  const { t } = useTranslation('analysis');
  const { start, end } = resolveRange(range, Date.now());
  const [from, to] = creep ?? [start, end];
  const text = (time: number) => formatTime(time, zone, 'list');
  return (
    <Named name={t('relations.creep')}>
      <Popover
        trigger="click"
        placement="bottomLeft"
        content={
          <div className={styles.choice}>
            <Labelled name={t('relations.creepFrom')}>
              <ZonedPicker
                zone={zone}
                label={t('relations.creepFrom')}
                value={creep && from}
                onChange={(time) => time && time < to && change({ creep: [time, to] })}
              />
            </Labelled>
            <Labelled name={t('relations.creepTo')}>
              <ZonedPicker
                zone={zone}
                label={t('relations.creepTo')}
                value={creep && to}
                onChange={(time) => time && time > from && change({ creep: [from, time] })}
              />
            </Labelled>
            <span className={styles.label}>{t('relations.drag')}</span>
            {creep && <Button onClick={() => change({ creep: null })}>{t('relations.noCreep')}</Button>}
          </div>
        }
      >
        <Button icon={<DownOutlined aria-hidden />} iconPlacement="end" title={t('relations.creep')}>
          {creep ? `${text(from)} – ${text(to)}` : t('relations.unset')}
        </Button>
      </Popover>
    </Named>
  );
}
