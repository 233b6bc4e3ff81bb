import { PictureOutlined } from '@ant-design/icons';
import { Button, Slider } from 'antd';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { Dialog } from '@/ui/dialog';
import 'react-easy-crop/react-easy-crop.css';
import { useTranslation } from 'react-i18next';
import { FormError } from '@/ui/form/form-error';
import { formatBytes } from '@/ui/format/number';
import { type Area, cropPicture, pictureTypes, refusal } from './crop';
import styles from './picture-dialog.module.css';
import { type PictureUse, useUploadPicture } from './use-upload-picture';

interface Props {
  use: PictureUse;
  title?: string;
  /** Size of what is stored, in pixels. */
  width?: number;
  height?: number;
  round?: boolean;
  /** Size limit in bytes. */
  limit?: number;
  onClose: () => void;
  /** Called after the upload with the path that a form stores. */
  onUploaded: (url: string) => void | Promise<void>;
}

interface Chosen {
  url: string;
  type: string;
}

const small = 200 * 1024;

/** Choose, crop, recompress and upload one picture: avatars, logos, pictures of projects. */
export function PictureDialog({
  use,
  title,
  width = 200,
  height = 200,
  round = false,
  limit = small,
  onClose,
  onUploaded,
}: Props) {
  const { t } = useTranslation('security');
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const [area, setArea] = useState<Area>();
  const [problem, setProblem] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const [over, setOver] = useState(false);
  const [saving, setSaving] = useState(false);
  const { mutateAsync } = useUploadPicture(use);
  const limitText = formatBytes(limit);

  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.url)), [chosen]);

  function choose(file: File | undefined) {
    if (!file) return;
    const why = refusal(file);
    setFailure(undefined);
    setProblem(why ? t(`picture.${why}`) : '');
    if (why) return;
    setChosen({ url: URL.createObjectURL(file), type: file.type });
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  }

  async function save() {
    if (!chosen || !area) return;
    setSaving(true);
    setFailure(undefined);
    setProblem('');
    try {
      const picture = await cropPicture(chosen.url, chosen.type, area, { width, height }, limit);
      if (!picture) {
        setProblem(t('picture.tooLarge', { limit: limitText }));
        return;
      }
      await onUploaded(await mutateAsync(picture));
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setSaving(false);
    }
  }

  return (
    <Dialog
      open
      width={800}
      title={title ?? t('picture.title')}
      onCancel={onClose}
      onOk={save}
      okText={t('picture.save')}
      okButtonProps={{ disabled: !chosen || !area }}
      confirmLoading={saving}
    >
      <input
        ref={input}
        type="file"
        aria-label={t('picture.choose')}
        className={styles.file}
        accept={[...pictureTypes, '.jpg', '.jpeg', '.png', '.bmp', '.gif'].join(',')}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = ''; // the same file may be chosen again
        }}
      />
      {chosen ? (
        <CropStage
          key={chosen.url}
          url={chosen.url}
          aspect={width / height}
          round={round}
          onArea={setArea}
          onUnreadable={() => setProblem(t('picture.unreadable'))}
          onAgain={() => input.current?.click()}
        />
      ) : (
        <button
          type="button"
          className={styles.drop}
          data-over={over}
          onClick={() => input.current?.click()}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <PictureOutlined aria-hidden className={styles.icon} />
          <span>{t('picture.drop')}</span>
          <span className={styles.hint}>{t('picture.hint', { limit: limitText })}</span>
        </button>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <FormError error={failure} />
    </Dialog>
  );
}

interface CropProps {
  url: string;
  aspect: number;
  round: boolean;
  onArea: (area: Area) => void;
  onUnreadable: () => void;
  onAgain: () => void;
}

/** The picture with the crop area, which can be moved and zoomed. */
function CropStage({ url, aspect, round, onArea, onUnreadable, onAgain }: CropProps) {
  const { t } = useTranslation('security');
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <>
      <div className={styles.stage}>
        <Cropper
          image={url}
          crop={place}
          zoom={zoom}
          aspect={aspect}
          cropShape={round ? 'round' : 'rect'}
          disableAutomaticStylesInjection
          keyboardStep={8}
          cropperProps={{ 'role': 'group', 'aria-label': t('picture.area') }}
          mediaProps={{ alt: t('picture.preview'), onError: onUnreadable }}
          onCropChange={setPlace}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => onArea(pixels)}
        />
      </div>
      <div className={styles.zoom}>
        <span aria-hidden="true">{t('picture.zoom')}</span>
        <Slider
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          onChange={setZoom}
          ariaLabelForHandle={t('picture.zoom')}
          tooltip={{ open: false }}
        />
        <Button onClick={onAgain}>{t('picture.again')}</Button>
      </div>
    </>
  );
}
