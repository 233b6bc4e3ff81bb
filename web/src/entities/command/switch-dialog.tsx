import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/dialog';
import { noteLength } from '@/ui/form/at-most';
import { FormError } from '@/ui/form/form-error';
import { fits, LimitedInput } from '@/ui/form/limited';
import { useUnsaved } from '@/ui/form/unsaved';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { announce } from '@/ui/messages';
import styles from './commands.module.css';
import { useSwitchPoints } from './switch-queries';

interface Props {
  projectId: number;
  zone: string;
  points: number[];
  /** What the button does. */
  on: boolean;
  onDone?: () => void;
}

/** Opens the dialog that switches the monitoring of points on or off. */
export function SwitchButton({ onDone, ...rest }: Props) {
  const { t } = useTranslation('commands');
  const [open, setOpen] = useState(false);
  const name = t(rest.on ? 'switch.turnOn' : 'switch.turnOff');
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {rest.points.length > 1 ? `${name} · ${t('collect.chosen', { count: rest.points.length })}` : name}
      </Button>
      {open && (
        <SwitchDialog
          {...rest}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            onDone?.();
          }}
        />
      )}
    </>
  );
}

function SwitchDialog({ projectId, zone, points, on, onClose, onDone }: Props & { onClose: () => void }) {
  const { t } = useTranslation('commands');
  const [from, setFrom] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const unsaved = useUnsaved(from !== null || reason !== '');
  const change = useSwitchPoints(projectId);
  const missing = !on && reason.trim() === '';
  return (
    <Dialog
      open
      title={`${t(on ? 'switch.turnOn' : 'switch.turnOff')} · ${t('collect.chosen', { count: points.length })}`}
      okText={t(on ? 'switch.turnOn' : 'switch.turnOff')}
      okButtonProps={{ loading: change.isPending, disabled: missing || !fits(reason, noteLength) }}
      onOk={() =>
        change.mutate(
          { points, on, reason, ...(from && { from }) },
          {
            onSuccess: () => {
              unsaved.saved();
              announce(
                'success',
                t(from && from > Date.now() ? 'switch.later' : on ? 'switch.nowOn' : 'switch.nowOff'),
              );
              onDone?.();
            },
          },
        )
      }
      onCancel={() => unsaved.leave(onClose)}
    >
      <div className={styles.dialog}>
        <p className={styles.hint}>{t(on ? 'switch.hintOn' : 'switch.hintOff')}</p>
        <div className={styles.field}>
          {t(on ? 'collect.note' : 'switch.reason')}
          <LimitedInput
            aria-label={t(on ? 'collect.note' : 'switch.reason')}
            max={noteLength}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
        <div className={styles.field}>
          {t('switch.from')}
          <ZonedPicker
            zone={zone}
            allowClear
            label={t('switch.from')}
            placeholder={t('switch.now')}
            value={from}
            onChange={setFrom}
          />
        </div>
        {change.error && <FormError error={change.error} />}
      </div>
    </Dialog>
  );
}
