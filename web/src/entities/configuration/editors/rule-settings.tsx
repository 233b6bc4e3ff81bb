import { AutoComplete, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import type { components } from '@/api/schema.gen';
import { NumberField } from '@/ui/form/number-field';
import type { Place } from '../editor';
import styles from './editors.module.css';
import { Field } from './field';
import { SourceSelect } from './source-select';

export type Setting = components['schemas']['CatalogueFormulaSetting'];
export type Rule = components['schemas']['PointFormula']['rules'][number];

/** The value of an option, or its first choice if none is set. */
const chosen = (setting: Setting, rule: Rule) => rule.options?.[setting.name] || setting.choices[0]?.code || '';

/** Reports whether a setting applies, given the other settings of the rule. */
function isShown(setting: Setting, settings: readonly Setting[], rule: Rule): boolean {
  const other = settings.find((one) => one.name === setting.when?.setting);
  if (!setting.when || !other) return true;
  if (!isShown(other, settings, rule)) return false;
  if (other.kind === 'number') return rule.params?.[other.name] !== undefined;
  const value = chosen(other, rule);
  return setting.when.values.length === 0 ? value !== '' : setting.when.values.includes(value);
}

/** The setting that names the source of a rule's field; other sources, such as the barometer, have fields of theirs. */
const sourceSetting = (settings: readonly Setting[]) =>
  settings.find((one) => one.kind === 'source' && one.name === 'role');

/** The source of a rule's field, '' for the main one. */
const sourceOf = (settings: readonly Setting[], rule: Rule) => {
  const source = sourceSetting(settings);
  return source ? chosen(source, rule) : '';
};

/**
 * The name of the raw field that a setting of the rule chooses; null where the formula has no such setting, or has a
 * default for it.
 */
export function fieldTaken(settings: readonly Setting[], rule: Rule): string | null {
  const field = settings.find((one) => one.kind === 'field');
  if (!field) return null;
  if (!chosen(field, rule) && !sourceSetting(settings)) return null;
  const source = sourceOf(settings, rule);
  return `${source ? `${source}.` : ''}${chosen(field, rule) || rule.computedField}`;
}

function without<T>(held: Record<string, T> | undefined, name: string): Record<string, T> {
  const { [name]: _old, ...rest } = held ?? {};
  return rest;
}

function withNumber(rule: Rule, name: string, value: number | null): Rule {
  const rest = without(rule.params, name);
  return { ...rule, params: value === null ? rest : { ...rest, [name]: value } };
}

function withOption(rule: Rule, name: string, value: string | null | undefined): Rule {
  const rest = without(rule.options, name);
  return { ...rule, options: value ? { ...rest, [name]: value } : rest };
}

interface Props {
  settings: readonly Setting[];
  rule: Rule;
  original: Rule | null;
  /** Fields that the device sends; those of another source as role.field. */
  names: readonly string[];
  place: Pick<Place, 'projectId' | 'pointId'>;
  onChange: (rule: Rule) => void;
}

/** The settings of a system formula, rendered from its schema. Help stands below all, so that a row stays aligned. */
export function RuleSettings({ settings, ...rest }: Props) {
  const { t } = useTranslation('configuration');
  const say = useLabel();
  const shown = settings.filter((setting) => isShown(setting, settings, rest.rule));
  return (
    <>
      <div className={styles.grid}>
        {shown.map((setting) => (
          <Field key={setting.name} label={`${say(setting.label)}${setting.unit ? ` ${setting.unit}` : ''}`}>
            <Control setting={setting} settings={settings} {...rest} />
          </Field>
        ))}
      </div>
      {shown.map(
        ({ name, kind, label, help }) =>
          help &&
          kind !== 'source' && (
            <p key={name} className={styles.hint}>
              {t('settingHelp', { setting: say(label), help: say(help) })}
            </p>
          ),
      )}
    </>
  );
}

function Control({ setting, settings, rule, original, names, place, onChange }: Props & { setting: Setting }) {
  const say = useLabel();
  const { name } = setting;
  const label = say(setting.label);
  const picks = setting.choices.map((one) => ({ value: one.code, label: say(one.label) }));
  const option = (value: string | null | undefined) => onChange(withOption(rule, name, value));
  if (setting.kind === 'number' && picks.length > 0) {
    return (
      <Select
        aria-label={label}
        style={{ width: '100%' }}
        allowClear
        value={rule.params?.[name]?.toString() ?? null}
        placeholder={picks.find((one) => one.value === setting.default?.toString())?.label}
        options={picks}
        onChange={(code: string | null) => onChange(withNumber(rule, name, code ? Number(code) : null))}
      />
    );
  }
  if (setting.kind === 'number') {
    return (
      <NumberField
        label={label}
        {...(setting.min === null ? {} : { min: setting.min })}
        {...(setting.max === null ? {} : { max: setting.max })}
        {...(setting.default === null || setting.fromDevice ? {} : { placeholder: String(setting.default) })}
        value={rule.params?.[name] ?? null}
        original={original?.params?.[name] ?? null}
        onChange={(number) => onChange(withNumber(rule, name, number))}
      />
    );
  }
  if (picks.length > 0) {
    return (
      <Select
        aria-label={label}
        style={{ width: '100%' }}
        allowClear
        value={rule.options?.[name] ?? null}
        placeholder={picks[0]?.label}
        options={picks}
        onChange={option}
      />
    );
  }
  if (setting.kind === 'field') {
    return (
      <AutoComplete
        aria-label={label}
        style={{ width: '100%' }}
        allowClear
        value={rule.options?.[name] ?? ''}
        options={names
          .filter((one) => one.includes('.') === Boolean(sourceOf(settings, rule)))
          .map((one) => ({ value: one.slice(one.indexOf('.') + 1) }))}
        onChange={option}
      />
    );
  }
  return (
    <SourceSelect
      label={label}
      help={setting.help ? say(setting.help) : ''}
      place={place}
      roles={names.filter((one) => one.includes('.')).map((one) => one.slice(0, one.indexOf('.')))}
      value={rule.options?.[name] ?? ''}
      onChange={option}
    />
  );
}
