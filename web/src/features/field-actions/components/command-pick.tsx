import { Select } from 'antd';
import { useLabel } from '@/api/catalog';
import { type ModelCommand, startOf } from '@/entities/command/model-commands';
import { ParamFields } from '@/entities/command/param-fields';
import styles from '../field-actions.module.css';
import type { CommandValue } from '../model/form';

const nothing: Record<string, string> = {};

interface Props {
  id?: string;
  value?: CommandValue | null;
  onChange?: (value: CommandValue | null) => void;
  label: string;
  commands: readonly ModelCommand[];
  /** What it means that no command is chosen; without it one must be chosen. */
  none?: string;
}

/** A command of the model with its parameters, as a field of a form. */
export function CommandPick({ id, value = null, onChange, label, commands, none }: Props) {
  const say = useLabel();
  const chosen = commands.find(({ code }) => code === value?.code);
  return (
    <div className={styles.command}>
      <Select<string>
        {...(id ? { id } : {})}
        aria-label={label}
        placeholder={label}
        value={value ? value.code : none === undefined ? (null as unknown as string) : ''}
        options={[
          ...(none === undefined ? [] : [{ value: '', label: none }]),
          ...commands.map(({ code, label: name }) => ({ value: code, label: say(name) })),
        ]}
        onChange={(code) => {
          const next = commands.find((one) => one.code === code);
          onChange?.(next ? { code, params: startOf(next) } : null);
        }}
      />
      {chosen && (
        <ParamFields
          params={chosen.params ?? []}
          values={{ ...startOf(chosen), ...value?.params }}
          wrong={nothing}
          onChange={(params) => onChange?.({ code: chosen.code, params })}
        />
      )}
    </div>
  );
}
