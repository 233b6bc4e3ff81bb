import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import type { components } from '@/api/schema.gen';
import { formatNumber, withUnit } from '@/ui/format/number';
import styles from './editors.module.css';

export type PointInput = components['schemas']['PointInput'];

/** Reports whether any reading has arrived; before that the fields are those of the device type. */
export const begun = (inputs: readonly PointInput[]) => inputs.some((one) => one.time > 0);

interface Props {
  inputs: readonly PointInput[];
  onPick: (name: string) => void;
}

/** The inputs a formula can use, with their newest values; a click inserts the name. */
export function FormulaInputs({ inputs, onPick }: Props) {
  const { t } = useTranslation('configuration');
  const say = useLabel();
  if (inputs.length === 0) return null;
  return (
    <fieldset className={styles.inputs}>
      <legend className={styles.hint}>{t(begun(inputs) ? 'inputs.sent' : 'inputs.ofType')}</legend>
      {inputs.map((one) => (
        <Button key={one.name} size="small" title={say(one.label)} onClick={() => onPick(one.name)}>
          <code>{one.name}</code>
          {one.value !== null && <span>{withUnit(formatNumber(one.value), one.unit)}</span>}
        </Button>
      ))}
    </fieldset>
  );
}
