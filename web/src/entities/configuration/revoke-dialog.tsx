import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { noteLength } from '@/ui/form/at-most';
import { fits, LimitedArea } from '@/ui/form/limited';
import { formatTime } from '@/ui/format/time';
import { QueryPanel } from '@/ui/states';
import { Consequences } from './consequences';
import { type Owner, useRevokePreview, useSupersede, type Version } from './queries';
import type { Numbered } from './versions';

interface Props {
  owner: Owner;
  zone: string;
  version: Numbered<Version> | null;
  onClose: () => void;
}

/** Revokes a version, and says that it stays on record. */
export function RevokeVersionDialog({ owner, zone, version, onClose }: Props) {
  const { t } = useTranslation('console');
  const [note, setNote] = useState('');
  const supersede = useSupersede(owner);
  const found = useRevokePreview(owner, version?.version.id ?? 0);
  return (
    <Dialog
      open={version !== null}
      width={640}
      title={t('version.takeTitle', { no: version?.no ?? 0 })}
      okText={t('version.take')}
      okButtonProps={{ danger: true, loading: supersede.isPending, disabled: !found.data || !fits(note, noteLength) }}
      onCancel={onClose}
      onOk={() =>
        version &&
        supersede.mutate(
          { versionId: version.version.id, note },
          {
            onSuccess: () => {
              setNote('');
              onClose();
            },
          },
        )
      }
    >
      <p>
        {t('version.takeHint', {
          since: version?.version.validFrom
            ? t('version.since', { time: formatTime(version.version.validFrom, zone) })
            : t('version.sinceFirst'),
        })}
      </p>
      <QueryPanel query={found} rows={4}>
        {(consequences) => <Consequences found={consequences} zone={zone} />}
      </QueryPanel>
      <LimitedArea
        rows={2}
        max={noteLength}
        aria-label={t('version.note')}
        placeholder={t('version.note')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </Dialog>
  );
}
