import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client, data } from '@/api/client';
import { Consequences } from '@/entities/configuration/consequences';
import { Field } from '@/entities/configuration/editors/field';
import { useRecordVersion } from '@/entities/configuration/queries';
import { Refusal } from '@/entities/configuration/refusal';
import { Dialog } from '@/ui/dialog';
import { counted, noteLength } from '@/ui/form/at-most';
import { fits, LimitedArea } from '@/ui/form/limited';
import { formatTime } from '@/ui/format/time';
import { QueryPanel } from '@/ui/states';
import type { PointState } from '../../model/types';
import { pointKeys } from '../../queries/keys';
import styles from './view.module.css';

interface Props {
  zone: string;
  point: PointState;
  time: number;
  onClose: () => void;
}

/** Takes a survey as the initial value from its time on, after previewing the effect. */
export function InitialDialog({ zone, point, time, onClose }: Props) {
  const { t } = useTranslation('data-views');
  const queryClient = useQueryClient();
  const [note, setNote] = useState('');
  const record = useRecordVersion({ kind: 'point', structureId: point.structureId, id: point.id });
  const draft = { aspect: 'initial', validFrom: time, value: { mode: 'auto', time, count: 1 } };
  const preview = useQuery({
    queryKey: [...pointKeys.all(point.id), 'initial-preview', time],
    queryFn: ({ signal }) =>
      data(
        client.POST('/api/structures/{structureId}/measuring-points/{measuringPointId}/versions/preview', {
          params: { path: { structureId: point.structureId, measuringPointId: point.id } },
          body: draft,
          signal,
        }),
      ),
    gcTime: 0,
  });
  const save = () =>
    record.mutate(
      { ...draft, note: note.trim(), replacing: 0 },
      {
        onSuccess: () => {
          onClose();
          void queryClient.invalidateQueries({ queryKey: pointKeys.all(point.id) });
        },
      },
    );
  return (
    <Dialog
      open
      width={520}
      title={t('survey.initialTitle', { time: formatTime(time, zone) })}
      okText={t('survey.initial')}
      okButtonProps={{ loading: record.isPending, disabled: !preview.data || !fits(note, noteLength) }}
      onOk={save}
      onCancel={onClose}
    >
      <p>{t('survey.initialHint')}</p>
      <QueryPanel query={preview} rows={4}>
        {(found) => <Consequences found={found} zone={zone} />}
      </QueryPanel>
      <div className={styles.note}>
        <Field label={t('withdraw.note')}>
          <LimitedArea
            rows={2}
            max={noteLength}
            count={counted(noteLength)}
            aria-label={t('withdraw.note')}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </div>
      <Refusal error={record.error} />
    </Dialog>
  );
}
