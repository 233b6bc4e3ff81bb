import { CloseOutlined, PictureOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '@/api/errors';
import styles from './picture-picker.module.css';
import { photoTypes, shrinkPicture } from './shrink';
import { useUploadPicture } from './use-upload-picture';

/** The most pictures of a comment, a decision, an action or a plan. */
const mostPictures = 9;
const limit = 3 << 20;

interface Props {
  /** Paths of the uploaded pictures; an empty list after sending clears the picker. */
  value?: string[];
  onChange?: (paths: string[]) => void;
  disabled?: boolean;
  /** Called while pictures are on their way: a form that is sent then would leave them out. */
  onBusy?: (busy: boolean) => void;
}

/** Chooses up to nine pictures, and uploads them at once. */
export function PicturePicker({ value = [], onChange, disabled = false, onBusy }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [previews, setPreviews] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const { mutateAsync } = useUploadPicture('alert');
  const latest = useRef(previews);
  useEffect(() => {
    latest.current = previews;
  });
  useEffect(() => () => Object.values(latest.current).forEach((url) => void URL.revokeObjectURL(url)), []);

  async function add(files: readonly File[]) {
    const room = mostPictures - value.length;
    setProblem(files.length > room ? t('pictures.most', { count: mostPictures }) : '');
    setBusy(true);
    onBusy?.(true);
    const paths = [...value];
    try {
      for (const file of files.slice(0, room)) {
        const picture = photoTypes.includes(file.type) ? await shrinkPicture(file, limit) : undefined;
        if (!picture) {
          setProblem(t('pictures.unusable', { name: file.name }));
          continue;
        }
        const path = await mutateAsync(picture);
        paths.push(path);
        setPreviews((old) => ({ ...old, [path]: URL.createObjectURL(picture) }));
        onChange?.([...paths]);
      }
    } catch (error) {
      setProblem(describeError(error));
    } finally {
      setBusy(false);
      onBusy?.(false);
    }
  }

  return (
    <div className={styles.picker}>
      <input
        ref={input}
        type="file"
        multiple
        className={styles.file}
        tabIndex={-1}
        aria-label={t('pictures.choose')}
        accept={photoTypes.join(',')}
        onChange={(event) => {
          void add([...(event.target.files ?? [])]);
          event.target.value = ''; // the same file may be chosen again
        }}
      />
      {value.map((path, i) => (
        <span key={path} className={styles.chosen}>
          <a href={previews[path] ?? path} target="_blank" rel="noreferrer">
            <img src={previews[path] ?? path} alt={t('pictures.chosen', { no: i + 1 })} />
          </a>
          {!disabled && (
            <button
              type="button"
              aria-label={t('pictures.remove', { no: i + 1 })}
              onClick={() => onChange?.(value.filter((one) => one !== path))}
            >
              <CloseOutlined aria-hidden />
            </button>
          )}
        </span>
      ))}
      {!disabled && (
        <Button
          icon={<PictureOutlined aria-hidden />}
          loading={busy}
          disabled={value.length >= mostPictures}
          onClick={() => input.current?.click()}
        >
          {t('pictures.add')}
        </Button>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
