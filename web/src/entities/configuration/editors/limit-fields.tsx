import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrong } from '@/ui/form/limited';
import { NumberField } from '@/ui/form/number-field';
import { limitNames } from '@/ui/theme/tokens';
import type { LimitName, Limits, WrongLimit } from '../thresholds';
import styles from './editors.module.css';
import { Field } from './field';

interface Props {
  limits: Limits;
  original: Limits | null;
  /** The faults of the limits. */
  wrong: ReadonlyMap<LimitName, WrongLimit>;
  labelOf: (level: 1 | 2 | 3 | 4) => ReactNode;
  nameOf: (level: 1 | 2 | 3 | 4) => string;
  onChange: (limits: Limits) => void;
}

/**
 * The limits of the four levels; after a blur or an attempt to save, a wrong one turns red and names what is allowed.
 */
export function LimitFields({ limits, original, wrong, labelOf, nameOf, onChange }: Props) {
  const { t } = useTranslation('console');
  const id = useId();
  const [touched, setTouched] = useState(false);
  const said = useWrong(wrong.size > 0, touched);
  const reasons = [...new Set(wrong.values())];
  return (
    <>
      <div className={styles.four}>
        {limitNames.map((name, i) => {
          const level = (i + 1) as 1 | 2 | 3 | 4;
          return (
            <Field key={name} label={labelOf(level)}>
              <NumberField
                label={nameOf(level)}
                value={limits[name]}
                original={original?.[name] ?? null}
                wrong={said && wrong.has(name) ? id : undefined}
                onBlur={() => setTouched(true)}
                onChange={(number) => onChange({ ...limits, [name]: number })}
              />
            </Field>
          );
        })}
      </div>
      {said && (
        <p id={id} className={styles.wrong} role="alert">
          {reasons.map((reason) => t(`thresholds.wrong.${reason}`)).join(t('thresholds.wrong.and'))}
        </p>
      )}
    </>
  );
}

/** The part of a set of wrong limits for the upper or the lower side. */
export function wrongOf(all: ReadonlyMap<string, WrongLimit>, prefix: '' | 'lower.'): Map<LimitName, WrongLimit> {
  return new Map(
    limitNames.flatMap((name) => {
      const found = all.get(`${prefix}${name}`);
      return found ? [[name, found] as const] : [];
    }),
  );
}
