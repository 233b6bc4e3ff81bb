import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { noteLength } from '@/ui/form/at-most';
import { splitFields } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { fits, LimitedInput } from '@/ui/form/limited';
import { useUnsaved } from '@/ui/form/unsaved';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { announce } from '@/ui/messages';
import styles from './commands.module.css';
import { IntervalField } from './interval-field';
import { type CollectConfig, useCollectPoints } from './queries';

const modes = ['UploadCollect', 'CommandCollect', 'tcpStandard', 'NoCollect'] as const;

interface Props {
  projectId: number;
  zone: string;
  points: number[];
  onClose: () => void;
}

/** Opens the dialog for points that were chosen. */
export function CollectButton({ onDone, ...rest }: Omit<Props, 'onClose'> & { onDone?: () => void }) {
  const { t } = useTranslation('commands');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {rest.points.length > 1
          ? `${t('collect.title')} · ${t('collect.chosen', { count: rest.points.length })}`
          : t('collect.title')}
      </Button>
      {open && (
        <CollectDialog
          {...rest}
          onClose={() => {
            setOpen(false);
            onDone?.();
          }}
        />
      )}
    </>
  );
}

/** Changes how points are collected; their devices are notified. */
function CollectDialog({ projectId, zone, points, onClose }: Props) {
  const { t } = useTranslation('commands');
  const [mode, setMode] = useState<NonNullable<CollectConfig['mode']>>('UploadCollect');
  const [minutes, setMinutes] = useState(30);
  const [start, setStart] = useState<number | null>(null);
  const [end, setEnd] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const unsaved = useUnsaved(
    mode !== 'UploadCollect' || minutes !== 30 || start !== null || end !== null || note !== '',
  );
  const collect = useCollectPoints(projectId);
  const { own, rest } = splitFields(collect.error, ['end', 'interval']);
  return (
    <Dialog
      open
      title={`${t('collect.title')} · ${t('collect.chosen', { count: points.length })}`}
      okText={t('collect.apply')}
      okButtonProps={{ loading: collect.isPending, disabled: !fits(note, noteLength) }}
      onOk={() =>
        collect.mutate(
          {
            points,
            collectConfig: { mode, interval: minutes * 60, ...(start && { start }), ...(end && { end }) },
            note,
          },
          {
            onSuccess: ({ updateTips }) => {
              unsaved.saved();
              announce('success', updateTips);
              onClose();
            },
          },
        )
      }
      onCancel={() => unsaved.leave(onClose)}
    >
      <div className={styles.dialog}>
        <p className={styles.hint}>{t('collect.hint')}</p>
        <div className={styles.field}>
          {t('collect.mode')}
          <Select
            aria-label={t('collect.mode')}
            value={mode}
            options={modes.map((value) => ({ value, label: t(`collect.modes.${value}`) }))}
            onChange={setMode}
          />
        </div>
        {mode !== 'NoCollect' && (
          <div className={styles.field}>
            {t('interval')}
            <IntervalField value={minutes} onChange={setMinutes} />
          </div>
        )}
        <div className={styles.row}>
          <ZonedPicker
            zone={zone}
            allowClear
            label={t('from')}
            placeholder={t('from')}
            value={start}
            onChange={setStart}
          />
          <ZonedPicker zone={zone} allowClear label={t('to')} placeholder={t('to')} value={end} onChange={setEnd} />
        </div>
        <div className={styles.field}>
          {t('collect.note')}
          <LimitedInput
            aria-label={t('collect.note')}
            max={noteLength}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
        {Object.values(own).map((text) => (
          <p key={text} className={styles.error} role="alert">
            {text}
          </p>
        ))}
        {rest.map((text) => (
          <p key={text} className={styles.error} role="alert">
            {text}
          </p>
        ))}
        {Object.keys(own).length + rest.length === 0 && <FormError error={collect.error} />}
      </div>
    </Dialog>
  );
}
