import { Button, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField, codeDigits } from '@/entities/account/code-field';
import { atMost, counted } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { type AlertDecision, type AlertLink, useDecide, useDecisionCode } from '../queries';
import styles from './decide.module.css';

type Fields = Pick<AlertDecision, 'status' | 'note' | 'code'>;

const maxNote = 400;
const results = ['Confirm', 'FalseAlarm'] as const;

interface Props {
  alert: AlertLink;
  token: string;
  language: string;
}

/** The final decision of a recipient, with a code that is sent to the address of the message. */
export function Decide({ alert, token, language }: Props) {
  const { t } = useTranslation(['alert-link', 'common']);
  const [open, setOpen] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [form] = Form.useForm<Fields>();
  const ask = useDecisionCode(token);
  const decide = useDecide(token, language);

  async function send() {
    setFailure(undefined);
    try {
      return await ask.mutateAsync();
    } catch (error) {
      setFailure(error);
      throw error;
    }
  }

  const save = ({ status, note, code }: Fields) => {
    setFailure(undefined);
    decide.mutate(
      { status, note: note.trim(), code, level: alert.level },
      {
        onError: (error) => {
          if (!showFieldErrors(form, error, ['status', 'note', 'code'])) setFailure(error);
        },
      },
    );
  };

  if (!open) {
    return (
      <Button block size="large" className={styles.open ?? ''} onClick={() => setOpen(true)}>
        {t('decide.open')}
      </Button>
    );
  }
  return (
    <section className={styles.form} aria-label={t('decide.title')}>
      <Form<Fields>
        form={form}
        name="decide"
        layout="vertical"
        requiredMark={false}
        initialValues={{ status: 'Confirm', note: '', code: '' }}
        onFinish={save}
      >
        <Form.Item name="status" label={t('decide.result')}>
          <Radio.Group options={results.map((value) => ({ value, label: t(`common:alertStatus.${value}`) }))} />
        </Form.Item>
        <Form.Item
          name="note"
          className={styles.note ?? ''}
          label={t('decide.note')}
          rules={[{ required: true, whitespace: true, message: t('decide.noteEmpty') }, atMost(maxNote)]}
        >
          <Input.TextArea rows={3} count={counted(maxNote)} />
        </Form.Item>
        <Form.Item
          name="code"
          label={t('decide.code')}
          extra={t('decide.codeHint', { recipient: alert.recipient })}
          rules={[{ required: true, len: codeDigits, message: t('decide.codeWrong') }]}
        >
          <CodeField onSend={send} />
        </Form.Item>
        <FormError error={failure} />
        <div className={styles.actions}>
          <Button type="primary" htmlType="submit" loading={decide.isPending}>
            {t('decide.save')}
          </Button>
          <Button onClick={() => setOpen(false)}>{t('decide.cancel')}</Button>
        </div>
        <p className={styles.quiet}>{t('decide.final')}</p>
      </Form>
    </section>
  );
}
