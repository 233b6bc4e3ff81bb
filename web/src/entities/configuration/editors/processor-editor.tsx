import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { deviceTypesQuery, useAttributes, useLabel } from '@/api/catalog';
import { NumberField } from '@/ui/form/number-field';
import { type EditorProps, replaceAt, withoutAt } from '../editor';
import styles from './editors.module.css';
import { Field } from './field';
import { LineFields } from './line-fields';
import { PointSelect } from './point-select';
import type { Processor } from './processor';
import { RingFields } from './ring-fields';
import { SmoothingFields } from './smoothing-fields';
import { TrackFields } from './track-fields';
import { VibrationFields } from './vibration-fields';

const modes = ['vertical', 'horizontal', 'circular', 'deflection', '3d'] as const;
const ends = ['bottom', 'top', 'near', 'far', 'both'] as const;
const frames = ['AB', 'NE', 'structure'] as const;
const mostRows = 4;
/** Measurements whose points have a position. */
const positions = ['SurfaceDisplacement', 'StructuralDeformation'];

const topFixed = (end: string) => end === 'top' || end === 'near';

/** The hint for a mounting of an array; null for the vertical one, whose formula is the usual one. */
function modeHint(mode: string): 'level' | 'circular' | 'space' | null {
  if (mode === 'horizontal' || mode === 'deflection') return 'level';
  if (mode === 'circular') return 'circular';
  return mode === '3d' ? 'space' : null;
}

/** How readings are processed: mounting of an array, frame, and the filter of abnormal readings. */
export function ProcessorEditor({ value, original, onChange, place }: EditorProps<Processor>) {
  const { t } = useTranslation(['console', 'common', 'point-settings']);
  const say = useLabel();
  const attributes = useAttributes(place.measurement);
  const { data: types = [] } = useQuery(deviceTypesQuery);
  const type = types.find((one) => one.code === place.category);
  const levelLine = type?.pages.includes('hsl-settlement') ?? false;
  const rows = value.abnormal ?? [];
  const hint = modeHint(value.mode ?? '');
  const fields = new Map([...attributes, ...(type?.rawFields ?? [])].map((f) => [f.name, f]));
  const fieldOptions = [...fields.values()].map((f) => ({ value: f.name, label: say(f.label) }));
  return (
    <>
      <div className={styles.grid}>
        {type?.nodes && (
          <>
            <Field label={t('processor.mode')}>
              <Select
                aria-label={t('processor.mode')}
                style={{ width: '100%' }}
                allowClear
                value={value.mode || null}
                options={modes.map((one) => ({ value: one, label: t(`processor.modes.${one}`) }))}
                onChange={(mode: string | null) => onChange({ ...value, mode: mode ?? '' })}
              />
            </Field>
            <Field label={t('processor.fixedEnd')}>
              <Select
                aria-label={t('processor.fixedEnd')}
                style={{ width: '100%' }}
                allowClear
                value={value.fixedEnd || null}
                options={ends.map((one) => ({ value: one, label: t(`processor.ends.${one}`) }))}
                onChange={(fixedEnd: string | null) => {
                  const { topShiftSource, ...rest } = value;
                  const kept = topFixed(fixedEnd ?? '') && topShiftSource ? { topShiftSource } : {};
                  onChange({ ...rest, ...kept, fixedEnd: fixedEnd ?? '' });
                }}
              />
            </Field>
            {topFixed(value.fixedEnd ?? '') && (
              <Field label={t('point-settings:processor.topShiftSource')}>
                <PointSelect
                  label={t('point-settings:processor.topShiftSource')}
                  projectId={place.projectId}
                  own={place.pointId}
                  measurements={positions}
                  value={value.topShiftSource ?? 0}
                  onChange={(id) => {
                    const { topShiftSource: _old, ...rest } = value;
                    onChange(id ? { ...rest, topShiftSource: id } : rest);
                  }}
                />
              </Field>
            )}
            <Field label={t('processor.twist')}>
              <Checkbox
                checked={value.twistCorrection ?? true}
                onChange={(event) => onChange({ ...value, twistCorrection: event.target.checked })}
              >
                {t('processor.twistOn')}
              </Checkbox>
            </Field>
          </>
        )}
        <Field label={t('processor.frame')}>
          <Select
            aria-label={t('processor.frame')}
            style={{ width: '100%' }}
            allowClear
            value={value.outputFrame || null}
            options={frames.map((one) => ({ value: one, label: t(`processor.frames.${one}`) }))}
            onChange={(outputFrame: string | null) => onChange({ ...value, outputFrame: outputFrame ?? '' })}
          />
        </Field>
        <Field label={t('processor.azimuth')}>
          <NumberField
            label={t('processor.azimuth')}
            min={0}
            max={360}
            value={value.axisAzimuth ?? 0}
            original={original?.axisAzimuth ?? null}
            onChange={(axisAzimuth) => onChange({ ...value, axisAzimuth: axisAzimuth ?? 0 })}
          />
        </Field>
        {(value.mode === 'circular' || place.category === 'PDM') && (
          <RingFields value={value} original={original} onChange={onChange} place={place} />
        )}
        {levelLine && <LineFields value={value} original={original} onChange={onChange} place={place} />}
        {place.measurement === 'Track' && (
          <TrackFields value={value} original={original} onChange={onChange} place={place} />
        )}
        {place.measurement === 'Vibration' && (
          <VibrationFields value={value} original={original} onChange={onChange} place={place} />
        )}
        <SmoothingFields value={value} original={original} onChange={onChange} place={place} />
      </div>
      {hint && <p className={styles.hint}>{t(`point-settings:processor.modeHints.${hint}`)}</p>}
      {value.topShiftSource ? <p className={styles.hint}>{t('point-settings:processor.topShiftHint')}</p> : null}
      {levelLine && <p className={styles.hint}>{t('point-settings:processor.lineHint')}</p>}
      {place.measurement === 'Track' && <p className={styles.hint}>{t('point-settings:track.hint')}</p>}
      {place.measurement === 'Vibration' && <p className={styles.hint}>{t('point-settings:vibration.hint')}</p>}
      <p className={styles.hint}>{t('processor.smoothingHint')}</p>
      <p className={styles.hint}>{t('processor.abnormalHint')}</p>
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
        <div key={i} className={styles.row} style={{ gridTemplateColumns: '1fr 1fr 32px' }}>
          <Select
            aria-label={t('processor.field')}
            value={row.field || null}
            options={fieldOptions}
            onChange={(field: string) => onChange({ ...value, abnormal: replaceAt(rows, i, { ...row, field }) })}
          />
          <NumberField
            label={t('processor.limit')}
            min={0.00001}
            unit={fields.get(row.field)?.unit}
            value={row.value}
            original={original?.abnormal?.[i]?.value ?? null}
            onChange={(number) => onChange({ ...value, abnormal: replaceAt(rows, i, { ...row, value: number ?? 10 }) })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('common:action.delete')}
            onClick={() => onChange({ ...value, abnormal: withoutAt(rows, i) })}
          />
        </div>
      ))}
      {rows.length < mostRows && (
        <Button
          icon={<PlusOutlined aria-hidden />}
          onClick={() => onChange({ ...value, abnormal: [...rows, { field: '', value: 10 }] })}
        >
          {t('processor.addRow')}
        </Button>
      )}
    </>
  );
}
