import type { Label } from '@/api/catalog';
import { Field } from '@/entities/configuration/editors/field';
import { LimitedInput } from '@/ui/form/limited';
import styles from './commands-editor.module.css';

const languages = [
  ['zh', '简体中文'],
  ['en', 'English'],
  ['zh-TW', '繁體中文'],
] as const;

interface Props {
  label: Label;
  /** What it is the label of. */
  names: string;
  max: number;
  wrong: (language: string) => string | undefined;
  onChange: (label: Label) => void;
}

/** A label in each language of the product. */
export function LabelFields({ label, names, max, wrong, onChange }: Props) {
  return (
    <div className={styles.grid}>
      {languages.map(([code, language]) => (
        <Field key={code} label={`${names} · ${language}`}>
          <LimitedInput
            max={max}
            value={label[code]}
            onChange={(event) => onChange({ ...label, [code]: event.target.value })}
          />
          <Refused text={wrong(code)} />
        </Field>
      ))}
    </div>
  );
}

/** Why the server refused a field; nothing if it did not. */
export function Refused({ text }: { text: string | undefined }) {
  return text ? (
    <span className={styles.wrong} role="alert">
      {text}
    </span>
  ) : null;
}
