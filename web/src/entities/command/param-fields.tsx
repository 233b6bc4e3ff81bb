import { InputNumber, Select } from 'antd';
import { useLabel } from '@/api/catalog';
import styles from './commands.module.css';
import type { ModelParam } from './model-commands';

interface Props {
  params: readonly ModelParam[];
  values: Record<string, number | null>;
  /** Refusals by parameter. */
  wrong: Record<string, string>;
  onChange: (values: Record<string, number | null>) => void;
}

/** The parameters of a model's command: a choice, or a number with its range. */
export function ParamFields({ params, values, wrong, onChange }: Props) {
  const say = useLabel();
  return params.map((one) => {
    const name = say(one.label);
    const set = (value: number | null) => onChange({ ...values, [one.name]: value });
    const status = wrong[one.name] ? 'error' : '';
    if (one.choices && one.choices.length > 0) {
      return (
        <Select<number>
          key={one.name}
          className={styles.kind ?? ''}
          aria-label={name}
          status={status}
          value={values[one.name] ?? null}
          options={one.choices.map((choice) => ({ value: choice.value, label: say(choice.label) }))}
          onChange={set}
        />
      );
    }
    return (
      <InputNumber<number>
        key={one.name}
        className={styles.param ?? ''}
        aria-label={name}
        title={`${one.min} – ${one.max}`}
        status={status}
        min={one.min}
        max={one.max}
        value={values[one.name] ?? null}
        prefix={name}
        suffix={one.unit ?? null}
        onChange={set}
      />
    );
  });
}
