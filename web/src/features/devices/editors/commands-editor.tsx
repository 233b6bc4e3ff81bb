import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import type { components } from '@/api/schema.gen';
import { replaceAt, withoutAt } from '@/entities/configuration/editor';
import { Field } from '@/entities/configuration/editors/field';
import { LimitedInput } from '@/ui/form/limited';
import { NumberField } from '@/ui/form/number-field';
import styles from './commands-editor.module.css';
import { LabelFields, Refused } from './label-fields';
import { ParamsEditor } from './params-editor';

export type ModelCommand = components['schemas']['ModelcommandCommand'];

const forms = ['hex', 'text', 'named'] as const;
const examples = { hex: '68 05 {address} 05 {mode} {sum:1}', text: '%R1Q,2008:{mode},1', named: 'selfTest' };
const blank: ModelCommand = { code: '', label: { zh: '', en: '', 'zh-TW': '' }, form: 'hex', send: '' };

interface Props {
  value?: ModelCommand[];
  onChange?: (value: ModelCommand[]) => void;
  /** Refusals by path, such as commands[0].send. */
  refused: Record<string, string>;
}

/** The commands that only devices of a model have: one line each, and the chosen one with all that it has. */
export function CommandsEditor({ value = [], onChange, refused }: Props) {
  const { t } = useTranslation(['model-commands', 'common']);
  const say = useLabel();
  const [open, setOpen] = useState<number | null>(null);
  const set = (list: ModelCommand[]) => onChange?.(list);
  const first = Object.keys(refused)
    .map((path) => /^commands\[(\d+)\]/.exec(path)?.[1])
    .find((index) => index !== undefined);
  const shown = open ?? (first === undefined ? null : Number(first));
  return (
    <div className={styles.list}>
      <p className={styles.hint}>{t('hint')}</p>
      {value.map((command, i) => (
        <section
          // biome-ignore lint/suspicious/noArrayIndexKey: commands have no identity but their place
          key={i}
          className={styles.one}
          aria-label={say(command.label) || command.code || t('new')}
        >
          <div className={styles.head}>
            <Button
              type="link"
              className={styles.name ?? ''}
              aria-expanded={shown === i}
              onClick={() => setOpen(shown === i ? -1 : i)}
            >
              {say(command.label) || t('new')}
            </Button>
            <code>{command.send}</code>
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={`${t('common:action.delete')} ${i + 1}`}
              onClick={() => {
                set(withoutAt(value, i));
                setOpen(-1);
              }}
            />
          </div>
          {shown === i && (
            <CommandFields
              command={command}
              wrong={(path) => refused[`commands[${i}].${path}`]}
              onChange={(next) => set(replaceAt(value, i, next))}
            />
          )}
        </section>
      ))}
      <div>
        <Button
          icon={<PlusOutlined aria-hidden />}
          onClick={() => {
            set([...value, blank]);
            setOpen(value.length);
          }}
        >
          {t('add')}
        </Button>
      </div>
    </div>
  );
}

interface FieldsProps {
  command: ModelCommand;
  wrong: (path: string) => string | undefined;
  onChange: (command: ModelCommand) => void;
}

function CommandFields({ command, wrong, onChange }: FieldsProps) {
  const { t } = useTranslation('model-commands');
  const change = (some: Partial<ModelCommand>) => onChange({ ...command, ...some });
  return (
    <div className={styles.fields}>
      <div className={styles.grid}>
        <Field label={t('code')}>
          <LimitedInput max={30} value={command.code} onChange={(event) => change({ code: event.target.value })} />
          <Refused text={wrong('code')} />
        </Field>
        <Field label={t('form')}>
          <Select<ModelCommand['form']>
            style={{ width: '100%' }}
            aria-label={t('form')}
            value={command.form}
            options={forms.map((form) => ({ value: form, label: t(`forms.${form}`) }))}
            onChange={(form) => change({ form })}
          />
          <Refused text={wrong('form')} />
        </Field>
        <Field label={t('timeout')}>
          <NumberField
            label={t('timeout')}
            min={1}
            max={60}
            step={1}
            value={command.timeout || null}
            onChange={(timeout) => change({ timeout: timeout ?? 0 })}
          />
          <Refused text={wrong('timeout')} />
        </Field>
      </div>
      <LabelFields
        label={command.label}
        names={t('label')}
        max={50}
        wrong={(language) => wrong(`label.${language}`)}
        onChange={(label) => change({ label })}
      />
      <Field label={t('send')}>
        <Input
          className={styles.mono ?? ''}
          aria-label={t('send')}
          placeholder={examples[command.form]}
          value={command.send}
          onChange={(event) => change({ send: event.target.value })}
        />
        <Refused text={wrong('send')} />
        <small className={styles.hint}>{t(`places.${command.form}`)}</small>
      </Field>
      {command.form !== 'named' && (
        <Field label={t('answer')}>
          <Input
            className={styles.mono ?? ''}
            aria-label={t('answer')}
            placeholder={t('anyAnswer')}
            value={command.answer ?? ''}
            onChange={(event) => change({ answer: event.target.value })}
          />
          <Refused text={wrong('answer')} />
        </Field>
      )}
      <ParamsEditor params={command.params ?? []} wrong={wrong} onChange={(params) => change({ params })} />
    </div>
  );
}
