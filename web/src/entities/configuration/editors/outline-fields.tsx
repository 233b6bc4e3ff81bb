import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { NumberField } from '@/ui/form/number-field';
import type { EditorProps } from '../editor';
import { Field } from './field';
import type { Processor } from './processor';

const shapes = ['circle', 'horseshoe', 'rectangle'] as const;

/** The outline of a scanned section by design, and how far inside it the clearance is. */
export function OutlineFields({ value, original, onChange }: EditorProps<Processor>) {
  const { t } = useTranslation('point-settings');
  const ring = value.ring ?? {};
  const set = (next: typeof ring) => onChange({ ...value, ring: { ...ring, ...next } });
  const shape = ring.shape ?? 'circle';
  const size = (name: 'width' | 'height' | 'clearance', min: number) => (
    <Field label={t(`processor.${name}`)}>
      <NumberField
        label={t(`processor.${name}`)}
        min={min}
        max={200_000}
        value={ring[name] || null}
        original={original?.ring?.[name] ?? null}
        onChange={(mm) => set({ [name]: mm ?? 0 })}
      />
    </Field>
  );
  return (
    <>
      <Field label={t('processor.shape')}>
        <Segmented
          value={shape}
          options={shapes.map((one) => ({ value: one, label: t(`processor.shapes.${one}`) }))}
          onChange={(next) =>
            set(next === 'circle' ? { shape: next, width: 0, height: 0 } : { shape: next, radius: 0 })
          }
        />
      </Field>
      {shape !== 'circle' && size('width', 100)}
      {shape !== 'circle' && size('height', 100)}
      {size('clearance', 0)}
    </>
  );
}
