import { Checkbox, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { NumberField } from '@/ui/form/number-field';
import { type EditorProps, replaceAt } from '../editor';
import { countNodes } from '../nodes';
import styles from './editors.module.css';
import { Field } from './field';

export type Geometry = components['schemas']['DeviceGeometry'];

/** The build of an array: segments from the collar down. */
export function GeometryEditor({ value, original, onChange }: EditorProps<Geometry>) {
  const { t } = useTranslation('console');
  const number = (name: 'segmentLen' | 'minDepth' | 'markAngle' | 'initTwist', label: string, limits: object) => (
    <Field label={label}>
      <NumberField
        {...limits}
        label={label}
        value={value[name] ?? 0}
        original={original?.[name] ?? null}
        onChange={(next) => onChange({ ...value, [name]: next ?? 0 })}
      />
    </Field>
  );
  return (
    <>
      <div className={styles.grid}>
        {number('segmentLen', t('geometry.segmentLen'), { min: 500, step: 100 })}
        <Field label={t('geometry.count')}>
          <NumberField
            label={t('geometry.count')}
            min={0}
            max={1024}
            step={1}
            value={value.nodes.length}
            original={original?.nodes.length ?? null}
            onChange={(count) => onChange({ ...value, nodes: countNodes(value.nodes, count ?? 0) })}
          />
        </Field>
        {number('minDepth', t('geometry.minDepth'), {})}
        {number('markAngle', t('geometry.markAngle'), { min: 0, max: 360 })}
        {number('initTwist', t('geometry.twist'), { min: -360, max: 360 })}
      </div>
      {value.nodes.length > 0 && (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th>{t('geometry.no')}</th>
                <th>{t('geometry.sn')}</th>
                <th>{t('geometry.len')}</th>
                <th>{t('geometry.twist')}</th>
                <th>{t('geometry.used')}</th>
              </tr>
            </thead>
            <tbody>
              {value.nodes.map((node, i) => {
                const set = (change: Partial<typeof node>) =>
                  onChange({ ...value, nodes: replaceAt(value.nodes, i, { ...node, ...change }) });
                return (
                  <tr key={node.no}>
                    <td>{node.no}</td>
                    <td>
                      <Input
                        aria-label={`${t('geometry.sn')} ${node.no}`}
                        value={node.sn ?? ''}
                        onChange={(event) => set({ sn: event.target.value })}
                      />
                    </td>
                    <td>
                      <NumberField
                        label={`${t('geometry.len')} ${node.no}`}
                        min={500}
                        step={100}
                        value={node.len || null}
                        onChange={(len) => set({ len: len ?? 0 })}
                      />
                    </td>
                    <td>
                      <NumberField
                        label={`${t('geometry.twist')} ${node.no}`}
                        value={node.twist ?? null}
                        original={original?.nodes[i]?.twist ?? null}
                        onChange={(twist) => {
                          const { twist: _old, ...rest } = node;
                          onChange({
                            ...value,
                            nodes: replaceAt(value.nodes, i, twist === null ? rest : { ...rest, twist }),
                          });
                        }}
                      />
                    </td>
                    <td>
                      <Checkbox
                        aria-label={`${t('geometry.used')} ${node.no}`}
                        checked={node.used}
                        onChange={(event) => set({ used: event.target.checked })}
                      />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
