import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { atMost } from '@/ui/form/at-most';
import { prefixPattern } from '../model/fields';
import styles from './corporation-form.module.css';

const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value }));

/** Name, address and contact. */
export function InfoFields() {
  const { t } = useTranslation('corporation');
  return (
    <div className={styles.grid}>
      <Form.Item
        name="name"
        label={t('name')}
        rules={[
          { required: true, whitespace: true, message: t('empty') },
          { max: 20, message: t('limit20') },
        ]}
      >
        <Input />
      </Form.Item>
      <Form.Item
        name="domainPrefix"
        label={t('domainPrefix')}
        extra={t('domainPrefixHint')}
        rules={[{ pattern: prefixPattern, message: t('domainPrefixFormat') }, atMost(63)]}
      >
        <Input />
      </Form.Item>
      <Form.Item name="timeZone" label={t('timeZone')} extra={t('timeZoneHint')}>
        <Select showSearch allowClear placeholder="Asia/Shanghai" options={zones} aria-label={t('timeZone')} />
      </Form.Item>
      <Form.Item name="address" rules={[atMost(500)]} label={t('address')}>
        <Input />
      </Form.Item>
      <Form.Item name="remarks" rules={[atMost(500)]} label={t('remarks')} className={styles.whole ?? ''}>
        <Input.TextArea rows={3} />
      </Form.Item>
    </div>
  );
}
