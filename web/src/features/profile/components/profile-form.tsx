import { Button, Form, Input, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '@/api/types';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { type Language, languageNames, languages } from '@/ui/i18n/languages';
import { useLanguage } from '@/ui/i18n/use-language';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import { useUpdateProfile } from '../queries';
import { AvatarField } from './avatar-field';
import styles from './profile-form.module.css';

interface Values {
  displayName: string;
  theme: User['theme'];
  language: Language;
}

/** The own name, theme and language. */
export function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const [form] = Form.useForm<Values>();
  const language = useLanguage();
  const { mutateAsync, isPending } = useUpdateProfile();
  const start = { displayName: user.displayName, theme: user.theme, language: user.language || language };
  const changed = useFormChanged(form, start);
  useUnsaved(changed);
  const [failure, setFailure] = useState<unknown>();

  async function save(values: Values) {
    setFailure(undefined);
    try {
      await mutateAsync({ ...values, displayName: values.displayName.trim() });
      announce('success', t('saved'));
    } catch (error) {
      setFailure(showFieldErrors(form, error, ['displayName']) ? undefined : error);
    }
  }

  return (
    <Panel title={t('info')}>
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        className={styles.form ?? ''}
        initialValues={start}
        onFinish={save}
      >
        <AvatarField user={user} />
        <dl className={styles.facts}>
          <div>
            <dt>{t('account')}</dt>
            <dd>{user.name}</dd>
          </div>
          <div>
            <dt>{t('type')}</dt>
            <dd>{t(`types.${user.type}`)}</dd>
          </div>
        </dl>
        <Form.Item
          name="displayName"
          label={t('displayName')}
          rules={[
            { required: true, whitespace: true, message: t('empty') },
            { max: 20, message: t('limit20') },
          ]}
        >
          <Input autoComplete="nickname" />
        </Form.Item>
        <Form.Item name="theme" label={t('theme')}>
          <Segmented
            options={(['default', 'white'] as const).map((value) => ({ value, label: t(`themes.${value}`) }))}
            aria-label={t('theme')}
          />
        </Form.Item>
        <Form.Item name="language" label={t('language')} extra={t('languageHint')}>
          <Select
            aria-label={t('language')}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
        </Form.Item>
        <FormError error={failure} />
        <Button type="primary" htmlType="submit" disabled={!changed} loading={isPending}>
          {t('save')}
        </Button>
      </Form>
    </Panel>
  );
}
