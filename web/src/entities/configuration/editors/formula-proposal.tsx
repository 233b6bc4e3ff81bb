import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import type { Place } from '../editor';
import { useProposedRules } from '../use-proposed-rules';
import styles from './editors.module.css';
import type { Formula } from './formula';

interface Props {
  place: Place;
  onTake: (rules: Formula['rules']) => void;
}

/** The formula suggested by type and units for a point that has none, applied with one click. */
export function FormulaProposal({ place, onTake }: Props) {
  const { t } = useTranslation('console');
  const say = useLabel();
  const { attributes, formulas, rules } = useProposedRules({ ...place, structureId: place.structureId ?? 0 });
  if (rules.length === 0) return null;
  return (
    <div className={styles.proposal}>
      <span>{t('formula.proposed')}</span>
      {rules.map((rule) => {
        const attribute = attributes.find((one) => one.name === rule.computedField);
        const formula = formulas.find((one) => one.code === rule.sysFormula);
        return (
          <b key={rule.computedField}>
            {attribute ? say(attribute.label) : rule.computedField} ={' '}
            {rule.options?.field ?? (formula ? say(formula.label) : rule.formula)}
          </b>
        );
      })}
      <Button onClick={() => onTake(rules)}>{t('formula.take')}</Button>
    </div>
  );
}
