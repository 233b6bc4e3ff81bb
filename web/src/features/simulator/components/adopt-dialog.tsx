import { Spin } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { Consequences } from '@/entities/configuration/consequences';
import { Refusal } from '@/entities/configuration/refusal';
import { Dialog } from '@/ui/dialog';
import { noteLength } from '@/ui/form/at-most';
import { fits, LimitedInput } from '@/ui/form/limited';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { announce } from '@/ui/messages';
import { type Here, usePreviewMany, useRecordMany } from '../queries';
import styles from './side.module.css';

interface Props {
  here: Here;
  zone: string;
  /** The thresholds of each point as they would be. */
  changes: components['schemas']['BulkChange'][];
  onClose: () => void;
  onSaved: () => void;
}

/** Makes the draft a dated version: from when, on what basis, and what it would do to alerts. */
export function AdoptDialog({ here, zone, changes, onClose, onSaved }: Props) {
  const { t } = useTranslation(['simulator', 'common']);
  const [validFrom, setValidFrom] = useState(() => Date.now());
  const [note, setNote] = useState('');
  const record = useRecordMany(here);
  const body = { aspect: 'thresholds' as const, validFrom, changes };
  const effect = usePreviewMany(here, body);
  const save = () =>
    record.mutate(
      { ...body, note },
      {
        onSuccess: () => {
          announce('success', t('adopt.saved', { count: changes.length }));
          onSaved();
        },
      },
    );
  return (
    <Dialog
      open
      width={560}
      title={t('adopt.title', { count: changes.length })}
      okText={t('adopt.confirm')}
      cancelText={t('common:action.cancel')}
      confirmLoading={record.isPending}
      okButtonProps={{ disabled: !fits(note, noteLength) || !effect.data }}
      onOk={save}
      onCancel={onClose}
    >
      <div className={styles.field}>
        {t('adopt.validFrom')}
        <ZonedPicker
          value={validFrom}
          zone={zone}
          label={t('adopt.validFrom')}
          onChange={(time) => time !== null && setValidFrom(time)}
        />
      </div>
      <div className={styles.field}>
        {`${t('adopt.basis')}${t('common:optional')}`}
        <LimitedInput
          value={note}
          max={noteLength}
          aria-label={t('adopt.basis')}
          placeholder={t('adopt.basisExample')}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <Refusal error={record.error ?? effect.error} />
      {effect.data ? <Consequences found={effect.data} zone={zone} /> : !effect.error && <Spin size="small" />}
    </Dialog>
  );
}
