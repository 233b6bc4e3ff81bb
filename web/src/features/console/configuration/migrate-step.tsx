import { Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttributes, useLabel } from '@/api/catalog';
import { Consequences } from '@/entities/configuration/consequences';
import type { Place } from '@/entities/configuration/editor';
import { Refusal } from '@/entities/configuration/refusal';
import { NumberField } from '@/ui/form/number-field';
import { useUnsaved } from '@/ui/form/unsaved';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import { formatNumber } from '@/ui/format/number';
import { formatTime } from '@/ui/format/time';
import { announce } from '@/ui/messages';
import styles from './configuration.module.css';
import { type At, type Replacement, useMigrate, usePreviewMigration } from './queries';
import { StepFoot } from './step-foot';

interface Props {
  at: At;
  place: Place;
  replacement: Replacement;
  onClose: () => void;
}

/** The second step: the starting values of the new devices, so that the curve continues. */
export function MigrateStep({ at, place, replacement, onClose }: Props) {
  const { t } = useTranslation('configuration');
  const say = useLabel();
  const attributes = useAttributes(place.measurement);
  const [from, setFrom] = useState(0);
  const [count, setCount] = useState(3);
  const [carry, setCarry] = useState(true);
  const unsaved = useUnsaved(from !== 0 || count !== 3 || !carry);
  const preview = usePreviewMigration(at, replacement.id);
  const migrate = useMigrate(at, replacement.id);
  const body = () => ({ from, count, carry });
  const touch = () => {
    preview.reset();
    migrate.reset();
  };
  const named = (field: string) => {
    const attribute = attributes.find((one) => one.name === field);
    return attribute ? { name: say(attribute.label), unit: attribute.unit } : { name: field, unit: '' };
  };
  return (
    <div className={styles.form}>
      <p className={styles.quiet}>{t('groups.step2Hint')}</p>
      <div className={styles.when}>
        <div>
          <span className={styles.label}>{t('groups.from')}</span>
          <ZonedPicker
            value={from}
            zone={place.zone}
            allowClear
            placeholder={t('groups.fromAuto')}
            label={t('groups.from')}
            onChange={(next) => {
              setFrom(next ?? 0);
              touch();
            }}
          />
        </div>
        <div>
          <span className={styles.label}>{t('groups.count')}</span>
          <NumberField
            min={1}
            max={1000}
            step={1}
            value={count}
            label={t('groups.count')}
            onChange={(next) => {
              setCount(next ?? 3);
              touch();
            }}
          />
        </div>
      </div>
      <Checkbox
        checked={carry}
        onChange={(event) => {
          setCarry(event.target.checked);
          touch();
        }}
      >
        {t('groups.carry')}
      </Checkbox>
      <Refusal error={migrate.error ?? preview.error} />
      {preview.data && (
        <>
          <Consequences found={preview.data} zone={place.zone} />
          <p className={styles.quiet}>
            {t('groups.begins', { time: formatTime(preview.data.begins, place.zone) })}
            {preview.data.last > 0 && ` · ${t('groups.last', { time: formatTime(preview.data.last, place.zone) })}`}
          </p>
          {carry && preview.data.carried.length > 0 && (
            <p className={styles.quiet}>
              {t('groups.carried')}{' '}
              {preview.data.carried.slice(0, 8).map((one) => (
                <span key={`${one.field}${one.node ?? 0}`} className={styles.number}>
                  {one.node ? `${t('groups.node', { no: one.node })} ` : ''}
                  {named(one.field).name} {formatNumber(one.amount)} {named(one.field).unit}{' '}
                </span>
              ))}
              {preview.data.carried.length > 8 && '…'}
            </p>
          )}
        </>
      )}
      <StepFoot
        cancel={t('groups.later')}
        action={t('groups.migrate')}
        previewed={preview.data !== undefined}
        busy={preview.isPending || migrate.isPending}
        onCancel={onClose}
        onPreview={() => preview.mutate(body())}
        onAct={() =>
          migrate.mutate(body(), {
            onSuccess: () => {
              unsaved.saved();
              announce('success', t('groups.migrated'));
              onClose();
            },
          })
        }
      />
    </div>
  );
}
