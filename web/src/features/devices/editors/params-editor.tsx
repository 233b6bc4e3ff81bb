import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { replaceAt, withoutAt } from '@/entities/configuration/editor';
import { Field } from '@/entities/configuration/editors/field';
import { LimitedInput } from '@/ui/form/limited';
import { NumberField } from '@/ui/form/number-field';
import styles from './commands-editor.module.css';
import { LabelFields, Refused } from './label-fields';

type Param = components['schemas']['ModelcommandParam'];
type Choice = components['schemas']['ModelcommandChoice'];

const empty = { zh: '', en: '', 'zh-TW': '' };

interface Props {
  params: Param[];
  wrong: (path: string) => string | undefined;
  onChange: (params: Param[]) => void;
}

/** The parameters of a command, each with its range. */
export function ParamsEditor({ params, wrong, onChange }: Props) {
  const { t } = useTranslation(['model-commands', 'common']);
  return (
    <>
      {params.map((param, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parameters have no identity but their place
        <fieldset key={i} className={styles.param}>
          <legend>{t('param', { no: i + 1 })}</legend>
          <ParamFields
            param={param}
            wrong={(path) => wrong(`params[${i}].${path}`)}
            onChange={(next) => onChange(replaceAt(params, i, next))}
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`${t('common:action.delete')} ${t('param', { no: i + 1 })}`}
            onClick={() => onChange(withoutAt(params, i))}
          />
        </fieldset>
      ))}
      <div>
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => onChange([...params, { name: '', label: empty, min: 0, max: 1 }])}
        >
          {t('addParam')}
        </Button>
      </div>
    </>
  );
}

interface ParamProps {
  param: Param;
  wrong: (path: string) => string | undefined;
  onChange: (param: Param) => void;
}

function ParamFields({ param, wrong, onChange }: ParamProps) {
  const { t } = useTranslation('model-commands');
  const change = (some: Partial<Param>) => onChange({ ...param, ...some });
  const optional = (name: 'default' | 'factor', value: number | null) => {
    const { [name]: _old, ...rest } = param;
    onChange(value === null ? rest : { ...rest, [name]: value });
  };
  const number = (name: 'min' | 'max' | 'default' | 'factor', onNumber: (value: number | null) => void) => (
    <Field label={t(`${name}`)}>
      <NumberField label={t(`${name}`)} value={param[name] ?? null} onChange={onNumber} />
      <Refused text={wrong(name)} />
    </Field>
  );
  return (
    <div className={styles.fields}>
      <div className={styles.grid}>
        <Field label={t('name')}>
          <LimitedInput max={20} value={param.name} onChange={(event) => change({ name: event.target.value })} />
          <Refused text={wrong('name')} />
        </Field>
        <Field label={t('unit')}>
          <LimitedInput max={10} value={param.unit ?? ''} onChange={(event) => change({ unit: event.target.value })} />
          <Refused text={wrong('unit')} />
        </Field>
        {number('min', (value) => change({ min: value ?? 0 }))}
        {number('max', (value) => change({ max: value ?? 0 }))}
        {number('default', (value) => optional('default', value))}
        {number('factor', (value) => optional('factor', value))}
      </div>
      <LabelFields
        label={param.label}
        names={t('label')}
        max={50}
        wrong={(language) => wrong(`label.${language}`)}
        onChange={(label) => change({ label })}
      />
      <Choices
        choices={param.choices ?? []}
        wrong={wrong}
        onChange={(choices) => change({ choices })}
        start={param.min}
      />
    </div>
  );
}

interface ChoicesProps {
  choices: Choice[];
  start: number;
  wrong: (path: string) => string | undefined;
  onChange: (choices: Choice[]) => void;
}

/** The values that a parameter may have, in words; without any it is a number. */
function Choices({ choices, start, wrong, onChange }: ChoicesProps) {
  const { t } = useTranslation(['model-commands', 'common']);
  return (
    <>
      {choices.map((choice, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: choices have no identity but their place
        <div key={i} className={styles.choice}>
          <Field label={t('value')}>
            <NumberField
              label={`${t('value')} ${i + 1}`}
              value={choice.value}
              onChange={(value) => onChange(replaceAt(choices, i, { ...choice, value: value ?? 0 }))}
            />
            <Refused text={wrong(`choices[${i}].value`)} />
          </Field>
          <LabelFields
            label={choice.label}
            names={t('meaning')}
            max={50}
            wrong={(language) => wrong(`choices[${i}].label.${language}`)}
            onChange={(label) => onChange(replaceAt(choices, i, { ...choice, label }))}
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`${t('common:action.delete')} ${t('value')} ${i + 1}`}
            onClick={() => onChange(withoutAt(choices, i))}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => onChange([...choices, { value: start + choices.length, label: empty }])}
        >
          {t('addChoice')}
        </Button>
      </div>
    </>
  );
}
