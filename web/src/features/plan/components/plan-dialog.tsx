import { Button, Form, Input, Select } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Plan, type PlanKind, planKinds } from '@/entities/drawing/plan';
import { Dialog } from '@/ui/dialog';
import { atMost, counted } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { NumberField } from '@/ui/form/number-field';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { formatBytes } from '@/ui/format/number';
import { pictureTypes } from '@/ui/picture/crop';
import { useUploadPicture } from '@/ui/picture/use-upload-picture';
import { fittingPicture, maxPicture } from '../model/fitting-picture';
import { useSavePlan } from '../queries';
import styles from './plan-dialog.module.css';

interface Props {
  projectId: number;
  /** The structure or item that a new drawing is of. */
  structureId: number;
  /** The drawing to change; omitted for a new one. */
  plan?: Plan | undefined;
  onClose: () => void;
  onSaved: (plan: Plan) => void;
}

interface Fields {
  name: string;
  kind: PlanKind;
  realWidth?: number | null;
  north?: number | null;
}

/** The start of a new drawing. */
const blank = { kind: 'plan' } as const;
const names = ['name', 'kind', 'realWidth', 'north', 'picture'];

/** A drawing: its name, what it shows, its picture, its scale. */
export function PlanDialog({ projectId, structureId, plan, onClose, onSaved }: Props) {
  const { t } = useTranslation(['plan', 'common']);
  const [form] = Form.useForm<Fields>();
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState(plan?.picture ?? '');
  const [problem, setProblem] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const upload = useUploadPicture('plan');
  const save = useSavePlan(projectId);
  const start = plan ?? blank;
  const redrawn = picture !== (plan?.picture ?? '');
  const changed = useFormChanged(form, start) || redrawn;
  const unsaved = useUnsaved(changed);
  const limit = formatBytes(maxPicture);

  async function choose(file: File | undefined) {
    if (!file) return;
    setFailure(undefined);
    setProblem(pictureTypes.includes(file.type) ? '' : t('form.type'));
    if (!pictureTypes.includes(file.type)) return;
    setBusy(true);
    try {
      const fitting = await fittingPicture(file);
      if (fitting) setPicture(await upload.mutateAsync(fitting));
      else setProblem(t('form.tooLarge', { limit }));
    } catch (error) {
      if (error instanceof Error && error.message === 'not a picture') setProblem(t('form.unreadable'));
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      width={520}
      title={plan ? t('edit') : t('add')}
      okText={t('common:action.save')}
      okButtonProps={{ loading: save.isPending, disabled: busy || (plan !== undefined && !changed) }}
      onCancel={() => unsaved.leave(onClose)}
      onOk={() => form.submit()}
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={start}
        onFinish={({ name, kind, realWidth, north }) =>
          save.mutate(
            {
              ...(plan ? { id: plan.id, sort: plan.sort ?? 0 } : {}),
              structureId,
              name: name.trim(),
              kind,
              picture,
              ...(realWidth ? { realWidth } : {}),
              ...(typeof north === 'number' ? { north } : {}),
            },
            {
              onSuccess: (saved) => {
                unsaved.saved();
                onSaved(saved);
              },
              onError: (error) => setFailure(showFieldErrors(form, error, names) ? undefined : error),
            },
          )
        }
      >
        <Form.Item
          name="name"
          label={t('form.name')}
          rules={[{ required: true, whitespace: true, message: t('form.nameNeeded') }, atMost(20)]}
        >
          <Input count={counted(20)} />
        </Form.Item>
        <Form.Item name="kind" label={t('form.kind')}>
          <Select options={planKinds.map((value) => ({ value, label: t(`kind.${value}`) }))} />
        </Form.Item>
        <Form.Item label={t('form.picture')} extra={t('form.pictureHint', { limit })}>
          <div className={styles.picture}>
            {picture && <img src={picture} alt={t('form.preview')} className={styles.preview} />}
            <input
              ref={input}
              type="file"
              className={styles.file}
              aria-label={t('form.choose')}
              accept={[...pictureTypes, '.jpg', '.jpeg', '.png', '.bmp', '.gif'].join(',')}
              onChange={(event) => {
                void choose(event.target.files?.[0]);
                event.target.value = ''; // the same file may be chosen again
              }}
            />
            <Button loading={busy} onClick={() => input.current?.click()}>
              {picture ? t('form.replace') : t('form.choose')}
            </Button>
            {picture && <Button onClick={() => setPicture('')}>{t('form.removePicture')}</Button>}
          </div>
          {problem && (
            <p role="alert" className={styles.problem}>
              {problem}
            </p>
          )}
        </Form.Item>
        <div className={styles.row}>
          <Form.Item
            name="realWidth"
            label={`${t('form.realWidth')}${t('common:optional')}`}
            extra={t('form.realWidthHint')}
          >
            <NumberField min={0.001} max={1_000_000} />
          </Form.Item>
          <Form.Item name="north" label={`${t('form.north')}${t('common:optional')}`} extra={t('form.northHint')}>
            <NumberField min={0} max={360} />
          </Form.Item>
        </div>
        <FormError error={failure} />
      </Form>
    </Dialog>
  );
}
