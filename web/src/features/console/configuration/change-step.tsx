import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AsOf } from '@/entities/configuration/as-of';
import { Consequences } from '@/entities/configuration/consequences';
import type { Place } from '@/entities/configuration/editor';
import { type Binding, BindingEditor } from '@/entities/configuration/editors/binding-editor';
import { Refusal } from '@/entities/configuration/refusal';
import { leafDiff } from '@/entities/configuration/versions';
import { noteLength } from '@/ui/form/at-most';
import { fits, LimitedInput } from '@/ui/form/limited';
import { useUnsaved } from '@/ui/form/unsaved';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { announce } from '@/ui/messages';
import styles from './configuration.module.css';
import { type At, type DeviceGroup, type Replacement, useChangeGroup, usePreviewChange } from './queries';
import { StepFoot } from './step-foot';

interface Props {
  at: At;
  place: Place;
  groups: DeviceGroup[];
  onDone: (replacement: Replacement) => void;
  onClose: () => void;
}

/** The first step: which devices feed the point from then on. */
export function ChangeStep({ at, place, groups, onDone, onClose }: Props) {
  const { t } = useTranslation(['configuration', 'common']);
  const last = groups.at(-1);
  const [began] = useState(() => Date.now());
  const [time, setTime] = useState(began);
  const [note, setNote] = useState('');
  const [binding, setBinding] = useState<Binding>(() => ({
    sources: (last?.devices ?? []).map(({ role, deviceId, channelNo, pointId, field }, i) => ({
      role,
      ...(i === 0 ? { deviceId: 0 } : pointId ? { pointId, field: field ?? '' } : { deviceId: deviceId ?? 0 }),
      ...(i > 0 && channelNo ? { channelNo } : {}),
    })),
  }));
  const [first] = useState(binding);
  useUnsaved(time !== began || note !== '' || leafDiff(first, binding).length > 0);
  const preview = usePreviewChange(at);
  const change = useChangeGroup(at);
  const body = () => ({ at: time, sources: binding.sources, note });
  const touch = () => {
    preview.reset();
    change.reset();
  };
  return (
    <div className={styles.form}>
      <p className={styles.quiet}>{t('groups.step1Hint')}</p>
      <div className={styles.when}>
        <div>
          <span className={styles.label}>{t('groups.at')}</span>
          <ZonedPicker
            value={time}
            zone={place.zone}
            label={t('groups.at')}
            onChange={(next) => {
              setTime(next ?? Date.now());
              touch();
            }}
          />
          <AsOf
            zone={place.zone}
            onChange={(next) => {
              setTime(next);
              touch();
            }}
          />
        </div>
        <div>
          <span className={styles.label}>{t('groups.note')}</span>
          <LimitedInput
            value={note}
            max={noteLength}
            aria-label={t('groups.note')}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
      </div>
      <div>
        <span className={styles.label}>{t('groups.newDevices')}</span>
        <BindingEditor
          value={binding}
          original={null}
          place={place}
          onChange={(next) => {
            setBinding(next);
            touch();
          }}
        />
      </div>
      <Refusal error={change.error ?? preview.error} />
      {preview.data && (
        <>
          <Consequences found={preview.data} zone={place.zone} />
          {preview.data.released.length > 0 && (
            <p className={styles.quiet}>{t('groups.released', { count: preview.data.released.length })}</p>
          )}
        </>
      )}
      <StepFoot
        cancel={t('common:action.cancel')}
        action={t('groups.replace')}
        previewed={preview.data !== undefined}
        disabled={!fits(note, noteLength)}
        busy={preview.isPending || change.isPending}
        onCancel={onClose}
        onPreview={() => preview.mutate(body())}
        onAct={() =>
          change.mutate(body(), {
            onSuccess: (made) => {
              announce('success', t('groups.changed'));
              onDone(made);
            },
          })
        }
      />
    </div>
  );
}
