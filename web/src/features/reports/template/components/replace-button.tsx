import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted, largest } from '../queries';
import styles from '../templates.module.css';

interface Props {
  /** Of the template, which keeps it; undefined: any. */
  format: string | undefined;
  busy: boolean;
  onFile: (file: File) => void;
}

/** Chooses the file of the next version. */
export function ReplaceButton({ format, busy, onFile }: Props) {
  const { t } = useTranslation('report-templates');
  const input = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState(false);
  return (
    <>
      {tooLarge && (
        <span role="alert" className={styles.wrong}>
          {t('dialog.tooLarge')}
        </span>
      )}
      <Button loading={busy} onClick={() => input.current?.click()}>
        {t(format ? 'foot.replace' : 'dialog.chooseOther')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={format ? `.${format}` : accepted}
        aria-label={t('dialog.choose')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = ''; // the same file may be chosen again
          if (!file) return;
          setTooLarge(file.size > largest);
          if (file.size <= largest) onFile(file);
        }}
      />
    </>
  );
}
