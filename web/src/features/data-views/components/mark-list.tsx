import { Button, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spanOf, useCorrectionText } from '@/entities/correction/correction-text';
import type { Correction } from '@/entities/correction/queries';
import { useRevokeDialog } from '@/entities/correction/revoke-dialog';
import { Can } from '@/entities/permission/can';
import { Dialog } from '@/ui/dialog';
import { formatTime } from '@/ui/format/time';
import { ScrollArea } from '@/ui/scroll-area';
import { useKnown } from '../model/known';
import { noteSpan, type PointNote } from '../model/notes';
import type { PointState } from '../model/types';
import { useWithdrawNote } from '../queries/notes';
import styles from './mark-list.module.css';

interface Props {
  point: PointState;
  zone: string;
  notes: readonly PointNote[];
  /** There are older notes than those listed. */
  more: boolean;
  /** The corrections in effect. */
  standing: readonly Correction[];
  onEdit: (note: PointNote) => void;
}

/** The notes and corrections of the range, each of which can be undone; of earlier knowledge they are only shown. */
export function MarkList({ point, zone, notes, more, standing, onEdit }: Props) {
  const { t } = useTranslation(['marks', 'console', 'explain']);
  const known = useKnown();
  const tell = useCorrectionText(point.measurement);
  const revoking = useRevokeDialog(point, zone, tell);
  const [leaving, setLeaving] = useState<PointNote | null>(null);
  if (notes.length + standing.length === 0) return null;
  return (
    <ScrollArea className={styles.list ?? ''} label={t('list')}>
      <ul>
        {more && (
          <li>
            <span className={styles.text}>{t('more', { count: notes.length })}</span>
          </li>
        )}
        {notes.map((note) => (
          <li key={`n${note.id}`}>
            <b>※ {t('kind.note')}</b>
            <span className={styles.time}>{noteSpan(note, zone)}</span>
            <span className={styles.text}>
              {note.measuringPointId !== point.id && <b>{note.measuringPointName} </b>}
              {note.text}
            </span>
            <small>
              {note.createdBy} {formatTime(note.createdAt, zone, 'list')}
              {note.versions.length > 1 && <History note={note} zone={zone} />}
            </small>
            {known === null && note.measuringPointId === point.id && (
              <Can any={['Update:Data']}>
                <Button type="link" size="small" onClick={() => onEdit(note)}>
                  {t('change')}
                </Button>
                <Button type="link" size="small" onClick={() => setLeaving(note)}>
                  {t('withdraw')}
                </Button>
              </Can>
            )}
          </li>
        ))}
        {standing.map((one) => (
          <li key={`c${one.id}`}>
            <b>▽ {t(`explain:kind.${one.kind}`)}</b>
            <span className={styles.time}>{spanOf(one, zone)}</span>
            <span className={styles.text}>
              {tell(one)} · {one.note}
            </span>
            <small>{formatTime(one.recordedAt, zone, 'list')}</small>
            {known === null && revoking.button(one)}
          </li>
        ))}
      </ul>
      {revoking.dialog}
      {leaving && <WithdrawNote point={point} zone={zone} note={leaving} onClose={() => setLeaving(null)} />}
    </ScrollArea>
  );
}

function History({ note, zone }: { note: PointNote; zone: string }) {
  const { t } = useTranslation('marks');
  return (
    <Popover
      trigger="click"
      content={
        <ol className={styles.history}>
          {note.versions.map((one) => (
            <li key={one.recordedAt}>
              {formatTime(one.recordedAt, zone)} {one.recordedBy}
              <br />
              {noteSpan(one, zone)}: {one.text}
            </li>
          ))}
        </ol>
      }
    >
      <Button type="link" size="small">
        {t('history', { count: note.versions.length - 1 })}
      </Button>
    </Popover>
  );
}

function WithdrawNote({
  point,
  zone,
  note,
  onClose,
}: Pick<Props, 'point' | 'zone'> & { note: PointNote; onClose: () => void }) {
  const { t } = useTranslation('marks');
  const withdraw = useWithdrawNote(point);
  return (
    <Dialog
      open
      width={480}
      title={t('withdrawTitle')}
      okText={t('withdraw')}
      okButtonProps={{ danger: true, loading: withdraw.isPending }}
      onCancel={onClose}
      onOk={() => withdraw.mutate(note, { onSuccess: onClose })}
    >
      <p>
        {noteSpan(note, zone)}
        <br />
        {note.text}
      </p>
      <p>{t('withdrawHint')}</p>
    </Dialog>
  );
}
