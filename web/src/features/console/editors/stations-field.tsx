import { Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '@/entities/configuration/editors/editors.module.css';
import { listText } from '@/ui/format/list';
import { readStations, stationsText, writes } from '../model/stations';
import own from './point-settings.module.css';

interface Props {
  label: string;
  /** The columns, in their order. */
  columns: readonly { title: string; unit: string }[];
  hint: string;
  rows: readonly (readonly number[])[];
  /** How many columns a row needs. */
  least: number;
  onChange: (rows: number[][]) => void;
}

/** A line as rows of numbers, typed or pasted from a spreadsheet. Rows that cannot be read are named and not saved. */
export function StationsField({ label, columns, hint, rows, least, onChange }: Props) {
  const { t } = useTranslation('point-settings');
  const [typed, setTyped] = useState(() => stationsText(rows));
  const id = useId();
  const most = columns.length;
  // Other rows were put in place of the typed ones, such as those of another version.
  const text = writes(typed, rows, least, most) ? typed : stationsText(rows);
  const { bad } = readStations(text, least, most);
  return (
    <>
      <div className={own.line}>
        <div className={own.lineHead} aria-hidden="true">
          {columns.map(({ title, unit }) => (
            <span key={title}>
              {title} <small>{unit}</small>
            </span>
          ))}
        </div>
        <Input.TextArea
          aria-label={label}
          aria-describedby={id}
          rows={Math.min(10, Math.max(3, text.split('\n').length + 1))}
          {...(bad.length > 0 ? { status: 'error' as const } : {})}
          value={text}
          onChange={({ target }) => {
            setTyped(target.value);
            onChange(readStations(target.value, least, most).rows);
          }}
        />
      </div>
      <p className={styles.hint} id={id} role={bad.length > 0 ? 'alert' : undefined}>
        {bad.length > 0 ? t('engineering.badRows', { count: bad.length, rows: listText(bad.map(String)) }) : hint}
      </p>
    </>
  );
}
