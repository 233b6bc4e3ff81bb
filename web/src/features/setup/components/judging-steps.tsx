import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import { LevelIcon } from '@/entities/alert/level-icon';
import { unitOf } from '@/entities/configuration/editor';
import { Refusal } from '@/entities/configuration/refusal';
import { rising } from '@/entities/configuration/thresholds';
import { NumberField } from '@/ui/form/number-field';
import { formatNumber, withUnit } from '@/ui/format/number';
import { limitNames } from '@/ui/theme/tokens';
import { useJudgedField, useProposedRules } from '../proposals';
import { type Chain, useRecordAspects } from '../queries';
import styles from '../setup.module.css';
import { formId } from './making-steps';

interface Props {
  chain: Chain;
  onDone: () => void;
}

/** The formula suggested by type and units, and the source of the initial value. */
export function FormulaStep({ chain, onDone }: Props) {
  const { t } = useTranslation('setup');
  const say = useLabel();
  const { attributes, formulas, offered, rules } = useProposedRules(chain);
  const [count, setCount] = useState(1);
  const record = useRecordAspects(chain.owner);
  const from = chain.frames.at(-1)?.received ?? 0;
  const submit = () =>
    record.mutate(
      [
        ...(chain.formula?.rules.length ? [] : [{ aspect: 'formula', value: { rules } }]),
        { aspect: 'initial', value: { mode: 'auto', time: Math.max(0, from - 86_400_000), count } },
      ],
      { onSuccess: onDone },
    );
  return (
    <Form id={formId} layout="vertical" onFinish={() => rules.length > 0 && submit()}>
      <div className={styles.fields}>
        <Refusal error={record.error} />
        <p className={styles.label}>{t('formula.proposed')}</p>
        {rules.length === 0 && <p className={styles.wrong}>{t('formula.none')}</p>}
        {rules.map((rule) => {
          const name = rule.options?.field ?? '';
          const input = offered.find((one) => one.name === name);
          const attribute = attributes.find((one) => one.name === rule.computedField);
          return (
            <p key={rule.computedField} className={styles.formula}>
              <b>{attribute ? say(attribute.label) : rule.computedField}</b> ={' '}
              <code>
                {name || rule.formula || say(formulas.find((f) => f.code === rule.sysFormula)?.label ?? none)}
              </code>
              {typeof input?.value === 'number' && ` = ${withUnit(formatNumber(input.value), input.unit)}`}
            </p>
          );
        })}
        <Form.Item label={t('formula.initial')} extra={t('formula.initialHint')}>
          <Select
            aria-label={t('formula.initial')}
            value={count}
            options={[1, 3, 5].map((value) => ({ value, label: t('formula.first', { count: value }) }))}
            onChange={setCount}
          />
        </Form.Item>
      </div>
    </Form>
  );
}

const none = { zh: '', en: '', 'zh-TW': '' };
const noLimits = { blue: null, yellow: null, orange: null, red: null };

/** The four limits of what is judged first: the change since the initial value. */
export function ThresholdStep({ chain, onDone }: Props) {
  const { t } = useTranslation(['setup', 'console', 'common']);
  const say = useLabel();
  const { attribute, valueType } = useJudgedField(chain);
  const [limits, setLimits] = useState<Record<(typeof limitNames)[number], number | null>>(noLimits);
  const [tried, setTried] = useState(false);
  const record = useRecordAspects(chain.owner);
  const wrong = rising(limits);
  const submit = () => {
    setTried(true);
    if (wrong || !attribute) return;
    const row = { field: attribute.name, valueType, ...limits, enable: true };
    record.mutate([{ aspect: 'thresholds', value: { list: [row] } }], { onSuccess: onDone });
  };
  return (
    <Form id={formId} layout="vertical" onFinish={submit}>
      <div className={styles.fields}>
        <Refusal error={record.error} />
        <p className={styles.label}>
          {attribute && say(attribute.label)}·{t(`common:valueType.${valueType}`)}{' '}
          {attribute && unitOf(attribute.name, attribute.unit, valueType, {})}
        </p>
        <div className={styles.limits}>
          {limitNames.map((name, i) => (
            <div key={name}>
              <NumberField
                label={t(`common:level.${(i + 1) as 1}`)}
                value={limits[name]}
                onChange={(value) => setLimits({ ...limits, [name]: value })}
              />
              <small>
                <LevelIcon level={(i + 1) as 1} decorative /> {t(`common:level.${(i + 1) as 1}`)}
              </small>
            </div>
          ))}
        </div>
        {wrong && (tried || limits.red !== null) && (
          <p className={styles.wrong} role="alert">
            {t(`console:thresholds.wrong.${wrong}`)}
          </p>
        )}
        <p className={styles.label}>{t('threshold.hint')}</p>
      </div>
    </Form>
  );
}
