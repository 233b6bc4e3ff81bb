import { FileTextOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/shared/format/number';
import styles from '../import.module.css';
import { largestFile, textOf } from '../model/read-text';

interface Props {
  name: string;
  busy: boolean;
  onText: (name: string, text: string) => void;
}

/** Takes one file of a logger, chosen or dropped. */
export function FileChooser({ name, busy, onText }: Props) {
  const { t } = useTranslation('file-import');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState('');

  async function take(file: File | undefined) {
    if (!file) return;
    setProblem(file.size > largestFile ? t('tooLarge', { limit: formatBytes(largestFile) }) : '');
    if (file.size <= largestFile) onText(file.name, textOf(await file.arrayBuffer()));
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
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
      <FileTextOutlined aria-hidden="true" />
      {name && <span className={styles.file}>{name}</span>}
      <Button type={name ? 'default' : 'primary'} loading={busy} onClick={() => input.current?.click()}>
        {t(name ? 'chooseOther' : 'choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,.dat,.tsv"
        aria-label={t('choose')}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = ''; // the same file again is a new choice
        }}
      />
      <span role={problem ? 'alert' : undefined}>{problem || t('hint')}</span>
    </div>
  );
}
