import { UndoOutlined } from '@ant-design/icons';
import { Button, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDeviceType, useLabel } from '@/api/catalog';
import type { components } from '@/api/schema.gen';
import { type EditorProps, replaceAt, withoutAt } from '@/entities/configuration/editor';
import styles from '@/entities/configuration/editors/editors.module.css';
import { NumberField } from '@/ui/form/number-field';
import { rangeText } from '@/ui/format/range';

export type Ranges = components['schemas']['DeviceRanges'];
type Range = Ranges['list'][number];

/** The measuring range by raw field: the catalog's, or the instrument's own. */
export function RangesEditor({ value, original, onChange, place }: EditorProps<Ranges>) {
  const { t } = useTranslation('devices');
  const say = useLabel();
  // A field that several variants of an instrument share is listed once.
  const raw = new Map((useDeviceType(place.category)?.rawFields ?? []).map((one) => [one.name, one]));
  const inCatalog = (field: string) => {
    const known = raw.get(field);
    return known ? rangeText(known) : '';
  };
  const nameOf = (field: string) => {
    const known = raw.get(field);
    return known ? `${say(known.label)} (${field})` : field;
  };
  const add = (field: string) => {
    const known = raw.get(field);
    const taken = value.list.filter((one) => one.field === field).map((one) => one.channelNo ?? 0);
    const made: Range = { field };
    // The device itself first, then its channels.
    while (taken.includes(made.channelNo ?? 0)) made.channelNo = (made.channelNo ?? 0) + 1;
    if (known?.min !== null && known?.min !== undefined) made.min = known.min;
    if (known?.max !== null && known?.max !== undefined) made.max = known.max;
    onChange({ list: [...value.list, made] });
  };
  const own = new Set(value.list.map((one) => one.field));
  const others = [...raw.keys()].filter((field) => !own.has(field) && inCatalog(field) !== '');
  return (
    <>
      <p className={styles.hint}>{t('ranges.intro')}</p>
      <div className={styles.scroll}>
        <table className={`${styles.table} ${styles.ranges}`}>
          <thead>
            <tr>
              <th>{t('ranges.field')}</th>
              <th>{t('ranges.channel')}</th>
              <th>{t('ranges.min')}</th>
              <th>{t('ranges.max')}</th>
              <th aria-label={t('ranges.back')} />
            </tr>
          </thead>
          <tbody>
            {value.list.map((one, i) => {
              const was = original?.list.find((old) => old.field === one.field && old.channelNo === one.channelNo);
              const set = (limit: 'min' | 'max', number: number | null) => {
                const { [limit]: _, ...rest } = one;
                onChange({ list: replaceAt(value.list, i, number === null ? rest : { ...rest, [limit]: number }) });
              };
              const name = nameOf(one.field);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: the channel of an entry changes while it is typed
                <tr key={i}>
                  <td>
                    {name}
                    <small className={styles.hint}>
                      {t('ranges.catalog')} {inCatalog(one.field) || t('ranges.none')}
                    </small>
                  </td>
                  <td>
                    <InputNumber<number>
                      aria-label={t('ranges.channelOf', { name })}
                      style={{ width: 56 }}
                      min={0}
                      precision={0}
                      value={one.channelNo ?? 0}
                      onChange={(channelNo) =>
                        onChange({ list: replaceAt(value.list, i, { ...one, channelNo: channelNo ?? 0 }) })
                      }
                    />
                  </td>
                  <td>
                    <NumberField
                      label={t('ranges.minOf', { name })}
                      value={one.min ?? null}
                      original={was?.min ?? null}
                      onChange={(number) => set('min', number)}
                    />
                  </td>
                  <td>
                    <NumberField
                      label={t('ranges.maxOf', { name })}
                      value={one.max ?? null}
                      original={was?.max ?? null}
                      onChange={(number) => set('max', number)}
                    />
                  </td>
                  <td>
                    <Button
                      type="text"
                      size="small"
                      icon={<UndoOutlined />}
                      title={t('ranges.back')}
                      aria-label={t('ranges.backOf', { name })}
                      onClick={() => onChange({ list: withoutAt(value.list, i) })}
                    />
                  </td>
                </tr>
              );
            })}
            {others.map((field) => (
              <tr key={field}>
                <td>{nameOf(field)}</td>
                <td>{t('ranges.every')}</td>
                <td colSpan={2}>{inCatalog(field)}</td>
                <td>
                  <Button
                    size="small"
                    aria-label={t('ranges.setOf', { name: nameOf(field) })}
                    onClick={() => add(field)}
                  >
                    {t('ranges.set')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {value.list.length === 0 && others.length === 0 && <p className={styles.hint}>{t('ranges.empty')}</p>}
      <Select
        style={{ width: 240, marginTop: 12 }}
        showSearch={{ optionFilterProp: 'label' }}
        value={null}
        placeholder={t('ranges.add')}
        aria-label={t('ranges.add')}
        options={[...raw.keys()].map((field) => ({ value: field, label: nameOf(field) }))}
        onChange={(field: string | null) => field && add(field)}
      />
    </>
  );
}
