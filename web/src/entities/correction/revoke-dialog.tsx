import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Consequences } from '@/entities/configuration/consequences';
import { Refusal } from '@/entities/configuration/refusal';
import { Can } from '@/entities/permission/can';
import { Dialog } from '@/ui/dialog';
import { noteLength } from '@/ui/form/at-most';
import { fits, LimitedArea } from '@/ui/form/limited';
import { QueryPanel } from '@/ui/states';
import { type Corrected, type Correction, revokePreviewQuery, useRevokeCorrection } from './queries';

/** What the dialog says of a correction. */
type Revocable = Pick<Correction, 'id' | 'kind' | 'from' | 'values' | 'nodeValues' | 'note'>;

interface Props {
  point: Corrected;
  zone: string;
  correction: Revocable;
  /** The correction in words. */
  what: string;
  onClose: () => void;
}

/** Revokes corrections of a list: the button of a row, and the dialog it opens. */
export function useRevokeDialog<C extends Revocable>(point: Corrected, zone: string, tell: (correction: C) => string) {
  const { t } = useTranslation('console');
  const [taken, setTaken] = useState<C | null>(null);
  return {
    revoke: setTaken,
    button: (correction: C) => (
      <Can any={['Update:Data']}>
        <Button type="link" size="small" onClick={() => setTaken(correction)}>
          {t('correction.revoke')}
        </Button>
      </Can>
    ),
    dialog: taken && (
      <RevokeCorrectionDialog
        key={taken.id}
        point={point}
        zone={zone}
        correction={taken}
        what={tell(taken)}
        onClose={() => setTaken(null)}
      />
    ),
  };
}

/** Revokes a correction after previewing the effect on results and alerts. */
function RevokeCorrectionDialog({ point, zone, correction, what, onClose }: Props) {
  const { t } = useTranslation(['console', 'explain']);
  const [note, setNote] = useState('');
  const revoke = useRevokeCorrection(point.structureId, point.id);
  const preview = useQuery(revokePreviewQuery(point.structureId, point.id, correction.id));
  return (
    <Dialog
      open
      width={520}
      title={`${t('correction.revokeTitle')}·${t(`explain:kind.${correction.kind}`)} ${what}`}
      okText={t('correction.revoke')}
      okButtonProps={{ loading: revoke.isPending, disabled: preview.isPending || !fits(note, noteLength) }}
      onCancel={onClose}
      onOk={() => revoke.mutate({ correctionId: correction.id, note }, { onSuccess: onClose })}
    >
      <p>{t('correction.revokeHint')}</p>
      <QueryPanel query={preview} rows={4}>
        {(found) => <Consequences found={found} zone={zone} />}
      </QueryPanel>
      <LimitedArea
        rows={2}
        max={noteLength}
        aria-label={t('correction.note')}
        placeholder={t('correction.note')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Refusal error={revoke.error} />
    </Dialog>
  );
}
