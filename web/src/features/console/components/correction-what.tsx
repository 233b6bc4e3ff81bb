import { Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAttributes, useDeviceType, useLabel } from '@/api/catalog';
import editors from '@/entities/configuration/editors/editors.module.css';
import { Field } from '@/entities/configuration/editors/field';
import type { CorrectionFields } from '@/entities/correction/queries';
import { NumberField } from '@/ui/form/number-field';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { kinds } from '../model/correction';
import type { Point } from '../queries/points';

interface Props {
  point: Point;
  zone: string;
  value: CorrectionFields;
  onChange: (change: Partial<CorrectionFields>) => void;
}

const wide = { width: '100%' };

/** The effect of a correction: its kind, its time, and the fields and nodes it changes. */
export function CorrectionWhat(props: Props) {
  const { point, zone, value, onChange } = props;
  const { t } = useTranslation(['console', 'explain']);
  const arrays = useDeviceType(point.category)?.nodes ?? false;
  const withdraws = value.kind === 'withdraw';
  return (
    <>
      <Segmented
        value={value.kind}
        aria-label={t('correction.kind')}
        options={kinds.map((kind) => ({ value: kind, label: t(`explain:kind.${kind}`) }))}
        onChange={(kind) =>
          onChange({ kind, fields: [], values: {}, amount: 0, to: kind === 'withdraw' ? value.from : 0 })
        }
      />
      <div className={editors.grid}>
        <Field label={withdraws ? t('correction.begin') : t('correction.from')}>
          <ZonedPicker
            zone={zone}
            label={t('correction.from')}
            value={value.from}
            onChange={(from) => from && onChange({ from })}
          />
        </Field>
        {withdraws && (
          <Field label={t('correction.end')}>
            <ZonedPicker
              zone={zone}
              label={t('correction.end')}
              value={value.to ?? value.from}
              onChange={(to) => to && onChange({ to })}
            />
          </Field>
        )}
        {value.kind === 'shift' && <Shift {...props} />}
        {arrays && value.kind !== 'topshift' && <Nodes {...props} />}
        {withdraws && <WithdrawnFields {...props} />}
        {(value.kind === 'topshift' || value.kind === 'replace' || value.kind === 'initshift') && <Values {...props} />}
      </div>
    </>
  );
}

/** The attributes of the point that a correction can change. */
function useChangeable(point: Point) {
  return useAttributes(point.measurement).filter((a) => a.valueTypes.length > 0);
}

function useFieldOptions(point: Point) {
  const say = useLabel();
  return useChangeable(point).map((a) => ({ value: a.name, label: `${say(a.label)} ${a.unit}` }));
}

function Shift({ point, value, onChange }: Props) {
  const { t } = useTranslation('console');
  const options = useFieldOptions(point);
  return (
    <>
      <Field label={t('thresholds.field')}>
        <Select
          aria-label={t('thresholds.field')}
          style={wide}
          value={value.fields?.[0] ?? null}
          options={options}
          onChange={(field: string) => onChange({ fields: [field] })}
        />
      </Field>
      <Field label={t('correction.amount')}>
        <NumberField
          label={t('correction.amount')}
          value={value.amount ?? 0}
          onChange={(amount) => onChange({ amount: amount ?? 0 })}
        />
      </Field>
    </>
  );
}

function Nodes({ value, onChange }: Props) {
  const { t } = useTranslation('console');
  return (
    <Field label={t('correction.nodes')}>
      <Select
        mode="tags"
        aria-label={t('correction.nodes')}
        style={wide}
        placeholder={t('correction.allNodes')}
        value={(value.nodes ?? []).map(String)}
        tokenSeparators={[',', ' ']}
        open={false}
        onChange={(nodes: string[]) => onChange({ nodes: nodes.filter((no) => /^\d{1,4}$/.test(no)).map(Number) })}
      />
    </Field>
  );
}

function WithdrawnFields({ point, value, onChange }: Props) {
  const { t } = useTranslation(['console', 'common']);
  const options = useFieldOptions(point);
  return (
    <Field label={`${t('thresholds.field')}${t('common:optional')}`}>
      <Select
        mode="multiple"
        aria-label={t('thresholds.field')}
        style={wide}
        placeholder={t('correction.allFields')}
        value={value.fields ?? []}
        options={options}
        onChange={(fields: string[]) => onChange({ fields })}
      />
    </Field>
  );
}

function Values({ point, value, onChange }: Props) {
  const say = useLabel();
  const attributes = useChangeable(point);
  const names = value.kind === 'topshift' ? ['x', 'y'] : attributes.map((a) => a.name);
  return names.map((name) => {
    const known = attributes.find((a) => a.name === name);
    const label = known ? `${say(known.label)} ${known.unit}` : `${name} mm`;
    return (
      <Field key={name} label={label}>
        <NumberField
          label={label}
          value={value.values?.[name] ?? null}
          onChange={(number) => {
            const { [name]: _old, ...rest } = value.values ?? {};
            onChange({ values: number === null ? rest : { ...rest, [name]: number } });
          }}
        />
      </Field>
    );
  });
}
