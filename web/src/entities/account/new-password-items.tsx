import { Form, type FormInstance, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { isStrong, withoutChinese } from './password';
import { PasswordHints } from './password-hints';

interface Props<T> {
  form: FormInstance<T>;
  label: string;
}

/** A new password typed twice, as `password` and `again` of a form, with the rules live below it. */
export function NewPasswordItems<T extends { password: string; again: string }>({ form, label }: Props<T>) {
  const { t } = useTranslation('account');
  const password = (Form.useWatch('password' as never, form) as string | undefined) ?? '';
  const again = (Form.useWatch('again' as never, form) as string | undefined) ?? '';
  return (
    <>
      <Form.Item
        name="password"
        label={label}
        normalize={withoutChinese}
        rules={[
          {
            validator: (_, value: string) =>
              isStrong(value) ? Promise.resolve() : Promise.reject(new Error(t('password.weak'))),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <PasswordHints password={password} />
      <Form.Item
        name="again"
        label={t('password.again')}
        dependencies={again ? ['password'] : []} // an empty field shows no error
        normalize={withoutChinese}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, value: string) =>
              value === getFieldValue('password')
                ? Promise.resolve()
                : Promise.reject(new Error(t('password.differs'))),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  );
}
