import { Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '@/entities/configuration/editors/editors.module.css';
import { listText } from '@/ui/format/list';
import { readStations, stationsText } from '../model/stations';

interface Props {
  label: string;
  /** The columns, in their order, and what they mean. */
  hint: string;
  rows: readonly (readonly number[])[];
  least: number;
  most: number;
  onChange: (rows: number[][]) => void;
}

/** A line as rows of numbers, typed or pasted from a spreadsheet. Rows that cannot be read are named and not saved. */
export function StationsField({ label, hint, rows, least, most, onChange }: Props) {
  const { t } = useTranslation('point-settings');
  const [text, setText] = useState(() => stationsText(rows));
  const id = useId();
  const { bad } = readStations(text, least, most);
  return (
    <>
      <Input.TextArea
        aria-label={label}
        aria-describedby={id}
        autoSize={{ minRows: 3, maxRows: 10 }}
        {...(bad.length > 0 ? { status: 'error' as const } : {})}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          onChange(readStations(target.value, least, most).rows);
        }}
      />
      <p className={styles.hint} id={id} role={bad.length > 0 ? 'alert' : undefined}>
        {bad.length > 0 ? t('engineering.badRows', { count: bad.length, rows: listText(bad.map(String)) }) : hint}
      </p>
    </>
  );
}
