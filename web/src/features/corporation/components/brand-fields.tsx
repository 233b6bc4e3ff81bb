import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { atMost } from '@/ui/form/at-most';
import styles from './corporation-form.module.css';
import { PictureField } from './picture-field';

/** The corporation's brand; empty parts fall back to the product's. */
export function BrandFields() {
  const { t } = useTranslation(['corporation', 'common']);
  return (
    <>
      <div className={styles.grid}>
        <Form.Item name="title" rules={[atMost(500)]} label={t('headerTitle')} extra={t('headerTitleHint')}>
          <Input placeholder={t('common:product')} />
        </Form.Item>
        <Form.Item name="platformName" rules={[atMost(500)]} label={t('platformName')} extra={t('platformNameHint')}>
          <Input placeholder={t('common:product')} />
        </Form.Item>
        <Form.Item name="slogan" rules={[atMost(500)]} label={t('slogan')} extra={t('sloganHint')}>
          <Input />
        </Form.Item>
        <Form.Item name="copyright" rules={[atMost(500)]} label={t('copyright')} extra={t('copyrightHint')}>
          <Input placeholder={`© ${new Date().getFullYear()} ${t('common:product')}`} />
        </Form.Item>
      </div>
      <div className={styles.pictures}>
        <Form.Item name="logo" label={t('logo')} extra={t('logoHint')}>
          <PictureField kind="logo" label={t('logo')} />
        </Form.Item>
        <Form.Item name="favicon" label={t('favicon')} extra={t('faviconHint')}>
          <PictureField kind="favicon" label={t('favicon')} />
        </Form.Item>
        <Form.Item name="loginBackground" label={t('loginBackground')} extra={t('loginBackgroundHint')}>
          <PictureField kind="background" label={t('loginBackground')} />
        </Form.Item>
      </div>
    </>
  );
}
