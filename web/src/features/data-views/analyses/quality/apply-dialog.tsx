import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Consequences } from '@/entities/configuration/consequences';
import { Field } from '@/entities/configuration/editors/field';
import { Refusal } from '@/entities/configuration/refusal';
import { casingTexts } from '@/entities/correction/correction-text';
import { previewQuery, useCreateCorrection } from '@/entities/correction/queries';
import { Dialog } from '@/ui/dialog';
import { counted, noteLength } from '@/ui/form/at-most';
import { fits, LimitedArea } from '@/ui/form/limited';
import { useUnsaved } from '@/ui/form/unsaved';
import { listText } from '@/ui/format/list';
import { formatTime } from '@/ui/format/time';
import { QueryPanel } from '@/ui/states';
import styles from '../../components/analysis.module.css';
import type { PointState } from '../../model/types';
import type { CasingQuality } from '../../queries/casing';
import { pointKeys } from '../../queries/keys';
import { correctionValues } from './model';

interface Props {
  quality: CasingQuality;
  point: PointState;
  zone: string;
  onClose: () => void;
}

/** Takes the estimated errors out of a survey, after a preview of what that changes. */
export function ApplyDialog({ quality, point, zone, onClose }: Props) {
  const { t } = useTranslation(['analysis', 'console', 'data-views']);
  const queryClient = useQueryClient();
  const [note, setNote] = useState('');
  // What was estimated when the dialog opened is what is saved, even if the page is renewed.
  const [body] = useState(() => ({
    kind: 'casing' as const,
    from: quality.survey.time,
    values: correctionValues(quality.values),
  }));
  const create = useCreateCorrection(point.structureId, point.id);
  const preview = useQuery(previewQuery(point.structureId, point.id, { ...body, note: '-' }));
  const unsaved = useUnsaved(note !== '');
  const save = () =>
    create.mutate(
      { ...body, note: note.trim() },
      {
        onSuccess: () => {
          unsaved.saved();
          onClose();
          void queryClient.invalidateQueries({ queryKey: pointKeys.all(point.id) });
        },
      },
    );
  return (
    <Dialog
      open
      width={520}
      title={t('quality.dialog', { time: formatTime(body.from, zone) })}
      okText={t('quality.apply')}
      okButtonProps={{
        loading: create.isPending,
        disabled: !preview.data || note.trim() === '' || !fits(note, noteLength),
      }}
      onOk={save}
      onCancel={() => unsaved.leave(onClose)}
    >
      <p>
        {listText(
          casingTexts(body.values, (name) => t(`console:correction.term.${name}`), t('console:correction.digit')),
        )}
      </p>
      <p>{t('quality.dialogHint')}</p>
      <QueryPanel query={preview} rows={4}>
        {(effects) => <Consequences found={effects} zone={zone} />}
      </QueryPanel>
      <div className={styles.note}>
        <Field label={t('data-views:withdraw.note')}>
          <LimitedArea
            rows={2}
            max={noteLength}
            count={counted(noteLength)}
            aria-label={t('data-views:withdraw.note')}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </div>
      <Refusal error={create.error} />
    </Dialog>
  );
}
