import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './corporation-form.module.css';
import { PictureField } from './picture-field';

/** How the product looks for the corporation; what is empty is the product's own. */
export function BrandFields() {
  const { t } = useTranslation(['corporation', 'common']);
  return (
    <>
      <div className={styles.grid}>
        <Form.Item name="title" label={t('headerTitle')} extra={t('headerTitleHint')}>
          <Input maxLength={500} placeholder={t('common:product')} />
        </Form.Item>
        <Form.Item name="platformName" label={t('platformName')} extra={t('platformNameHint')}>
          <Input maxLength={500} placeholder={t('common:product')} />
        </Form.Item>
        <Form.Item name="slogan" label={t('slogan')} extra={t('sloganHint')}>
          <Input maxLength={500} />
        </Form.Item>
        <Form.Item name="copyright" label={t('copyright')} extra={t('copyrightHint')}>
          <Input maxLength={500} placeholder={`© ${new Date().getFullYear()} ${t('common:product')}`} />
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
