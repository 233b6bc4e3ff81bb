import { Button, Checkbox, Drawer, Input, Steps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttributes, useLabel } from '@/api/catalogue';
import { AsOf } from '@/shared/configuration/as-of';
import { Consequences } from '@/shared/configuration/consequences';
import type { Place } from '@/shared/configuration/editor';
import { type Binding, BindingEditor } from '@/shared/configuration/editors/binding-editor';
import { Refusal } from '@/shared/configuration/refusal';
import { NumberField } from '@/shared/form/number-field';
import { ZonedPicker } from '@/shared/form/zoned-picker';
import { formatNumber } from '@/shared/format/number';
import { formatTime } from '@/shared/format/time';
import { announce } from '@/shared/messages';
import styles from './configuration.module.css';
import {
  type At,
  type DeviceGroup,
  type Replacement,
  useChangeGroup,
  useMigrate,
  usePreviewChange,
  usePreviewMigration,
} from './queries';

interface Props {
  at: At;
  place: Place;
  /** A replacement whose group is changed already; null begins one. */
  started: Replacement | null;
  groups: DeviceGroup[];
  onClose: () => void;
}

/** The two steps of a replacement: change the group, then migrate the data. */
export function ReplaceDrawer({ at, place, started, groups, onClose }: Props) {
  const { t } = useTranslation('configuration');
  const [replacement, setReplacement] = useState(started);
  return (
    <Drawer
      closable={{ placement: 'end' }}
      open
      size={760}
      title={t('groups.replace')}
      onClose={onClose}
      mask={{ closable: false }}
    >
      <Steps
        size="small"
        current={replacement ? 1 : 0}
        items={[{ title: t('groups.step1') }, { title: t('groups.step2') }]}
      />
      {replacement ? (
        <MigrateStep at={at} place={place} replacement={replacement} onClose={onClose} />
      ) : (
        <ChangeStep at={at} place={place} groups={groups} onDone={setReplacement} onClose={onClose} />
      )}
    </Drawer>
  );
}

interface ChangeProps {
  at: At;
  place: Place;
  groups: DeviceGroup[];
  onDone: (replacement: Replacement) => void;
  onClose: () => void;
}

function ChangeStep({ at, place, groups, onDone, onClose }: ChangeProps) {
  const { t } = useTranslation(['configuration', 'common']);
  const last = groups.at(-1);
  const [time, setTime] = useState(() => Date.now());
  const [note, setNote] = useState('');
  const [binding, setBinding] = useState<Binding>(() => ({
    sources: (last?.devices ?? []).map(({ role, deviceId, channelNo, pointId, field }, i) => ({
      role,
      ...(i === 0 ? { deviceId: 0 } : pointId ? { pointId, field: field ?? '' } : { deviceId: deviceId ?? 0 }),
      ...(i > 0 && channelNo ? { channelNo } : {}),
    })),
  }));
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
          <Input
            value={note}
            maxLength={200}
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
      <div className={styles.foot}>
        <Button onClick={onClose}>{t('common:action.cancel')}</Button>
        {preview.data ? (
          <Button
            type="primary"
            loading={change.isPending}
            onClick={() =>
              change.mutate(body(), {
                onSuccess: (made) => {
                  announce('success', t('groups.changed'));
                  onDone(made);
                },
              })
            }
          >
            {t('groups.replace')}
          </Button>
        ) : (
          <Button type="primary" loading={preview.isPending} onClick={() => preview.mutate(body())}>
            {t('bulk.preview')}
          </Button>
        )}
      </div>
    </div>
  );
}

interface MigrateProps {
  at: At;
  place: Place;
  replacement: Replacement;
  onClose: () => void;
}

function MigrateStep({ at, place, replacement, onClose }: MigrateProps) {
  const { t } = useTranslation('configuration');
  const say = useLabel();
  const attributes = useAttributes(place.measurement);
  const [from, setFrom] = useState(0);
  const [count, setCount] = useState(3);
  const [carry, setCarry] = useState(true);
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
      <div className={styles.foot}>
        <Button onClick={onClose}>{t('groups.later')}</Button>
        {preview.data ? (
          <Button
            type="primary"
            loading={migrate.isPending}
            onClick={() =>
              migrate.mutate(body(), {
                onSuccess: () => {
                  announce('success', t('groups.migrated'));
                  onClose();
                },
              })
            }
          >
            {t('groups.migrate')}
          </Button>
        ) : (
          <Button type="primary" loading={preview.isPending} onClick={() => preview.mutate(body())}>
            {t('bulk.preview')}
          </Button>
        )}
      </div>
    </div>
  );
}
