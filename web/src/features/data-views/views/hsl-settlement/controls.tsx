import { Checkbox, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FittingChoice } from '../../components/fitting-choice';
import { mostVessels } from '../../model/level-line';
import { useTypeWord } from '../../model/type-word';
import type { ViewState } from '../../model/view-state';
import type { Line } from './use-line';

interface Props {
  data: Pick<Line, 'line' | 'look' | 'chosen'>;
  change: (change: Partial<ViewState>) => void;
}

/** Width in pixels of the range, the other choices and the tools. */
const barTaken = 760;

/** The kind of values, the reference of the view, and the vessels with a curve over time. */
export function LineChoices({ data: { line, look, chosen }, barWidth, change }: Props & { barWidth: number }) {
  const { t } = useTranslation('data-views');
  const typeWord = useTypeWord();
  const vessels = line?.vessels ?? [];
  return (
    <>
      <FittingChoice
        label={t('type.label')}
        options={look.types.map((value) => ({ value, label: typeWord(value) }))}
        value={look.valueType}
        room={barWidth && Math.max(1, barWidth - barTaken)}
        onChange={(type) => change({ type, window: null })}
      />
      <Select
        aria-label={t('line.referenceOf')}
        popupMatchSelectWidth={false}
        style={{ minWidth: 120 }}
        value={look.reference < 0 ? '' : String(vessels[look.reference]?.id)}
        options={[
          { value: '', label: t('line.stored') },
          ...vessels
            .filter((one) => !one.reference)
            .map(({ id, name }) => ({ value: String(id), label: t('line.against', { name }) })),
        ]}
        onChange={(end: string) => change({ end: end === '' ? null : end })}
      />
      <Select
        mode="multiple"
        style={{ minWidth: 130, maxWidth: 180 }}
        maxTagCount={0}
        maxTagPlaceholder={(list) => t('line.chosen', { count: list.length })}
        aria-label={t('line.vessels')}
        value={chosen}
        options={vessels.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(nodes: number[]) => change({ nodes: nodes.slice(-mostVessels) })}
      />
    </>
  );
}

/** What is drawn: limits, temperature, curves over time. */
export function LineShown({
  look,
  hidden,
  change,
}: Pick<ViewState, 'hidden'> & { look: Line['look'] } & Pick<Props, 'change'>) {
  const { t } = useTranslation('data-views');
  const hide = (part: string, hides: boolean) =>
    change({ hidden: [...hidden.filter((one) => one !== part), ...(hides ? [part] : [])] });
  return (
    <>
      <Checkbox
        checked={!hidden.includes('thresholds')}
        onChange={(event) => hide('thresholds', !event.target.checked)}
      >
        {t('profile.limits')}
      </Checkbox>
      <Checkbox checked={look.showsTemp} onChange={(event) => change({ right: event.target.checked ? 'temp' : null })}>
        {t('column.temp')}
      </Checkbox>
      <Checkbox checked={look.showsLines} onChange={(event) => hide('lines', !event.target.checked)}>
        {t('line.process')}
      </Checkbox>
    </>
  );
}
