import { FileExcelOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../bulk.module.css';

const largest = 2 * 1024 * 1024;

interface Props {
  name: string;
  busy: boolean;
  onFile: (file: File) => void;
}

/** Takes one workbook, chosen or dropped. */
export function DropFile({ name, busy, onFile }: Props) {
  const { t } = useTranslation('bulk');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [tooLarge, setTooLarge] = useState(false);

  function take(file: File | undefined) {
    if (!file) return;
    setTooLarge(file.size > largest);
    if (file.size <= largest) onFile(file);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shorthand of the button inside
    <div
      className={styles.drop}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileExcelOutlined aria-hidden />
      {name && <b>{name}</b>}
      <Button type={name ? 'default' : 'primary'} loading={busy} onClick={() => input.current?.click()}>
        {t(name ? 'importing.chooseOther' : 'importing.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx"
        aria-label={t('importing.choose')}
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = ''; // the same file again is a new choice
        }}
      />
      <span role={tooLarge ? 'alert' : undefined}>{t(tooLarge ? 'importing.tooLarge' : 'importing.drop')}</span>
    </div>
  );
}
