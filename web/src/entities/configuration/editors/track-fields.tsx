import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { NumberField } from '@/ui/form/number-field';
import type { EditorProps } from '../editor';
import { Field } from './field';
import type { Processor } from './processor';

type Fence = NonNullable<Processor['fence']>;

const usualStep = 2; // m
const usualReach = 50; // m

/** The circle in which a tracker should stay, and how little it moves at rest. */
export function TrackFields({ value, original, onChange }: EditorProps<Processor>) {
  const { t } = useTranslation('point-settings');
  const { fence, minStep, ...rest } = value;
  const set = (next: { fence?: Fence | undefined; minStep?: number | undefined }) => {
    const now = { fence, minStep, ...next };
    onChange({
      ...rest,
      ...(now.fence ? { fence: now.fence } : {}),
      ...(now.minStep && now.minStep !== usualStep ? { minStep: now.minStep } : {}),
    });
  };
  const limits = { lat: { min: -90, max: 90 }, lon: { min: -180, max: 180 }, reach: { min: 1, max: 100_000 } } as const;
  return (
    <>
      <Field label={t('track.minStep')}>
        <NumberField
          label={t('track.minStep')}
          min={0.1}
          max={100}
          value={minStep || usualStep}
          original={original ? original.minStep || usualStep : null}
          onChange={(step) => set({ minStep: step ?? usualStep })}
        />
      </Field>
      <Field label={t('track.fence')}>
        <Checkbox
          checked={fence !== undefined}
          onChange={(event) => set({ fence: event.target.checked ? { lat: 0, lon: 0, reach: usualReach } : undefined })}
        >
          {t('track.fenceOn')}
        </Checkbox>
      </Field>
      {fence &&
        (['lat', 'lon', 'reach'] as const).map((name) => (
          <Field key={name} label={t(`track.${name}`)}>
            <NumberField
              label={t(`track.${name}`)}
              {...limits[name]}
              value={fence[name]}
              original={original?.fence?.[name] ?? null}
              onChange={(number) => set({ fence: { ...fence, [name]: number ?? fence[name] } })}
            />
          </Field>
        ))}
    </>
  );
}
