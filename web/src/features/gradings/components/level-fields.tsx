import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Form, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '@/entities/alert/level-tag';
import { asLevel } from '@/ui/theme/tokens';
import styles from '../gradings.module.css';
import { type ConditionForm, type LevelForm, valueTypes } from '../model/form';

const first: ConditionForm = { valueType: 'accumulated', by: 'ratio', limit: 0.85 };

/** The four grades of a grading: each is reached by one of its alternatives, whose conditions are true together. */
export function LevelFields({ unit }: { unit: string }) {
  const { t } = useTranslation('gradings');
  const levels = Form.useWatch<LevelForm[]>('levels') ?? [];
  return (
    <Form.List name="levels">
      {(fields) =>
        fields.map(({ key, name }) => {
          const level = asLevel(levels[name]?.level ?? name + 1);
          return (
            <div key={key} className={styles.level}>
              <div className={styles.levelHead}>
                <LevelTag level={level} />
                <Form.Item name={[name, 'enable']} valuePropName="checked" noStyle>
                  <Checkbox>{t('judge')}</Checkbox>
                </Form.Item>
                <span className={styles.hold}>
                  {t('hold')}
                  <Form.Item name={[name, 'holdTimes']} noStyle>
                    <InputNumber
                      min={1}
                      max={10}
                      precision={0}
                      aria-label={t('hold')}
                      className={styles.number ?? ''}
                    />
                  </Form.Item>
                </span>
              </div>
              <Alternatives level={name} unit={unit} />
            </div>
          );
        })
      }
    </Form.List>
  );
}

function Alternatives({ level, unit }: { level: number; unit: string }) {
  const { t } = useTranslation('gradings');
  return (
    <Form.List name={[level, 'alternatives']}>
      {(fields, { add, remove }) => (
        <div className={styles.rows}>
          {fields.map(({ key, name }, at) => (
            <div key={key} className={styles.conditions}>
              {at > 0 && <span className={styles.joint}>{t('or')}</span>}
              <Conditions level={level} alternative={name} unit={unit} onEmpty={() => remove(name)} />
            </div>
          ))}
          <span>
            <Button
              size="small"
              icon={<PlusOutlined aria-hidden />}
              disabled={fields.length >= 5}
              onClick={() => add({ conditions: [first] })}
            >
              {fields.length === 0 ? t('addCondition') : t('addOr')}
            </Button>
          </span>
        </div>
      )}
    </Form.List>
  );
}

interface ConditionsProps {
  level: number;
  alternative: number;
  unit: string;
  onEmpty: () => void;
}

function Conditions({ level, alternative, unit, onEmpty }: ConditionsProps) {
  const { t } = useTranslation('gradings');
  const path = ['levels', level, 'alternatives', alternative, 'conditions'];
  const values = Form.useWatch<ConditionForm[]>(path) ?? [];
  return (
    <Form.List name={[alternative, 'conditions']}>
      {(fields, { add, remove }) => (
        <>
          {fields.map(({ key, name }, at) => {
            const { valueType, by } = values[name] ?? first;
            const suffix = by === 'ratio' ? '× C' : valueType === 'rate' ? unit && `${unit}/d` : unit;
            return (
              <span key={key} className={styles.conditions}>
                {at > 0 && <span className={styles.joint}>{t('and')}</span>}
                <Form.Item name={[name, 'valueType']} noStyle>
                  <Select
                    aria-label={t('valueType')}
                    className={styles.short ?? ''}
                    options={valueTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
                  />
                </Form.Item>
                <Form.Item name={[name, 'by']} noStyle>
                  <Select
                    aria-label={t('compare')}
                    className={styles.short ?? ''}
                    options={(['ratio', 'value'] as const).map((value) => ({ value, label: t(`by.${value}`) }))}
                  />
                </Form.Item>
                <span className={styles.joint}>≥</span>
                <Form.Item name={[name, 'limit']} noStyle rules={[{ required: true, message: t('limitEmpty') }]}>
                  <InputNumber min={0} suffix={suffix} aria-label={t('limit')} className={styles.short ?? ''} />
                </Form.Item>
                <Button
                  size="small"
                  type="text"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={t('removeCondition')}
                  onClick={() => (fields.length === 1 ? onEmpty() : remove(name))}
                />
              </span>
            );
          })}
          <Button
            size="small"
            icon={<PlusOutlined aria-hidden />}
            disabled={fields.length >= 6}
            onClick={() => add({ ...first, valueType: 'rate' })}
          >
            {t('addAnd')}
          </Button>
        </>
      )}
    </Form.List>
  );
}
