import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import { unitOf } from '@/entities/configuration/editor';
import { formatNumber, withUnit } from '@/ui/format/number';
import { nextSteps, type StepKey } from '../model/steps';
import { useJudgedField, useProposedRules } from '../proposals';
import type { Chain } from '../queries';
import styles from '../setup.module.css';

interface Props {
  chain: Chain;
  step: StepKey | null;
  done: Record<StepKey, boolean>;
}

/** The next two steps, with what is already proposed for them. */
export function NextSteps({ chain, step, done }: Props) {
  const { t } = useTranslation('setup');
  const proposals: Partial<Record<StepKey, string>> = {
    formula: useFormulaText(chain),
    threshold: useThresholdText(chain),
  };
  const steps = nextSteps(step, done);
  if (steps.length === 0) return null;
  return (
    <section className={styles.next} aria-label={t('next.title')}>
      <h3>{t('next.title')}</h3>
      <ol>
        {steps.map((key) => (
          <li key={key}>
            <b>{t(`step.${key}`)}</b>
            <span className={styles.nextWhat}>{t(`next.${key as 'structure'}`)}</span>
            {proposals[key] && <code>{proposals[key]}</code>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The proposed formula of the main field with the received value: 裂缝宽度 = disp = 5.75 mm. */
function useFormulaText(chain: Chain): string {
  const say = useLabel();
  const { attributes, formulas, offered, rules } = useProposedRules(chain);
  const [rule] = rules;
  if (!rule || chain.frames.length === 0) return '';
  const attribute = attributes.find((one) => one.name === rule.computedField);
  const formula = formulas.find(({ code }) => code === rule.sysFormula);
  const right = rule.options?.field || rule.formula || (formula ? say(formula.label) : '');
  const input = offered.find(({ name }) => name === rule.options?.field);
  const value = typeof input?.value === 'number' ? ` = ${withUnit(formatNumber(input.value), input.unit)}` : '';
  return `${attribute ? say(attribute.label) : rule.computedField} = ${right}${value}`;
}

function useThresholdText(chain: Chain): string {
  const { t } = useTranslation('common');
  const say = useLabel();
  const { attribute, valueType } = useJudgedField(chain);
  if (!attribute) return '';
  const unit = unitOf(attribute.name, attribute.unit, valueType, {});
  return [`${say(attribute.label)}·${t(`valueType.${valueType}`)}`, unit].filter(Boolean).join(' ');
}
