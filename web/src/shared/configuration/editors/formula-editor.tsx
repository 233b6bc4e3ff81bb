import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { deviceTypesQuery, systemFormulasQuery, useAttributes, useLabel } from '@/api/catalogue';
import type { components } from '@/api/schema.gen';
import { counted } from '@/shared/form/at-most';
import { LimitedArea } from '@/shared/form/limited';
import { NumberField } from '@/shared/form/number-field';
import { type EditorProps, replaceAt, withoutAt } from '../editor';
import styles from './editors.module.css';
import { Field } from './field';
import { RuleBox } from './rule-box';

export type Formula = components['schemas']['PointFormula'];
type Rule = Formula['rules'][number];

const system = 'SYSTEM_FORMULA';
const custom = 'CUSTOM_FORMULA';

/** The rules that turn what the instrument sends into values, in the order in which they are evaluated. */
export function FormulaEditor({ value, original, onChange, place }: EditorProps<Formula>) {
  const { t } = useTranslation(['console', 'common']);
  return (
    <>
      {value.rules.map((rule, i) => (
        <RuleEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no identity but their place
          key={i}
          no={i + 1}
          rule={rule}
          original={original?.rules[i] ?? null}
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
  place: EditorProps<Formula>['place'];
  onChange: (rule: Rule) => void;
  onRemove: () => void;
}

function RuleEditor({ no, rule, original, place, onChange, onRemove }: RuleProps) {
  const { t } = useTranslation(['console', 'common']);
  const say = useLabel();
  const attributes = useAttributes(place.measurement);
  const { data: formulas = [] } = useQuery(systemFormulasQuery);
  const { data: types = [] } = useQuery(deviceTypesQuery);
  const offered = formulas.filter((f) => f.types.length === 0 || f.types.includes(place.category));
  const chosen = formulas.find((f) => f.code === rule.sysFormula);
  const raw = types.find((one) => one.code === place.category)?.rawFields ?? [];
  // Ellipsoids and numbers of faces are names already.
  const choice = (name: string) => t(`formula.choices.${name as 'true'}`, { defaultValue: name });
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
                  ? { computedField: rule.computedField, formulaType: system, sysFormula: offered[0]?.code ?? '' }
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
              options={attributes.map((a) => ({
                value: a.name,
                label: a.unit ? `${say(a.label)} ${a.unit}` : say(a.label),
              }))}
              onChange={(computedField: string) => onChange({ ...rule, computedField })}
            />
          </Field>
        )}
        {rule.formulaType === system && (
          <Field label={t('formula.system')}>
            <Select
              aria-label={t('formula.system')}
              style={{ width: '100%' }}
              showSearch={{ optionFilterProp: 'label' }}
              value={rule.sysFormula || null}
              options={offered.map((f) => ({ value: f.code, label: `${say(f.label)} (${f.code})` }))}
              onChange={(sysFormula: string) =>
                onChange({ computedField: rule.computedField, formulaType: system, sysFormula })
              }
            />
          </Field>
        )}
      </div>
      {rule.formulaType === custom ? (
        <div className={styles.formula}>
          <Field label={t('formula.text')}>
            <LimitedArea
              aria-label={t('formula.text')}
              rows={2}
              max={500}
              count={counted(500)}
              value={rule.formula ?? ''}
              onChange={(event) => onChange({ ...rule, formula: event.target.value })}
            />
          </Field>
          <p className={styles.hint}>{t('formula.names', { list: raw.map((f) => f.name).join(', ') || '—' })}</p>
        </div>
      ) : (
        chosen && (
          <>
            <div className={styles.text}>{chosen.text}</div>
            <div className={styles.grid}>
              {chosen.params.map((param) => (
                <Field key={param.name} label={`${say(param.label)}${param.unit ? ` ${param.unit}` : ''}`}>
                  <NumberField
                    label={say(param.label)}
                    value={rule.params?.[param.name] ?? null}
                    original={original?.params?.[param.name] ?? null}
                    onChange={(number) => {
                      const { [param.name]: _old, ...rest } = rule.params ?? {};
                      onChange({ ...rule, params: number === null ? rest : { ...rest, [param.name]: number } });
                    }}
                  />
                </Field>
              ))}
              {chosen.options.map((option) => (
                <Field key={option.name} label={say(option.label)}>
                  {option.values.length > 0 ? (
                    <Select
                      aria-label={say(option.label)}
                      style={{ width: '100%' }}
                      allowClear
                      value={rule.options?.[option.name] ?? null}
                      placeholder={choice(option.values[0] ?? '')}
                      options={option.values.map((one) => ({ value: one, label: choice(one) }))}
                      onChange={(one: string | null) =>
                        onChange({ ...rule, options: without(rule.options, option.name, one) })
                      }
                    />
                  ) : (
                    <Input
                      aria-label={say(option.label)}
                      value={rule.options?.[option.name] ?? ''}
                      onChange={(event) =>
                        onChange({ ...rule, options: without(rule.options, option.name, event.target.value) })
                      }
                    />
                  )}
                </Field>
              ))}
            </div>
            <p className={styles.hint}>{t('formula.params')}</p>
          </>
        )
      )}
    </RuleBox>
  );
}

function without(options: Rule['options'], name: string, value: string | null | undefined): Record<string, string> {
  const { [name]: _old, ...rest } = options ?? {};
  return value ? { ...rest, [name]: value } : rest;
}
