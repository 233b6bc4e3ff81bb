import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { NumberField } from '@/ui/form/number-field';
import styles from '../sources.module.css';
import { Rows } from './rows';

const pull = ['settings', 'pull'];
const methods = ['GET', 'POST'].map((value) => ({ value, label: value }));

/** How a source asks over HTTP. */
export function PullFields() {
  const { t } = useTranslation('sources');
  const method = Form.useWatch([...pull, 'method']);
  const by = Form.useWatch([...pull, 'paging', 'by']);
  return (
    <>
      <Form.Item label={t('url')} extra={t('urlHint')} required>
        <div className={styles.line}>
          <Form.Item name={[...pull, 'method']} noStyle>
            <Select className={styles.short ?? ''} aria-label={t('method')} options={methods} />
          </Form.Item>
          <Form.Item name={[...pull, 'url']} noStyle>
            <Input aria-label={t('url')} placeholder="https://cloud.example.com/data?sn={serial}&from={from}" />
          </Form.Item>
        </div>
      </Form.Item>
      <Form.Item label={t('headers')}>
        <Rows name={[...pull, 'headers']} add={t('addHeader')}>
          {(i) => (
            <>
              <Form.Item name={[i, 'name']} noStyle>
                <Input className={styles.medium ?? ''} aria-label={t('headers')} placeholder="X-Token" />
              </Form.Item>
              <Form.Item name={[i, 'value']} noStyle>
                <Input aria-label={t('value')} placeholder="{secret.token}" />
              </Form.Item>
            </>
          )}
        </Rows>
      </Form.Item>
      {method === 'POST' && (
        <Form.Item name={[...pull, 'body']} label={t('body')}>
          <Input.TextArea rows={4} placeholder={'{"from":"{from}"}'} />
        </Form.Item>
      )}
      <div className={styles.grid}>
        <Form.Item name={[...pull, 'every']} label={t('every')}>
          <NumberField min={30} max={86_400} />
        </Form.Item>
        <Form.Item name={[...pull, 'span']} label={t('span')}>
          <NumberField min={0} />
        </Form.Item>
        <Form.Item name={[...pull, 'overlap']} label={t('overlap')}>
          <NumberField min={0} />
        </Form.Item>
        <Form.Item name={[...pull, 'timeFormat']} label={t('timeFormat')} extra={t('timeFormatHint')}>
          <Input placeholder="iso" />
        </Form.Item>
        <Form.Item name={[...pull, 'zone']} label={t('zone')} extra={t('zoneHint')}>
          <Input placeholder="UTC" />
        </Form.Item>
        <Form.Item name={[...pull, 'paging', 'by']} label={t('paging')}>
          <Select
            allowClear
            placeholder={t('pagings.none')}
            options={(['number', 'link', 'cursor'] as const).map((value) => ({ value, label: t(`pagings.${value}`) }))}
          />
        </Form.Item>
        {by === 'number' && (
          <Form.Item name={[...pull, 'paging', 'first']} label={t('firstPage')}>
            <NumberField min={0} max={1} />
          </Form.Item>
        )}
        {(by === 'link' || by === 'cursor') && (
          <Form.Item name={[...pull, 'paging', 'path']} label={t('pagingPath')}>
            <Input placeholder="paging.next" />
          </Form.Item>
        )}
      </div>
    </>
  );
}
