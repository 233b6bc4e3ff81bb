import { Alert, Button, Form, type FormInstance } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';
import { Dialog } from '@/ui/dialog';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { announce } from '@/ui/messages';
import styles from '../bulk.module.css';
import { type BulkAction, usePreview, useRun } from '../queries';
import { PreviewList } from './preview-list';

interface Props<F extends object, B> {
  title: string;
  hint?: string;
  zone: string;
  action: BulkAction<B>;
  form: FormInstance<F>;
  names: readonly string[];
  initial: Partial<F>;
  bodyOf: (values: F) => B;
  runText: string;
  doneText: string;
  onClose: () => void;
  onDone?: (answer: unknown) => void;
  children: ReactNode;
}

/** Fill in, preview, run. The preview belongs to the input: going back drops it. */
export function ActionDialog<F extends object, B>(props: Props<F, B>) {
  const { title, hint, zone, action, form, names, initial, bodyOf, runText, doneText, onClose, onDone, children } =
    props;
  const { t } = useTranslation('bulk');
  const preview = usePreview(action);
  const run = useRun(action);
  const [body, setBody] = useState<B>();

  async function ask() {
    const wanted = bodyOf(await form.validateFields());
    preview.mutate(wanted, {
      onSuccess: () => setBody(wanted),
      onError: (error) => showFieldErrors(form, error, names),
    });
  }

  function act() {
    if (body === undefined || !preview.data) return;
    run.mutate(
      { ...body, mark: preview.data.mark },
      {
        onSuccess: (answer) => {
          announce('success', doneText);
          if (onDone) onDone(answer);
          else onClose();
        },
      },
    );
  }

  const asked = body !== undefined && preview.data;
  return (
    <Dialog
      open
      width={560}
      title={title}
      onCancel={onClose}
      footer={
        asked
          ? [
              <Button
                key="back"
                disabled={run.isPending}
                onClick={() => {
                  setBody(undefined);
                  run.reset();
                }}
              >
                {t('preview.back')}
              </Button>,
              <Button key="run" type="primary" loading={run.isPending} onClick={act}>
                {runText}
              </Button>,
            ]
          : [
              <Button key="ask" type="primary" loading={preview.isPending} onClick={() => void ask()}>
                {t('preview.ask')}
              </Button>,
            ]
      }
    >
      <div hidden={Boolean(asked)}>
        {hint && <p>{hint}</p>}
        <Form form={form} layout="vertical" initialValues={initial} requiredMark={false}>
          {children}
        </Form>
        <Refusals error={preview.error} />
      </div>
      {asked && <PreviewList found={asked} zone={zone} />}
      {run.error && <FormError error={run.error} />}
    </Dialog>
  );
}

/** A refusal in full: for points created in bulk, how many have which fault. */
function Refusals({ error }: { error: unknown }) {
  const { t } = useTranslation('bulk');
  if (!error) return null;
  const rest = error instanceof ApiError ? Object.entries(error.fields).filter(([path]) => path.includes('[')) : [];
  if (rest.length === 0) return <FormError error={error} />;
  const counts = new Map<string, number>();
  for (const [, text] of rest) counts.set(text, (counts.get(text) ?? 0) + 1);
  return (
    <Alert
      className={styles.note ?? ''}
      type="error"
      showIcon
      title={[...counts].map(([text, count]) => <div key={text}>{t('clone.refused', { count, text })}</div>)}
    />
  );
}
