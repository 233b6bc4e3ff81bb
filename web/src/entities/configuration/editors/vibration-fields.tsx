import { Checkbox, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { NumberField } from '@/ui/form/number-field';
import type { EditorProps } from '../editor';
import { Field } from './field';
import type { Processor } from './processor';

type Vibration = NonNullable<Processor['vibration']>;

const windows = ['hann', 'rectangular'] as const;
/** What counts without settings; a version keeps only what differs. */
const usual = { highPass: 0.5, window: 'hann', keepAcceleration: false } as const;

/** How peaks, frequencies and displacement follow from records of vibration. */
export function VibrationFields({ value, original, onChange }: EditorProps<Processor>) {
  const { t } = useTranslation('point-settings');
  const { vibration, ...rest } = value;
  const now = { ...usual, ...vibration };
  const set = (change: Partial<Vibration>) => {
    const { highPass, window, keepAcceleration } = { ...now, ...change };
    const kept: Vibration = {
      ...(highPass === usual.highPass ? {} : { highPass }),
      ...(window === usual.window ? {} : { window }),
      ...(keepAcceleration ? { keepAcceleration } : {}),
    };
    onChange(Object.keys(kept).length > 0 ? { ...rest, vibration: kept } : rest);
  };
  return (
    <>
      <Field label={t('vibration.window')}>
        <Select
          aria-label={t('vibration.window')}
          style={{ width: '100%' }}
          value={now.window}
          options={windows.map((one) => ({ value: one, label: t(`vibration.windows.${one}`) }))}
          onChange={(window) => set({ window })}
        />
      </Field>
      <Field label={t('vibration.integrate')}>
        <Checkbox
          checked={!now.keepAcceleration}
          onChange={(event) => set({ keepAcceleration: !event.target.checked })}
        >
          {t('vibration.integrateOn')}
        </Checkbox>
      </Field>
      <Field label={t('vibration.highPass')}>
        <NumberField
          label={t('vibration.highPass')}
          min={0.05}
          max={50}
          step={0.1}
          value={now.highPass}
          original={original?.vibration?.highPass ?? (original ? usual.highPass : null)}
          onChange={(highPass) => set({ highPass: highPass ?? usual.highPass })}
        />
      </Field>
    </>
  );
}
