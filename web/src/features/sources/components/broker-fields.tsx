import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { NumberField } from '@/ui/form/number-field';
import styles from '../sources.module.css';
import { Rows } from './rows';

const broker = ['settings', 'broker'];

/** How a source subscribes at an outside broker. */
export function BrokerFields() {
  const { t } = useTranslation('sources');
  return (
    <>
      <Form.Item name={[...broker, 'url']} label={t('brokerUrl')} extra={t('brokerUrlHint')} required>
        <Input placeholder="tls://broker.example.com:8883" />
      </Form.Item>
      <div className={styles.grid}>
        <Form.Item name={[...broker, 'clientId']} label={t('clientId')} required>
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item name={[...broker, 'user']} label={t('user')}>
          <Input autoComplete="off" />
        </Form.Item>
      </div>
      <Form.Item name={[...broker, 'ca']} label={t('ca')}>
        <Input.TextArea rows={2} placeholder="-----BEGIN CERTIFICATE-----" />
      </Form.Item>
      <Form.Item label={t('topics')} extra={t('levelHint')} required>
        <div className={styles.titles} aria-hidden>
          <span>{t('filter')}</span>
          <span>{t('level')}</span>
        </div>
        <Rows name={[...broker, 'topics']} add={t('addTopic')} empty={{ filter: '', level: 2 }}>
          {(i) => (
            <>
              <Form.Item name={[i, 'filter']} noStyle>
                <Input aria-label={t('filter')} placeholder="site/+/data" />
              </Form.Item>
              <Form.Item name={[i, 'level']} noStyle>
                <NumberField label={t('level')} min={1} max={20} />
              </Form.Item>
            </>
          )}
        </Rows>
      </Form.Item>
    </>
  );
}
