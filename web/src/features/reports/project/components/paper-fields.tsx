import { Form, InputNumber, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { mostCurves } from '../model/settings';
import styles from '../project-reports.module.css';

/** How a report in the product's own form looks, as fields of a form. */
export function PaperFields() {
  const { t } = useTranslation('project-reports');
  return (
    <div className={styles.three}>
      <Form.Item name="paper" label={t('fact.paper')}>
        <Radio.Group options={['A4', 'A3'].map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item name="landscape" label={t('orientation')}>
        <Radio.Group
          options={[
            { value: false, label: t('portrait') },
            { value: true, label: t('landscape') },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="curves"
        label={t('fact.curves')}
        extra={t('curvesHint', { max: mostCurves })}
        rules={[
          { required: true, type: 'integer', min: 0, max: mostCurves, message: t('curvesWrong', { max: mostCurves }) },
        ]}
      >
        <InputNumber className={styles.number ?? ''} />
      </Form.Item>
    </div>
  );
}
