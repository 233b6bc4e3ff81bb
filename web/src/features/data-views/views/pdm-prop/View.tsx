import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { ProcessStage } from '../../components/process-stage';
import type { ViewProps } from '../../model/view';
import { useViewState } from '../../model/view-state';
import { useFields, usePointVersion } from '../../queries/point';
import { useLatestReading, useReadings } from '../../queries/readings';
import { angleChoices, chordChoices, nodesShown, quantities, quantityOf, sectionRecipe } from './model';

const observedOnly = ['observed'] as const;
const placeFields = ['x', 'y'];
const most = 20;

/** pdm-prop: changes at chosen angles of a scanned section, of its chords or of its area, over time. */
export default function SectionProcessView({ zone, point, page, initial }: ViewProps) {
  const { t } = useTranslation(['data-views', 'common', 'charts']);
  const [state, change] = useViewState(point.id, initial);
  const fields = useFields(point);
  const latest = useLatestReading(point.id);
  const time = latest.data?.t ?? null;
  const times = useMemo(() => (time === null ? [] : [time]), [time]);
  const observed = useReadings({ pointId: point.id, times, valueTypes: observedOnly, fields: placeFields });
  const layout = usePointVersion<components['schemas']['PointProcessor']>(point, 'processor', time)?.ring;
  const quantity = quantityOf(state);
  const choices = useMemo(() => {
    const angles = angleChoices(time === null ? null : observed.data?.get(time), t);
    const all = angles.map((one) => one.no);
    return quantity === 'convergence' ? chordChoices(layout, all) : angles;
  }, [observed.data, time, layout, quantity, t]);
  const { mode, nodes: chosen } = state;
  const nodes = useMemo(
    () => nodesShown(quantity, { nodes: chosen }, choices, latest.data),
    [quantity, chosen, choices, latest.data],
  );
  const recipe = useMemo(
    () => sectionRecipe(point, quantity, nodes, choices, { mode }, t),
    [point, quantity, nodes, choices, mode, t],
  );
  const label = (name: string) => fields.find((one) => one.name === name)?.label ?? name;
  return (
    <ProcessStage
      slug={page.slug}
      {...{ zone, point, state, change, recipe }}
      controls={
        <>
          <Select
            style={{ minWidth: 96 }}
            aria-label={t('scan.quantity')}
            value={quantity}
            options={quantities
              .filter((value) => fields.some((one) => one.name === value))
              .map((value) => ({ value, label: label(value) }))}
            onChange={(value) => change({ fields: [value], nodes: [], window: null, type: null })}
          />
          {(quantity === 'radial' || quantity === 'convergence') && (
            <Select
              mode="multiple"
              style={{ minWidth: 150, maxWidth: 200 }}
              maxTagCount={0}
              maxTagPlaceholder={(list) => t('nodes.chosen', { count: list.length })}
              aria-label={t(quantity === 'radial' ? 'scan.points' : 'circular.chords')}
              value={nodes}
              options={choices.map(({ no, name }) => ({ value: no, label: name }))}
              onChange={(list: number[]) => change({ nodes: list.slice(-most) })}
            />
          )}
        </>
      }
      choices={
        <Select
          style={{ minWidth: 108 }}
          aria-label={t('smooth.label')}
          value={mode ?? 'none'}
          options={(['none', 'median3', 'mean24'] as const).map((value) => ({ value, label: t(`smooth.${value}`) }))}
          onChange={(value) => change({ mode: value === 'none' ? null : value })}
        />
      }
    />
  );
}
