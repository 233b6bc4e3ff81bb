import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { replaceAt, withoutAt } from '@/entities/configuration/editor';
import styles from '@/entities/configuration/editors/editors.module.css';
import { LimitedInput } from '@/ui/form/limited';
import { NumberField } from '@/ui/form/number-field';

/** One value in the registers of an instrument; what is omitted is the usual. */
interface Item {
  function?: number;
  offset?: number;
  type?: string;
  order?: string;
  scale?: number;
  add?: number;
  field: string;
  channel?: number;
}

const types = ['u16', 'i16', 'u32', 'i32', 'f32', 'f64', 'bcd', 'bcd32', 'bit'];
const orders = ['ABCD', 'CDAB', 'BADC', 'DCBA'];
const functions = [3, 4, 1, 2];

interface Props {
  profile: Record<string, unknown>;
  onChange: (profile: unknown) => void;
}

/** The values that are read from an instrument, by register. */
export function RegisterMap({ profile, onChange }: Props) {
  const { t } = useTranslation(['devices', 'common']);
  const items = (Array.isArray(profile.items) ? profile.items : []) as Item[];
  const set = (list: Item[]) => onChange({ ...profile, items: list });
  const other = Object.keys(profile).filter((name) => name !== 'items');
  return (
    <>
      {other.length > 0 && <p className={styles.hint}>{t('link.otherMembers', { names: other.join(', ') })}</p>}
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th>{t('link.item.function')}</th>
              <th>{t('link.item.register')}</th>
              <th>{t('link.item.type')}</th>
              <th>{t('link.item.order')}</th>
              <th>{t('link.item.scale')}</th>
              <th>{t('link.item.add')}</th>
              <th>{t('link.item.field')}</th>
              <th>{t('link.item.channel')}</th>
              <th aria-label={t('common:action.delete')} />
            </tr>
          </thead>
          <tbody>
            {items.map((item, i) => {
              const change = (some: Partial<Item>) => set(replaceAt(items, i, { ...item, ...some }));
              const number = (name: 'offset' | 'scale' | 'add' | 'channel', usual: number) => (
                <NumberField
                  label={`${t(`link.item.${name === 'offset' ? 'register' : name}`)} ${i + 1}`}
                  {...(name === 'offset' || name === 'channel' ? { min: 0, max: 65535, step: 1 } : {})}
                  value={item[name] ?? usual}
                  onChange={(next) => change({ [name]: next ?? usual })}
                />
              );
              const choice = (name: 'type' | 'order', options: string[]) => (
                <Select
                  style={{ width: 82 }}
                  aria-label={`${t(`link.item.${name}`)} ${i + 1}`}
                  value={item[name] ?? options[0] ?? ''}
                  options={options.map((value) => ({ value, label: value }))}
                  onChange={(next) => change({ [name]: next })}
                />
              );
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: registers have no identity but their place
                <tr key={i}>
                  <td>
                    <Select
                      style={{ width: 56 }}
                      aria-label={`${t('link.item.function')} ${i + 1}`}
                      value={item.function ?? 3}
                      options={functions.map((value) => ({ value, label: value }))}
                      onChange={(next) => change({ function: next })}
                    />
                  </td>
                  <td>{number('offset', 0)}</td>
                  <td>{choice('type', types)}</td>
                  <td>{choice('order', orders)}</td>
                  <td>{number('scale', 1)}</td>
                  <td>{number('add', 0)}</td>
                  <td>
                    <LimitedInput
                      aria-label={`${t('link.item.field')} ${i + 1}`}
                      max={40}
                      value={item.field}
                      onChange={(event) => change({ field: event.target.value })}
                    />
                  </td>
                  <td>{number('channel', 0)}</td>
                  <td>
                    <Button
                      type="text"
                      icon={<DeleteOutlined aria-hidden />}
                      aria-label={`${t('common:action.delete')} ${i + 1}`}
                      onClick={() => set(withoutAt(items, i))}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <Button
        style={{ margin: '8px 0' }}
        icon={<PlusOutlined aria-hidden />}
        onClick={() => set([...items, { offset: (items.at(-1)?.offset ?? -2) + 2, type: 'f32', field: '' }])}
      >
        {t('link.item.more')}
      </Button>
    </>
  );
}
