import { Button } from 'antd';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import styles from './drop-file.module.css';

interface Props {
  icon: ReactNode;
  /** Name of the chosen file; empty if none. */
  name: string;
  busy: boolean;
  /** File name extensions that the file dialog offers. */
  accept: string;
  /** Maximum file size in bytes. */
  largest: number;
  texts: { choose: string; chooseOther: string; hint: string; tooLarge: string };
  onFile: (file: File) => void;
}

/** Accepts one file, chosen or dropped. */
export function DropFile({ icon, name, busy, accept, largest, texts, onFile }: Props) {
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
      {icon}
      {name && <b>{name}</b>}
      <Button type={name ? 'default' : 'primary'} loading={busy} onClick={() => input.current?.click()}>
        {name ? texts.chooseOther : texts.choose}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={texts.choose}
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = ''; // the same file may be chosen again
        }}
      />
      <span role={tooLarge ? 'alert' : undefined}>{tooLarge ? texts.tooLarge : texts.hint}</span>
    </div>
  );
}
