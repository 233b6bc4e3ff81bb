import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '@/api/catalog';
import { splitFields } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import styles from './commands.module.css';
import { IntervalField } from './interval-field';
import { KeepButton } from './keep-button';
import { type ModelCommand, startOf, useModelCommands } from './model-commands';
import { ParamFields } from './param-fields';
import { type CommandOrder, useKeepSending, useSend, type Where } from './queries';

type Kind = CommandOrder['kind'];
/** What is chosen: a command that all devices have, or the code of one of the model. */
type Choice = Exclude<Kind, 'model'> | `model:${string}`;
const kinds: readonly Exclude<Kind, 'model'>[] = ['read', 'setInterval', 'setTime', 'readHistory', 'reset', 'raw'];
const dayMs = 86_400_000;

/** One device command with its parameters. */
export function CommandForm({
  where,
  zone,
  projectId,
  model,
}: {
  where: Where;
  zone: string;
  projectId?: number | undefined;
  /** The device's model. */
  model?: string | undefined;
}) {
  const { t } = useTranslation(['commands', 'common']);
  const say = useLabel();
  const own = useModelCommands(model);
  const [choice, setChoice] = useState<Choice>('read');
  const [values, setValues] = useState<Record<string, number | null>>({});
  const [minutes, setMinutes] = useState(30);
  const [start, setStart] = useState<number | null>(() => Date.now() - dayMs);
  const [end, setEnd] = useState<number | null>(() => Date.now());
  const [format, setFormat] = useState<'hex' | 'text'>('hex');
  const [content, setContent] = useState('');
  const [hang, setHang] = useState(true);
  const [hours, setHours] = useState(24);
  const [every, setEvery] = useState(10);
  const send = useSend(where);
  const keep = useKeepSending(where);
  const failed = send.error ?? keep.error;
  const chosen = own.find((one) => choice === `model:${one.code}`);
  const kind: Kind = chosen ? 'model' : (choice as Exclude<Kind, 'model'>);
  const params = chosen?.params ?? [];
  const { own: wrong, rest } = splitFields(failed, [
    'interval',
    'start',
    'end',
    'content',
    ...params.map(({ name }) => name),
  ]);
  const nameOf = (field: string) => {
    const param = params.find(({ name }) => name === field);
    return param ? say(param.label) : t(`field.${field as 'start'}`);
  };
  const repeated = kind === 'read' || kind === 'raw' ? kind : undefined;

  function args(): Record<string, unknown> {
    if (kind === 'setInterval') return { interval: minutes * 60 };
    if (kind === 'readHistory') return { start: start ?? 0, end: end ?? 0 };
    if (kind === 'raw') return { [format]: content };
    if (chosen) {
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
      return { model, code: chosen.code, params: given };
    }
    return {};
  }
  function begin(action: () => void) {
    send.reset();
    keep.reset();
    action();
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        begin(() => send.mutate({ kind, args: args(), hang, ...(hang ? { hangExpire: hours * 3600 } : {}) }));
      }}
    >
      <div className={styles.row}>
        <CommandChoice
          value={choice}
          own={own}
          model={model}
          onChange={(next) =>
            begin(() => {
              setChoice(next);
              setValues(startOf(own.find((one) => next === `model:${one.code}`)));
            })
          }
        />
        {chosen && <ParamFields params={params} values={values} wrong={wrong} onChange={setValues} />}
        {kind === 'setInterval' && <IntervalField value={minutes} onChange={setMinutes} />}
        {kind === 'readHistory' && (
          <>
            <ZonedPicker zone={zone} label={t('from')} placeholder={t('from')} value={start} onChange={setStart} />
            <ZonedPicker zone={zone} label={t('to')} placeholder={t('to')} value={end} onChange={setEnd} />
          </>
        )}
        {kind === 'raw' && (
          <>
            <Select<'hex' | 'text'>
              aria-label={t('format')}
              value={format}
              options={[
                { value: 'hex', label: t('hex') },
                { value: 'text', label: t('text') },
              ]}
              onChange={setFormat}
            />
            <Input
              className={styles.content ?? ''}
              aria-label={t('content')}
              placeholder={format === 'hex' ? '01 03 00 00 00 02 C4 0B' : '%R1Q,5003:'}
              value={content}
              status={wrong.content ? 'error' : ''}
              onChange={(event) => setContent(event.target.value)}
            />
          </>
        )}
        <Button type="primary" htmlType="submit" loading={send.isPending}>
          {t('send')}
        </Button>
        <KeepButton projectId={projectId} command={{ kind, args: args() }} />
      </div>
      <When hang={hang} onHang={setHang} hours={hours} onHours={setHours}>
        {repeated && (
          <>
            <InputNumber
              className={styles.every ?? ''}
              aria-label={t('every')}
              min={5}
              max={600}
              value={every}
              suffix={t('seconds')}
              onChange={(value) => setEvery(value ?? 10)}
            />
            <Button
              loading={keep.isPending}
              onClick={() => begin(() => keep.mutate({ kind: repeated, args: args(), every }))}
            >
              {t('keep')}
            </Button>
          </>
        )}
      </When>
      <Failure error={failed} wrong={wrong} rest={rest} nameOf={nameOf} />
    </form>
  );
}

interface ChoiceProps {
  value: Choice;
  own: readonly ModelCommand[];
  model: string | undefined;
  onChange: (next: Choice) => void;
}

/** The commands that all devices have, then those of the model. */
function CommandChoice({ value, own, model, onChange }: ChoiceProps) {
  const { t } = useTranslation('commands');
  const say = useLabel();
  const ofAll = kinds.map((kind) => ({ value: kind as Choice, label: t(`kind.${kind}`) }));
  const ofModel = own.map((one) => ({ value: `model:${one.code}` as Choice, label: say(one.label) }));
  return (
    <Select<Choice>
      className={styles.kind ?? ''}
      aria-label={t('column.command')}
      popupMatchSelectWidth={false}
      value={value}
      options={ofModel.length > 0 ? [...ofAll, { label: t('ofModel', { model }), options: ofModel }] : ofAll}
      onChange={onChange}
    />
  );
}

interface WhenProps {
  hang: boolean;
  onHang: (hang: boolean) => void;
  hours: number;
  onHours: (hours: number) => void;
  children: ReactNode;
}

/** Whether a command waits for the device, and how long. */
function When({ hang, onHang, hours, onHours, children }: WhenProps) {
  const { t } = useTranslation('commands');
  return (
    <div className={styles.row}>
      <Checkbox checked={hang} onChange={(event) => onHang(event.target.checked)}>
        {t('hang')}
      </Checkbox>
      {hang && (
        <InputNumber
          className={styles.hours ?? ''}
          aria-label={t('hangFor')}
          title={t('hangForHint')}
          min={1}
          max={168}
          precision={0}
          value={hours}
          prefix={t('hangFor')}
          suffix={t('hours')}
          onChange={(value) => onHours(value ?? 24)}
        />
      )}
      {children}
    </div>
  );
}

interface FailureProps {
  error: unknown;
  wrong: Record<string, string>;
  rest: string[];
  nameOf: (field: string) => string;
}

/** Why a command was refused: field by field, or as a whole. */
function Failure({ error, wrong, rest, nameOf }: FailureProps) {
  const fields = [...Object.entries(wrong).map(([name, text]) => `${nameOf(name)}: ${text}`), ...rest];
  if (error && fields.length === 0) return <FormError error={error} />;
  return fields.map((text) => (
    <p key={text} className={styles.error} role="alert">
      {text}
    </p>
  ));
}
