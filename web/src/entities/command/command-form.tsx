import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitFields } from '@/ui/form/field-errors';
import { FormError } from '@/ui/form/form-error';
import { ZonedPicker } from '@/ui/form/zoned-picker';
import styles from './commands.module.css';
import { IntervalField } from './interval-field';
import { KeepButton } from './keep-button';
import { type CommandOrder, useKeepSending, useSend, type Where } from './queries';

type Kind = CommandOrder['kind'];
const kinds: readonly Kind[] = ['read', 'setInterval', 'setTime', 'readHistory', 'reset', 'raw'];
const dayMs = 86_400_000;

/** One device command with its parameters. */
export function CommandForm({
  where,
  zone,
  projectId,
}: {
  where: Where;
  zone: string;
  projectId?: number | undefined;
}) {
  const { t } = useTranslation(['commands', 'common']);
  const [kind, setKind] = useState<Kind>('read');
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
  const { own, rest } = splitFields(failed, ['interval', 'start', 'end', 'content']);
  const repeats = kind === 'read' || kind === 'raw';

  function args(): Record<string, unknown> {
    if (kind === 'setInterval') return { interval: minutes * 60 };
    if (kind === 'readHistory') return { start: start ?? 0, end: end ?? 0 };
    if (kind === 'raw') return { [format]: content };
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
        <Select<Kind>
          className={styles.kind ?? ''}
          aria-label={t('column.command')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(next) => begin(() => setKind(next))}
        />
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
              status={own.content ? 'error' : ''}
              onChange={(event) => setContent(event.target.value)}
            />
          </>
        )}
        <Button type="primary" htmlType="submit" loading={send.isPending}>
          {t('send')}
        </Button>
        <KeepButton projectId={projectId} command={{ kind, args: args() }} />
      </div>
      <div className={styles.row}>
        <Checkbox checked={hang} onChange={(event) => setHang(event.target.checked)}>
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
            onChange={(value) => setHours(value ?? 24)}
          />
        )}
        {repeats && (
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
            <Button loading={keep.isPending} onClick={() => begin(() => keep.mutate({ kind, args: args(), every }))}>
              {t('keep')}
            </Button>
          </>
        )}
      </div>
      {Object.entries(own).map(([name, text]) => (
        <p key={name} className={styles.error} role="alert">
          {t(`field.${name as 'start'}`)}: {text}
        </p>
      ))}
      {failed && Object.keys(own).length === 0 && rest.length === 0 && <FormError error={failed} />}
      {rest.map((text) => (
        <p key={text} className={styles.error} role="alert">
          {text}
        </p>
      ))}
    </form>
  );
}
