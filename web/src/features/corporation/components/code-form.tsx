import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { announce } from '@/ui/messages';
import { codePattern } from '../model/license';
import { useEnterLicense } from '../queries';
import styles from './code-form.module.css';

interface Values {
  code: string;
}

const length = 44;

/** Accepts a registration code of exactly 44 characters; blanks and line ends of a mail are dropped. */
export function CodeForm() {
  const { t } = useTranslation('corporation');
  const [form] = Form.useForm<Values>();
  const typed = (Form.useWatch('code', form) ?? '').length;
  const { mutateAsync, isPending } = useEnterLicense();
  const [failure, setFailure] = useState<unknown>();

  async function enter({ code }: Values) {
    setFailure(undefined);
    try {
      await mutateAsync(code);
      form.resetFields();
      announce('success', t('license.entered'));
    } catch (error) {
      setFailure(showFieldErrors(form, error, ['code']) ? undefined : error);
    }
  }

  return (
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark={false}
      className={styles.form ?? ''}
      onFinish={(values) => void enter(values)}
    >
      <Form.Item
        name="code"
        label={t('license.code')}
        extra={t('license.codeHint', { typed, length })}
        normalize={(text: string) => text.replace(/\s+/g, '')}
        validateTrigger="onSubmit"
        rules={[
          { required: true, message: t('empty') },
          { len: length, message: t('license.codeLength', { length }) },
          { pattern: codePattern, message: t('license.codeFormat') },
        ]}
      >
        <Input autoComplete="off" spellCheck={false} className={styles.code ?? ''} />
      </Form.Item>
      <FormError error={failure} />
      <Button type="primary" htmlType="submit" loading={isPending}>
        {t('license.submit')}
      </Button>
    </Form>
  );
}
