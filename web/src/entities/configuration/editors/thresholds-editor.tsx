import { PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import { useComputedFields } from '@/api/computed-fields';
import type { components } from '@/api/schema.gen';
import { LevelIcon } from '@/entities/alert/level-icon';
import { NumberField } from '@/ui/form/number-field';
import { type EditorProps, type Place, replaceAt, unitOf, withoutAt } from '../editor';
import { type Limits, wrongLimits } from '../thresholds';
import styles from './editors.module.css';
import { Field } from './field';
import { LimitFields, wrongOf } from './limit-fields';
import { RuleBox } from './rule-box';

export type Thresholds = components['schemas']['AlarmThresholds'];
type Row = Thresholds['list'][number];

/** The fields of a point that a threshold can judge: those that its formula computes. */
function useJudgedFields(place: Place) {
  return useComputedFields(place.projectId, place.pointId, place.measurement).filter((a) => a.valueTypes.length > 0);
}

/** The limits of a point, one block for each field and kind of value. */
export function ThresholdsEditor({ value, original, onChange, place }: EditorProps<Thresholds>) {
  const { t } = useTranslation(['console', 'common']);
  const attributes = useJudgedFields(place);
  const first = attributes[0];
  return (
    <>
      {value.list.map((row, i) => (
        <ThresholdRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          key={i}
          no={i + 1}
          row={row}
          original={original?.list[i] ?? null}
          place={place}
          onChange={(next) => onChange({ list: replaceAt(value.list, i, next) })}
          onRemove={() => onChange({ list: withoutAt(value.list, i) })}
        />
      ))}
      <Button
        icon={<PlusOutlined aria-hidden />}
        disabled={!first}
        onClick={() =>
          first &&
          onChange({
            list: [
              ...value.list,
              {
                field: first.name,
                valueType: first.valueTypes.includes('accumulated')
                  ? 'accumulated'
                  : (first.valueTypes[0] ?? 'observed'),
                blue: null,
                yellow: null,
                orange: null,
                red: null,
                enable: true,
              },
            ],
          })
        }
      >
        {t('thresholds.add')}
      </Button>
      {value.list.length === 0 && <p className={styles.hint}>{t('thresholds.none')}</p>}
    </>
  );
}

interface RowProps {
  no: number;
  row: Row;
  original: Row | null;
  place: EditorProps<Thresholds>['place'];
  onChange: (row: Row) => void;
  onRemove: () => void;
}

function ThresholdRow({ no, row, original, place, onChange, onRemove }: RowProps) {
  const { t } = useTranslation(['console', 'common']);
  const say = useLabel();
  const attributes = useJudgedFields(place);
  const attribute = attributes.find((a) => a.name === row.field);
  const unit = unitOf(row.field, attribute?.unit ?? '', row.valueType, place);
  const wrong = wrongLimits(row);
  return (
    <RuleBox
      onRemove={onRemove}
      head={
        <Checkbox checked={row.enable} onChange={(event) => onChange({ ...row, enable: event.target.checked })}>
          {t('thresholds.enable', { no })}
        </Checkbox>
      }
    >
      <div className={styles.grid}>
        <Field label={t('thresholds.field')}>
          <Select
            aria-label={t('thresholds.field')}
            style={{ width: '100%' }}
            value={row.field}
            options={attributes.map((a) => ({ value: a.name, label: say(a.label) }))}
            onChange={(field: string) => onChange({ ...row, field })}
          />
        </Field>
        <Field label={t('thresholds.type')}>
          <Select
            aria-label={t('thresholds.type')}
            style={{ width: '100%' }}
            value={row.valueType}
            options={(attribute?.valueTypes ?? []).map((one) => ({
              value: one,
              label: t(`common:valueType.${one as 'observed'}`),
            }))}
            onChange={(valueType: string) => onChange({ ...row, valueType })}
          />
        </Field>
        <Field label={t('thresholds.direction')}>
          <Select
            aria-label={t('thresholds.direction')}
            style={{ width: '100%' }}
            value={row.direction || 'both'}
            options={(['both', 'positive', 'negative'] as const).map((one) => ({
              value: one,
              label: t(`thresholds.${one}`),
            }))}
            onChange={(direction: string) => onChange({ ...row, direction })}
          />
        </Field>
      </div>
      <LimitFields
        limits={limitsOf(row)}
        original={original}
        wrong={wrongOf(wrong, '')}
        labelOf={(level) => (
          <>
            <LevelIcon level={level} decorative /> {t(`common:level.${level}`)} {unit}
          </>
        )}
        nameOf={(level) => t(`common:level.${level}`)}
        onChange={(limits) => onChange({ ...row, ...limits })}
      />
      <div className={styles.grid}>
        {row.valueType === 'observed' && (
          <Field label={`${t('thresholds.reference')} ${unit}`}>
            <NumberField
              label={t('thresholds.reference')}
              value={row.reference ?? 0}
              original={original?.reference ?? null}
              onChange={(reference) => onChange({ ...row, reference: reference ?? 0 })}
            />
          </Field>
        )}
        <TimesFields row={row} original={original} onChange={onChange} />
        {attribute?.perNode && (
          <>
            <Field label={`${t('thresholds.nodeFrom')}${t('common:optional')}`}>
              <NumberField
                label={t('thresholds.nodeFrom')}
                min={0}
                step={1}
                value={row.nodeRange?.[0] ?? null}
                onChange={(from) => onChange(withRange(row, from, row.nodeRange?.[1] ?? from))}
              />
            </Field>
            <Field label={`${t('thresholds.nodeTo')}${t('common:optional')}`}>
              <NumberField
                label={t('thresholds.nodeTo')}
                min={0}
                step={1}
                value={row.nodeRange?.[1] ?? null}
                onChange={(to) => onChange(withRange(row, row.nodeRange?.[0] ?? to, to))}
              />
            </Field>
          </>
        )}
      </div>
      <Checkbox
        style={{ marginTop: 10 }}
        checked={row.lower !== undefined && row.lower !== null}
        onChange={(event) => {
          const { lower: _old, ...rest } = row;
          onChange(
            event.target.checked ? { ...rest, lower: { blue: null, yellow: null, orange: null, red: null } } : rest,
          );
        }}
      >
        {t('thresholds.lower')}
      </Checkbox>
      {row.lower && (
        <LimitFields
          limits={row.lower}
          original={original?.lower ?? null}
          wrong={wrongOf(wrong, 'lower.')}
          labelOf={(level) => `${t(`common:level.${level}`)} ≤ ${unit}`}
          nameOf={(level) => `${t('thresholds.lower')} ${t(`common:level.${level}`)}`}
          onChange={(lower) => onChange({ ...row, lower })}
        />
      )}
    </RuleBox>
  );
}

/** How often a threshold must be reached or left before the alert is raised or over. */
function TimesFields({ row, original, onChange }: Pick<RowProps, 'row' | 'original' | 'onChange'>) {
  const { t } = useTranslation(['console', 'common']);
  return (
    <>
      <Field label={t('thresholds.confirm')}>
        <NumberField
          label={t('thresholds.confirm')}
          min={1}
          step={1}
          value={row.confirmTimes || 1}
          onChange={(confirmTimes) => onChange({ ...row, confirmTimes: confirmTimes ?? 1 })}
        />
      </Field>
      <Field label={t('thresholds.atOnce')}>
        <Select
          aria-label={t('thresholds.atOnce')}
          style={{ width: '100%' }}
          value={row.atOnce ?? 0}
          options={[
            { value: 0, label: t('thresholds.noLevel') },
            ...levels.map((level) => ({ value: level, label: t(`common:level.${level}`) })),
          ]}
          onChange={(atOnce: number) => onChange(withCount(row, 'atOnce', atOnce))}
        />
      </Field>
      <Field label={`${t('thresholds.days')} d`}>
        <NumberField
          label={t('thresholds.days')}
          min={0}
          max={maxDays}
          step={1}
          value={row.confirmDays ?? 0}
          original={original ? (original.confirmDays ?? 0) : null}
          onChange={(days) => onChange(withCount(row, 'confirmDays', days ?? 0))}
        />
      </Field>
      <Field label={t('thresholds.restore')}>
        <NumberField
          label={t('thresholds.restore')}
          min={1}
          step={1}
          value={row.restoreTimes || 2}
          onChange={(restoreTimes) => onChange({ ...row, restoreTimes: restoreTimes ?? 2 })}
        />
      </Field>
      <Field label={`${t('thresholds.margin')} %`}>
        <NumberField
          label={t('thresholds.margin')}
          min={0}
          max={99}
          value={Number(((row.restoreMargin ?? 0.05) * 100).toFixed(3))}
          onChange={(percent) => onChange({ ...row, restoreMargin: (percent ?? 5) / 100 })}
        />
      </Field>
    </>
  );
}

const levels = [1, 2, 3, 4] as const;
/** Days in a row that a threshold can ask for. */
const maxDays = 30;

/** withCount sets a number that is left out when it is 0. */
function withCount(row: Row, name: 'atOnce' | 'confirmDays', value: number): Row {
  const { [name]: _old, ...rest } = row;
  return value === 0 ? rest : { ...rest, [name]: value };
}

function withRange(row: Row, from: number | null, to: number | null): Row {
  const { nodeRange: _old, ...rest } = row;
  return from === null || to === null ? rest : { ...rest, nodeRange: [from, to] };
}

const limitsOf = ({ blue, yellow, orange, red }: Row): Limits => ({ blue, yellow, orange, red });
