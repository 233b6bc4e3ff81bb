import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Consequences } from '@/entities/configuration/consequences';
import editors from '@/entities/configuration/editors/editors.module.css';
import { Field } from '@/entities/configuration/editors/field';
import { matters } from '@/entities/configuration/queries';
import { Refusal } from '@/entities/configuration/refusal';
import studio from '@/entities/configuration/version-studio.module.css';
import { leafDiff } from '@/entities/configuration/versions';
import { type CorrectionFields, useCreateCorrection, usePreviewCorrection } from '@/entities/correction/queries';
import { counted, noteLength } from '@/ui/form/at-most';
import { fits, LimitedArea } from '@/ui/form/limited';
import { useUnsaved } from '@/ui/form/unsaved';
import { correctionReady } from '../model/correction';
import type { Point } from '../queries/points';
import { CorrectionWhat } from './correction-what';

interface Props {
  point: Point;
  zone: string;
  open: boolean;
  onClose: () => void;
}

/** Records a correction after a preview of its effect. */
export function CorrectionDrawer({ open, point, zone, onClose }: Props) {
  const { t } = useTranslation(['console', 'configuration', 'common', 'explain']);
  const [began] = useState<CorrectionFields>(() => ({
    kind: 'shift',
    from: Date.now(),
    note: '',
    fields: [],
    amount: 0,
  }));
  const [value, setValue] = useState(began);
  const unsaved = useUnsaved(open && leafDiff(began, value).length > 0);
  const create = useCreateCorrection(point.structureId, point.id);
  const preview = usePreviewCorrection(point.structureId, point.id);
  const set = (change: Partial<CorrectionFields>) => {
    setValue({ ...value, ...change });
    preview.reset();
    create.reset();
  };
  const ready = correctionReady(value) && fits(value.note, noteLength);
  // The first click previews, the second saves; a correction without effect is saved at once.
  const save = async () => {
    if (!preview.data) {
      const found = await preview.mutateAsync(value).catch(() => null);
      if (!found || matters(found)) return;
    }
    create.mutate(value, {
      onSuccess: () => {
        unsaved.saved();
        onClose();
      },
    });
  };
  return (
    <Drawer
      closable={{ placement: 'end' }}
      open={open}
      size={520}
      title={t('correction.add')}
      onClose={() => unsaved.leave(onClose)}
      footer={
        <div className={studio.foot}>
          <span>{t('correction.will')}</span>
          <Button onClick={() => unsaved.leave(onClose)}>{t('common:action.cancel')}</Button>
          <Button disabled={!ready} loading={preview.isPending} onClick={() => preview.mutate(value)}>
            {t('version.preview')}
          </Button>
          <Button type="primary" disabled={!ready} loading={create.isPending || preview.isPending} onClick={save}>
            {t('correction.save')}
          </Button>
        </div>
      }
    >
      <div className={studio.editor}>
        <CorrectionWhat point={point} zone={zone} value={value} onChange={set} />
        <Field label={t('correction.note')}>
          <LimitedArea
            rows={3}
            max={noteLength}
            count={counted(noteLength)}
            aria-label={t('correction.note')}
            value={value.note}
            onChange={(event) => set({ note: event.target.value })}
          />
        </Field>
        <Refusal error={create.error ?? preview.error} />
        {preview.data && <Consequences found={preview.data} zone={zone} />}
        {preview.data && <p className={editors.hint}>{t('configuration:asOf.confirm')}</p>}
      </div>
    </Drawer>
  );
}
