import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { systemFormulasQuery, useAttributes, useLabel, useMainField } from '@/api/catalog';
import { counted } from '@/ui/form/at-most';
import { LimitedArea } from '@/ui/form/limited';
import { listText } from '@/ui/format/list';
import { type EditorProps, replaceAt, withoutAt } from '../editor';
import { useFormulaInputs } from '../queries';
import styles from './editors.module.css';
import { Field } from './field';
import type { Formula } from './formula';
import { computes, fieldFor, serves } from './formula-fields';
import { begun, FormulaInputs } from './formula-inputs';
import { FormulaProposal } from './formula-proposal';
import { RuleBox } from './rule-box';
import { fieldTaken, type Rule, RuleSettings } from './rule-settings';

const system = 'SYSTEM_FORMULA';
const custom = 'CUSTOM_FORMULA';

/** The rules that turn what the instrument sends into values, in the order in which they are evaluated. */
export function FormulaEditor({ value, original, onChange, place }: EditorProps<Formula>) {
  const { t } = useTranslation(['console', 'common']);
  return (
    <>
      {value.rules.length === 0 && place.category !== 'Artificial' && (
        <>
          <p className={styles.hint}>{t('formula.none')}</p>
          <FormulaProposal place={place} onTake={(rules) => onChange({ rules })} />
        </>
      )}
      {value.rules.map((rule, i) => (
        <RuleEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity but their place
          key={i}
          no={i + 1}
          rule={rule}
          original={original?.rules[i] ?? null}
          computed={withoutAt(value.rules, i).map((one) => one.computedField ?? '')}
          place={place}
          onChange={(next) => onChange({ rules: replaceAt(value.rules, i, next) })}
          onRemove={() => onChange({ rules: withoutAt(value.rules, i) })}
        />
      ))}
      <Button
        icon={<PlusOutlined aria-hidden />}
        onClick={() => onChange({ rules: [...value.rules, { computedField: '', formulaType: custom, formula: '' }] })}
      >
        {t('formula.add')}
      </Button>
      <p className={styles.hint}>{t('formula.hint')}</p>
    </>
  );
}

interface RuleProps {
  no: number;
  rule: Rule;
  original: Rule | null;
  /** Fields computed by other rules, which this one may use. */
  computed: string[];
  place: EditorProps<Formula>['place'];
  onChange: (rule: Rule) => void;
  onRemove: () => void;
}

function RuleEditor({ no, rule, original, computed, place, onChange, onRemove }: RuleProps) {
  const { t } = useTranslation(['console', 'configuration', 'common']);
  const say = useLabel();
  const attributes = useAttributes(place.measurement);
  const main = useMainField(place.measurement);
  const { data: formulas = [] } = useQuery(systemFormulasQuery);
  const { data: inputs = [] } = useFormulaInputs(place.structureId ?? 0, place.pointId);
  const textId = useId();
  const offered = formulas
    .filter((f) => (f.types.length === 0 || f.types.includes(place.category)) && serves(f, attributes))
    .sort((a, b) => Number(a.types.length === 0) - Number(b.types.length === 0)); // those of this type first
  const chosen = formulas.find((f) => f.code === rule.sysFormula);
  const names = inputs.map((one) => one.name);
  // The inputs that the system formula needs from the main device but does not receive.
  const taken = fieldTaken(chosen?.settings ?? [], rule);
  const takes = taken
    ? [taken]
    : (chosen?.inputs ?? []).filter((one) => one.required && !one.role).map((one) => one.field);
  const absent = begun(inputs) ? takes.filter((name) => name && ![...names, ...computed].includes(name)) : [];
  // Inserts a name at the last position of the cursor.
  const write = (name: string) => {
    const area = document.getElementById(textId) as HTMLTextAreaElement | null;
    const formula = rule.formula ?? '';
    const [from, to] = [area?.selectionStart ?? formula.length, area?.selectionEnd ?? formula.length];
    onChange({ ...rule, formula: formula.slice(0, from) + name + formula.slice(to) });
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(from + name.length, from + name.length);
    });
  };
  const needsField = rule.formulaType === custom || (chosen?.outputs.length ?? 0) === 0;
  return (
    <RuleBox
      onRemove={onRemove}
      head={
        <>
          <span>{t('formula.rule', { no })}</span>
          <Segmented
            value={rule.formulaType}
            aria-label={t('formula.type')}
            options={[
              { value: system, label: t('formula.system') },
              { value: custom, label: t('formula.custom') },
            ]}
            onChange={(type) =>
              onChange(
                type === system
                  ? {
                      computedField: fieldFor(offered[0], rule.computedField, attributes, main),
                      formulaType: system,
                      sysFormula: offered[0]?.code ?? '',
                    }
                  : { computedField: rule.computedField, formulaType: custom, formula: '' },
              )
            }
          />
        </>
      }
    >
      <div className={styles.grid}>
        {needsField && (
          <Field label={t('formula.field')}>
            <Select
              aria-label={t('formula.field')}
              style={{ width: '100%' }}
              value={rule.computedField || null}
              options={attributes
                .filter((a) => computes(chosen, a.name))
                .map((a) => ({
                  value: a.name,
                  label: a.unit ? `${say(a.label)} ${a.unit}` : say(a.label),
                }))}
              onChange={(computedField: string) => onChange({ ...rule, computedField })}
            />
          </Field>
        )}
        {rule.formulaType === system && (
          <Field wide label={t('formula.system')}>
            <Select
              aria-label={t('formula.system')}
              style={{ width: '100%' }}
              showSearch={{ optionFilterProp: 'label' }}
              value={rule.sysFormula || null}
              options={offered.map((f) => ({ value: f.code, label: `${say(f.label)} (${f.code})` }))}
              onChange={(sysFormula: string) => {
                const next = formulas.find((f) => f.code === sysFormula);
                const computedField = fieldFor(next, rule.computedField, attributes, main);
                onChange({ computedField, formulaType: system, sysFormula });
              }}
            />
          </Field>
        )}
      </div>
      {rule.formulaType === custom ? (
        <div className={styles.formula}>
          <Field label={t('formula.text')}>
            <LimitedArea
              id={textId}
              aria-label={t('formula.text')}
              rows={2}
              max={500}
              count={counted(500)}
              value={rule.formula ?? ''}
              onChange={(event) => onChange({ ...rule, formula: event.target.value })}
            />
          </Field>
          <FormulaInputs inputs={inputs} onPick={write} />
          <p className={styles.hint}>{t('formula.names')}</p>
        </div>
      ) : (
        chosen && (
          <>
            <div className={styles.text}>{chosen.text}</div>
            <RuleSettings
              settings={chosen.settings}
              rule={rule}
              original={original}
              names={names}
              place={place}
              onChange={onChange}
            />
            {absent.length > 0 && (
              <p className={styles.warning} role="alert">
                {t('configuration:inputs.absent', { names: listText(absent), sent: listText(names) })}
              </p>
            )}
            <p className={styles.hint}>{t('formula.params')}</p>
          </>
        )
      )}
    </RuleBox>
  );
}
