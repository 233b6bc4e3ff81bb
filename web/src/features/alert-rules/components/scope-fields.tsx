import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, type FormInstance, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { measurementsQuery, useLabel } from '@/api/catalog';
import { structuresQuery } from '@/api/project';
import { LevelIcon } from '@/entities/alert/level-icon';
import { asLevel } from '@/ui/theme/tokens';
import styles from '../alert-rules.module.css';
import { events, type RuleForm, types } from '../model/form';
import { some } from './some';

const lowest = [1, 2, 3, 4];

interface Props {
  projectId: number;
  form: FormInstance<RuleForm>;
  values: RuleForm;
  disabled: boolean;
}

/** The alerts and events that a rule is about. */
export function ScopeFields({ projectId, form, values, disabled }: Props) {
  const { t } = useTranslation(['alert-rules', 'common']);
  const say = useLabel();
  const structures = useQuery(structuresQuery(projectId)).data?.list ?? [];
  const measurements = useQuery(measurementsQuery).data ?? [];
  return (
    <>
      <h3>{t('section.scope')}</h3>
      <div className={styles.grid}>
        <Form.Item name="structureId" label={t('common:entity.structure')}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={[
              { value: 0, label: t('wholeProject') },
              ...structures.filter(({ isItem }) => !isItem).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={() => form.setFieldValue('itemId', 0)}
          />
        </Form.Item>
        <Form.Item name="itemId" label={t('common:entity.item')}>
          <Select
            disabled={disabled || values.structureId === 0}
            showSearch={{ optionFilterProp: 'label' }}
            options={[
              { value: 0, label: t('wholeStructure') },
              ...structures
                .filter(({ isItem, parentId }) => isItem && parentId === values.structureId)
                .map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Form.Item>
      </div>
      <Form.Item name="measurements" label={t('common:entity.measurement')}>
        <Select
          mode="multiple"
          optionFilterProp="label"
          placeholder={t('allMeasurements')}
          options={measurements.map(({ code, label }) => ({ value: code, label: say(label) }))}
        />
      </Form.Item>
      <Form.Item name="types" label={t('types')} rules={[some(t('typesEmpty'))]}>
        <Checkbox.Group options={types.map((value) => ({ value, label: t(`type.${value}`) }))} />
      </Form.Item>
      <Form.Item name="level" label={t('level')} extra={t('levelHint')}>
        <Radio.Group disabled={disabled || !values.types.includes('threshold')}>
          {lowest.map((level) => (
            <Radio key={level} value={level}>
              <span className={styles.level}>
                <LevelIcon level={asLevel(level)} size={13} decorative />
                {level === 4
                  ? t('only', { level: t(`common:level.${level as 4}`) })
                  : t('andAbove', { level: t(`common:level.${level as 1}`) })}
              </span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Form.Item name="events" label={t('events')} rules={[some(t('eventsEmpty'))]}>
        <Checkbox.Group options={events.map((value) => ({ value, label: t(`event.${value}`) }))} />
      </Form.Item>
      <Form.Item name="late" valuePropName="checked" extra={t('lateHint')}>
        <Checkbox>{t('late')}</Checkbox>
      </Form.Item>
    </>
  );
}
