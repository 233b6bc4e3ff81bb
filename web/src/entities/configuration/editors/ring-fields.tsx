import { Checkbox, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '@/ui/form/number-field';
import { chordsOf, chordsText } from '../chords';
import type { EditorProps } from '../editor';
import { Field } from './field';
import { OutlineFields } from './outline-fields';
import type { Processor } from './processor';

type Ring = NonNullable<Processor['ring']>;

/**
 * The geometry of a circular array or a scanned section: whether it closes, where it starts, its outline, and the node
 * pairs of its convergence.
 */
export function RingFields({ value, original, onChange, place }: EditorProps<Processor>) {
  const { t } = useTranslation('point-settings');
  const ring: Ring = value.ring ?? {};
  const scanned = place.category === 'PDM';
  const [text, setText] = useState(() => chordsText(ring.chords ?? []));
  const set = (next: Ring) => onChange({ ...value, ring: { ...ring, ...next } });
  const wrong = text.trim() !== '' && chordsOf(text) === null;
  return (
    <>
      <Field label={t('processor.ring')}>
        <Checkbox checked={!ring.open} onChange={(event) => set({ open: !event.target.checked })}>
          {t('processor.closed')}
        </Checkbox>
      </Field>
      {scanned ? (
        <OutlineFields {...{ value, original, onChange, place }} />
      ) : (
        <Field label={t('processor.startNode')}>
          <NumberField
            label={t('processor.startNode')}
            min={0}
            step={1}
            value={ring.startNode ?? 0}
            original={original?.ring?.startNode ?? null}
            onChange={(startNode) => set({ startNode: startNode ?? 0 })}
          />
        </Field>
      )}
      {(!ring.shape || ring.shape === 'circle') && (
        <Field label={t('processor.radius')}>
          <NumberField
            label={t('processor.radius')}
            min={100}
            max={100_000}
            value={ring.radius || null}
            original={original?.ring?.radius ?? null}
            onChange={(radius) => set({ radius: radius ?? 0 })}
          />
        </Field>
      )}
      <Field label={t('processor.chords')} whole>
        <Input
          value={text}
          aria-label={t('processor.chords')}
          aria-invalid={wrong}
          status={wrong ? 'error' : ''}
          placeholder={t('processor.chordsHint')}
          onChange={(event) => {
            setText(event.target.value);
            const chords = event.target.value.trim() === '' ? [] : chordsOf(event.target.value);
            if (chords) set({ chords });
          }}
        />
      </Field>
      {ring.segments && ring.segments.length > 0 && (
        <Field label={t('processor.segments')} whole>
          {ring.segments.map(({ name, from, to }) => `${name} ${from}°–${to}°`).join(', ')}
        </Field>
      )}
    </>
  );
}
