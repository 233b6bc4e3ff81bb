import { DeleteOutlined, FilePdfOutlined, FileWordOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '@/api/errors';
import styles from '../gradings.module.css';
import { type ContingencyDocument, useUploadDocument } from '../queries';

const most = 10;
const types = '.pdf,.docx,application/pdf,application/vnd.openxmlformats-officedocument.wordprocessingml.document';

interface Props {
  value?: ContingencyDocument[];
  onChange?: (list: ContingencyDocument[]) => void;
  disabled?: boolean;
  /** Called while documents are on their way: a form that is sent then would leave them out. */
  onBusy: (busy: boolean) => void;
}

/** The documents of a contingency plan: each is uploaded at once, and kept when the form is saved. */
export function DocumentsField({ value = [], onChange, disabled = false, onBusy }: Props) {
  const { t } = useTranslation('gradings');
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const upload = useUploadDocument();

  async function add(files: readonly File[]) {
    const room = most - value.length;
    setProblem(files.length > room ? t('documents.most', { count: most }) : '');
    onBusy(true);
    const list = [...value];
    for (const file of files.slice(0, room)) {
      try {
        list.push({ url: await upload.mutateAsync(file), name: file.name.slice(-100) });
        onChange?.([...list]);
      } catch (error) {
        setProblem(`${file.name}${t('documents.colon')}${describeError(error)}`);
      }
    }
    onBusy(false);
  }

  return (
    <div className={styles.rows}>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={t('documents.add')}
        accept={types}
        onChange={(event) => {
          void add([...(event.target.files ?? [])]);
          event.target.value = ''; // the same file may be chosen again
        }}
      />
      {value.map((one) => (
        <span key={one.url} className={styles.conditions}>
          {one.name.toLowerCase().endsWith('.pdf') ? <FilePdfOutlined aria-hidden /> : <FileWordOutlined aria-hidden />}
          <a href={one.url} download={one.name} className={styles.wrap}>
            {one.name}
          </a>
          {!disabled && (
            <Button
              size="small"
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('documents.remove', { name: one.name })}
              onClick={() => onChange?.(value.filter(({ url }) => url !== one.url))}
            />
          )}
        </span>
      ))}
      {!disabled && (
        <span className={styles.conditions}>
          <Button
            size="small"
            icon={<UploadOutlined aria-hidden />}
            loading={upload.isPending}
            disabled={value.length >= most}
            onClick={() => input.current?.click()}
          >
            {t('documents.add')}
          </Button>
          <span className={styles.quiet}>{t('documents.hint')}</span>
        </span>
      )}
      {disabled && value.length === 0 && <span className={styles.quiet}>{t('documents.none')}</span>}
      {problem && (
        <span className={styles.overdue} role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}
