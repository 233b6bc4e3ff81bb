import { useTranslation } from 'react-i18next';
import { NumberField } from '@/ui/form/number-field';
import type { EditorProps } from '../editor';
import { Field } from './field';
import { PointSelect } from './point-select';
import type { Processor } from './processor';

const lined = ['DBCJ', 'StructuralDeformation'];
const water = { rho20: 998.2067, beta: 0 };

/** The reference of a hydrostatic leveling vessel and the liquid of its line. */
export function LineFields({ value, original, onChange, place }: EditorProps<Processor>) {
  const { t } = useTranslation('point-settings');
  const { refPoint: _ref, syncTolerance: _sync, liquid: _liquid, ...rest } = value;
  const set = (next: Pick<Processor, 'refPoint' | 'syncTolerance' | 'liquid'>) => {
    const { refPoint, syncTolerance, liquid } = { ...value, ...next };
    onChange({
      ...rest,
      ...(refPoint ? { refPoint } : {}),
      ...(syncTolerance ? { syncTolerance } : {}),
      ...(liquid ? { liquid } : {}),
    });
  };
  const liquid = value.liquid;
  return (
    <>
      <Field label={t('processor.refPoint')}>
        <PointSelect
          label={t('processor.refPoint')}
          projectId={place.projectId}
          own={place.pointId}
          measurements={lined}
          value={value.refPoint ?? 0}
          onChange={(refPoint) => set({ refPoint })}
        />
      </Field>
      <Field label={t('processor.syncTolerance')}>
        <NumberField
          label={t('processor.syncTolerance')}
          min={1}
          max={86_400}
          step={60}
          value={value.syncTolerance || 300}
          original={original?.syncTolerance ?? null}
          onChange={(seconds) => set({ syncTolerance: seconds ?? 300 })}
        />
      </Field>
      <Field label={t('processor.rho20')}>
        <NumberField
          label={t('processor.rho20')}
          min={500}
          max={2000}
          value={liquid?.rho20 ?? null}
          original={original?.liquid?.rho20 ?? null}
          onChange={(rho20) =>
            rho20 === null
              ? onChange({ ...rest, ...(value.refPoint ? { refPoint: value.refPoint } : {}) })
              : set({ liquid: { ...water, ...liquid, rho20 } })
          }
        />
      </Field>
      {liquid && (
        <Field label={t('processor.beta')}>
          <NumberField
            label={t('processor.beta')}
            min={0}
            max={0.01}
            step={0.0001}
            value={liquid.beta}
            original={original?.liquid?.beta ?? null}
            onChange={(beta) => set({ liquid: { ...liquid, beta: beta ?? 0 } })}
          />
        </Field>
      )}
    </>
  );
}
