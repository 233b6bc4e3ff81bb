import { Button, Form, Input, QRCode } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '@/api/schema.gen';
import { atMost } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import styles from './enrol.module.css';
import { useBeginFactor, useConfirmFactor } from './queries';
import { RecoveryCodes } from './recovery-codes';

interface Props {
  /** Called when the user has saved the recovery codes. */
  onDone: () => void;
}

type Enrolment = components['schemas']['Enrolment'];

/** Sets up a second factor: password, QR code, first code, recovery codes. */
export function Enrol({ onDone }: Props) {
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} onKept={onDone} />;
  if (enrolment) return <Scan enrolment={enrolment} onConfirmed={setCodes} />;
  return <AskPassword onBegun={setEnrolment} />;
}

function AskPassword({ onBegun }: { onBegun: (enrolment: Enrolment) => void }) {
  const { t } = useTranslation('security');
  const [form] = Form.useForm<{ password: string }>();
  const { mutateAsync, isPending } = useBeginFactor();
  const [failure, setFailure] = useState<unknown>();

  async function next({ password }: { password: string }) {
    setFailure(undefined);
    try {
      onBegun(await mutateAsync(password));
    } catch (error) {
      setFailure(showFieldErrors(form, error, ['password']) ? undefined : error);
    }
  }

  return (
    <Form
      name="begin-factor"
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ password: '' }}
      onFinish={next}
    >
      <Form.Item name="password" label={t('factor.askPassword')} rules={[{ max: 200 }]}>
        <Input.Password autoFocus autoComplete="current-password" />
      </Form.Item>
      <FormError error={failure} />
      <Button type="primary" htmlType="submit" loading={isPending}>
        {t('factor.next')}
      </Button>
    </Form>
  );
}

function Scan({ enrolment, onConfirmed }: { enrolment: Enrolment; onConfirmed: (codes: string[]) => void }) {
  const { t } = useTranslation('security');
  const [form] = Form.useForm<{ code: string }>();
  const { mutateAsync, isPending } = useConfirmFactor();
  const [failure, setFailure] = useState<unknown>();

  async function confirm({ code }: { code: string }) {
    setFailure(undefined);
    try {
      onConfirmed((await mutateAsync(code.trim())).recoveryCodes);
    } catch (error) {
      setFailure(showFieldErrors(form, error, ['code']) ? undefined : error);
    }
  }

  return (
    <div className={styles.scan}>
      <div role="img" aria-label={t('factor.qr')}>
        <div aria-hidden="true">
          <QRCode value={enrolment.uri} type="svg" size={184} color="#000000" bgColor="#ffffff" />
        </div>
      </div>
      <div className={styles.words}>
        <p>{t('factor.scan')}</p>
        <p className={styles.quiet}>{t('factor.orType')}</p>
        <code className={styles.secret}>{enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <Form
          name="confirm-factor"
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ code: '' }}
          onFinish={confirm}
        >
          <Form.Item
            name="code"
            label={t('factor.code')}
            rules={[{ required: true, whitespace: true, message: t('factor.codeEmpty') }, atMost(20)]}
          >
            <Input autoFocus autoComplete="one-time-code" inputMode="numeric" />
          </Form.Item>
          <FormError error={failure} />
          <Button type="primary" htmlType="submit" loading={isPending}>
            {t('factor.confirm')}
          </Button>
        </Form>
      </div>
    </div>
  );
}
