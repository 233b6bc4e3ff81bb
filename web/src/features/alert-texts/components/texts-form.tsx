import { Button, Form, Input, Segmented, Tooltip } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { atMost } from '@/ui/form/at-most';
import { showFieldErrors } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { leaving, useUnsaved } from '@/ui/form/unsaved';
import { useFormChanged } from '@/ui/form/use-form-changed';
import { languageNames, languages } from '@/ui/i18n/languages';
import { announce } from '@/ui/messages';
import { Panel } from '@/ui/panel';
import styles from '../alert-texts.module.css';
import { type AlertTexts, type FieldName, fieldNames, type TextFields, useSaveTexts } from '../queries';
import { TextsPreview } from './texts-preview';

const lengths: Record<FieldName, number> = {
  subject: 200,
  opened: 500,
  restored: 500,
  sms: 300,
  smsRestored: 300,
  pushTitle: 200,
  push: 300,
  pushRestored: 300,
};

/** All texts by name. */
function textsOf(one: (name: FieldName) => string): Required<TextFields> {
  return Object.fromEntries(fieldNames.map((name) => [name, one(name)])) as Required<TextFields>;
}

interface Props {
  corporationId: number;
  texts: AlertTexts;
  placeholders: readonly string[];
  onLanguage: (language: string) => void;
}

/** The texts in one language, next to a message as it would be. */
export function TextsForm({ corporationId, texts, placeholders, onLanguage }: Props) {
  const { t } = useTranslation(['alert-texts', 'common']);
  const [form] = Form.useForm<TextFields>();
  const start = textsOf((name) => texts[name] ?? '');
  const changed = useFormChanged(form, start);
  useUnsaved(changed);
  const draft = Form.useWatch([], form) ?? start;
  const { mutateAsync, isPending } = useSaveTexts(corporationId);
  const [failure, setFailure] = useState<unknown>();
  const mayChange = useCan('Update:Corporation');
  const last = useRef<{ name: FieldName; box: HTMLInputElement | HTMLTextAreaElement } | null>(null);

  async function save(values: TextFields) {
    setFailure(undefined);
    try {
      await mutateAsync({ ...values, language: texts.language });
      announce('success', t('saved'));
    } catch (error) {
      setFailure(showFieldErrors(form, error, [...fieldNames]) ? undefined : error);
    }
  }

  /** Puts a placeholder where the cursor was last. */
  function insert(placeholder: string) {
    const { name, box } = last.current ?? {};
    if (!name || !box) return;
    box.setRangeText(`{${placeholder}}`, box.selectionStart ?? 0, box.selectionEnd ?? 0, 'end');
    form.setFieldValue(name, box.value);
    box.focus();
  }

  return (
    <div className={styles.page}>
      <Panel
        title={t('title')}
        extra={
          <Segmented
            aria-label={t('language')}
            value={texts.language}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
            onChange={(language) => leaving(() => onLanguage(language))}
          />
        }
      >
        <Form<TextFields>
          form={form}
          layout="vertical"
          requiredMark={false}
          className={styles.form ?? ''}
          initialValues={start}
          disabled={!mayChange}
          onFinish={save}
        >
          <p className={styles.hint}>{t('hint')}</p>
          {mayChange && (
            <fieldset className={styles.placeholders}>
              <legend>{t('placeholders')}</legend>
              {placeholders.map((name) => (
                <Tooltip key={name} title={t(`placeholder.${name}`, { defaultValue: name })}>
                  <Button size="small" onClick={() => insert(name)}>
                    {`{${name}}`}
                  </Button>
                </Tooltip>
              ))}
            </fieldset>
          )}
          {fieldNames.map((name) => (
            <Form.Item key={name} name={name} label={t(`field.${name}`)} rules={[atMost(lengths[name])]}>
              <Input.TextArea
                rows={name === 'subject' || name === 'pushTitle' ? 1 : 2}
                placeholder={texts.usual[name] ?? ''}
                onFocus={({ target }) => {
                  last.current = { name, box: target };
                }}
              />
            </Form.Item>
          ))}
          <FormError error={failure} />
          {mayChange && (
            <div className={styles.actions}>
              <Button type="primary" htmlType="submit" loading={isPending} disabled={!changed}>
                {t('common:action.save')}
              </Button>
              <Button onClick={() => form.setFieldsValue(textsOf(() => ''))}>{t('reset')}</Button>
            </div>
          )}
        </Form>
      </Panel>
      <TextsPreview corporationId={corporationId} language={texts.language} texts={{ ...start, ...draft }} />
    </div>
  );
}
