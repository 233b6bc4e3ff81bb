import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { NumberField } from '@/ui/form/number-field';
import { mappingForm } from '../model/form';
import { usePresets } from '../queries';
import styles from '../sources.module.css';
import { Rows } from './rows';

const whichs = ['own', 'device', 'channel', 'name'] as const;

/** Where the readings stand in the JSON of the other system. */
export function MappingFields() {
  const { t } = useTranslation('sources');
  const form = Form.useFormInstance();
  const presets = usePresets().data ?? [];
  const which = Form.useWatch(['mapping', 'which']);
  return (
    <>
      <p className={styles.hint}>{t('mappingHint')}</p>
      <Form.Item label={t('preset')}>
        <Select
          aria-label={t('preset')}
          placeholder={t('preset')}
          options={presets.map(({ code, label }) => ({ value: code, label }))}
          onChange={(code: string) =>
            form.setFieldValue('mapping', mappingForm(presets.find((one) => one.code === code)?.mapping))
          }
        />
      </Form.Item>
      <div className={styles.grid}>
        <Form.Item name={['mapping', 'rows']} label={t('rows')}>
          <Input placeholder="data.list" />
        </Form.Item>
        <Form.Item name={['mapping', 'success', 'path']} label={t('success')}>
          <Input placeholder="code" />
        </Form.Item>
        <Form.Item name={['mapping', 'success', 'is']} label={t('successIs')}>
          <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',']} />
        </Form.Item>
        <Form.Item name={['mapping', 'time', 'path']} label={t('timePath')}>
          <Input placeholder="time" />
        </Form.Item>
        <Form.Item name={['mapping', 'time', 'format']} label={t('timeForm')} extra={t('timeFormatHint')}>
          <Input placeholder="iso" />
        </Form.Item>
        <Form.Item name={['mapping', 'time', 'zone']} label={t('zone')} extra={t('zoneHint')}>
          <Input />
        </Form.Item>
        <Form.Item name={['mapping', 'which']} label={t('which')}>
          <Select options={whichs.map((value) => ({ value, label: t(`whichs.${value}`) }))} />
        </Form.Item>
        {which !== 'own' && (
          <Form.Item name={['mapping', 'whichPath']} label={t('whichPath')}>
            <Input placeholder="sn" />
          </Form.Item>
        )}
        <Form.Item name={['mapping', 'node']} label={t('node')}>
          <Input />
        </Form.Item>
      </div>
      <Form.Item label={t('values')} required>
        <div className={styles.titles} aria-hidden>
          <span>{t('path')}</span>
          <span>{t('field')}</span>
          {which === 'own' && <span>{t('channel')}</span>}
          <span>{t('factor')}</span>
        </div>
        <Rows name={['mapping', 'values']} add={t('addValue')} empty={{ path: '', field: '' }}>
          {(i) => (
            <>
              <Form.Item name={[i, 'path']} noStyle>
                <Input aria-label={t('path')} placeholder={t('path')} />
              </Form.Item>
              <Form.Item name={[i, 'field']} noStyle>
                <Input aria-label={t('field')} placeholder={t('field')} />
              </Form.Item>
              {which === 'own' && (
                <Form.Item name={[i, 'channel']} noStyle>
                  <NumberField label={t('channel')} min={0} />
                </Form.Item>
              )}
              <Form.Item name={[i, 'factor']} noStyle>
                <NumberField label={t('factor')} />
              </Form.Item>
            </>
          )}
        </Rows>
      </Form.Item>
    </>
  );
}
