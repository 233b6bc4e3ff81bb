import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Consequences } from '@/entities/configuration/consequences';
import editors from '@/entities/configuration/editors/editors.module.css';
import { Field } from '@/entities/configuration/editors/field';
import { matters } from '@/entities/configuration/queries';
import { Refusal } from '@/entities/configuration/refusal';
import { useCreateCorrection, usePreviewCorrection } from '@/entities/correction/queries';
import { Dialog } from '@/ui/dialog';
import { counted, noteLength } from '@/ui/form/at-most';
import { fits, LimitedArea } from '@/ui/form/limited';
import { NumberField } from '@/ui/form/number-field';
import { useUnsaved } from '@/ui/form/unsaved';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { probeFields, type Survey, type SurveyNode } from '../../model/surveys';
import type { PointState } from '../../model/types';
import { pointKeys } from '../../queries/keys';
import { amendment, type Typed } from './model';
import styles from './view.module.css';

interface Props {
  zone: string;
  point: PointState;
  survey: Survey;
  node: SurveyNode;
  onClose: () => void;
}

/** Corrects readings of a station: results are computed from them, and what was sent is kept. */
export function AmendDialog({ zone, point, survey, node, onClose }: Props) {
  const { t } = useTranslation('data-views');
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<Typed>(node.readings);
  const [note, setNote] = useState('');
  const create = useCreateCorrection(point.structureId, point.id);
  const preview = usePreviewCorrection(point.structureId, point.id);
  const body = amendment(survey, node, typed, note.trim());
  const unsaved = useUnsaved(body !== null || note !== '');
  const changed = () => {
    preview.reset();
    create.reset();
  };
  // The first click previews, the second saves; an amendment without effect is saved at once.
  const save = async () => {
    if (!body) return;
    if (!preview.data) {
      const found = await preview.mutateAsync(body).catch(() => null);
      if (!found || matters(found)) return;
    }
    create.mutate(body, {
      onSuccess: () => {
        unsaved.saved();
        onClose();
        void queryClient.invalidateQueries({ queryKey: pointKeys.all(point.id) });
      },
    });
  };
  return (
    <Dialog
      open
      width={520}
      title={t('survey.amendTitle', { depth: formatNumber(node.depth, 1), time: formatTime(survey.time, zone) })}
      okText={preview.data ? t('survey.save') : t('survey.amend')}
      okButtonProps={{
        loading: create.isPending || preview.isPending,
        disabled: !body || note.trim() === '' || !fits(note, noteLength),
      }}
      onOk={save}
      onCancel={() => unsaved.leave(onClose)}
    >
      <div className={editors.grid}>
        {probeFields.map((field, i) => (
          <Field key={field} label={`${field.toUpperCase()} ${t('survey.digit')}`}>
            <NumberField
              label={field.toUpperCase()}
              min={-30_000}
              max={30_000}
              value={typed[i] ?? null}
              original={node.sent[i] ?? null}
              onChange={(value) => {
                setTyped(typed.map((one, k) => (k === i ? value : one)));
                changed();
              }}
            />
          </Field>
        ))}
      </div>
      <p className={editors.hint}>{t('survey.amendHint')}</p>
      <div className={styles.note}>
        <Field label={t('withdraw.note')}>
          <LimitedArea
            rows={2}
            max={noteLength}
            count={counted(noteLength)}
            aria-label={t('withdraw.note')}
            value={note}
            onChange={(event) => {
              setNote(event.target.value);
              changed();
            }}
          />
        </Field>
      </div>
      <Refusal error={create.error ?? preview.error} />
      {preview.data && <Consequences found={preview.data} zone={zone} />}
    </Dialog>
  );
}
