import { Checkbox, Form, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from '../alert-rules.module.css';
import { longestMinutes, mostCounted, type RuleForm } from '../model/form';

/** What must be true of the readings before messages about thresholds are sent. */
export function ConditionFields({ values, disabled }: { values: RuleForm; disabled: boolean }) {
  const { t } = useTranslation('alert-rules');
  const number = (name: 'reached' | 'readings' | 'minutes' | 'points' | 'within', min: number, max: number) => (
    <Form.Item name={name} noStyle>
      <InputNumber
        min={min}
        max={max}
        precision={0}
        aria-label={t(`conditions.${name}`)}
        className={styles.few ?? ''}
      />
    </Form.Item>
  );
  const check = (name: 'counts' | 'lasts' | 'agrees') => (
    <Form.Item name={name} valuePropName="checked" noStyle>
      <Checkbox disabled={disabled}>{t(`conditions.${name}`)}</Checkbox>
    </Form.Item>
  );
  return (
    <>
      <h4 className={styles.sub}>{t('conditions.title')}</h4>
      <div className={styles.conditions}>
        <div>
          {check('counts')}
          {values.counts && (
            <span className={styles.sentence}>
              {t('conditions.countsFrom')} {number('reached', 1, values.readings ?? mostCounted)}{' '}
              {t('conditions.countsOf')} {number('readings', 2, mostCounted)} {t('conditions.countsTo')}
            </span>
          )}
        </div>
        <div>
          {check('lasts')}
          {values.lasts && (
            <span className={styles.sentence}>
              {t('conditions.lastsFrom')} {number('minutes', 1, longestMinutes)} {t('conditions.lastsTo')}
            </span>
          )}
        </div>
        <div>
          {check('agrees')}
          {values.agrees && (
            <span className={styles.sentence}>
              {t('conditions.agreesFrom')} {number('points', 2, mostCounted)} {t('conditions.agreesOf')}{' '}
              {number('within', 1, longestMinutes)} {t('conditions.agreesTo')}
            </span>
          )}
        </div>
      </div>
      <p className={styles.hint}>{t('conditions.hint')}</p>
    </>
  );
}
