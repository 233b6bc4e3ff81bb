import { AutoComplete, Button, DatePicker, Input, InputNumber, Select, Tag } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../import.module.css';
import type { Ready } from '../model/draft';
import { parseStarts, problemOf, startsOf } from '../model/layout';
import { zonesOfFiles } from '../model/zones';
import type { Layout } from '../queries';

const encodings = ['auto', 'utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'windows-1252'] as const;
const separators = ['comma', 'semicolon', 'tab', 'pipe', 'blanks', 'fixed'] as const;

/** How the file's text is split into rows and cells, and the format of its times and numbers. */
export function TextSettings({ draft }: { draft: Ready }) {
  const { t } = useTranslation('file-import');
  const { preview, current } = draft;
  const byLine = !current.source || current.source === 'lines';
  return (
    <div className={styles.settings}>
      {current.source !== 'xle' && (
        <Setting label={t('encoding')} problem={problemOf(preview, 'encoding')}>
          {(id) => (
            <Select
              id={id}
              value={current.encoding ?? 'auto'}
              options={encodings.map((value) => ({
                value,
                label: value === 'auto' ? t('encodings.auto', { found: preview.encoding }) : t(`encodings.${value}`),
              }))}
              onChange={(encoding) => draft.cut(current, { encoding })}
            />
          )}
        </Setting>
      )}
      {byLine && (
        <>
          <Setting label={t('headerLines')} problem={problemOf(preview, 'headerLines')}>
            {(id) => (
              <InputNumber<number>
                id={id}
                min={0}
                max={1000}
                precision={0}
                value={current.headerLines}
                onChange={(headerLines) => draft.cut(current, { headerLines: headerLines ?? 0 })}
              />
            )}
          </Setting>
          <Setting label={t('separator')} problem={problemOf(preview, 'separator')}>
            {(id) => (
              <Select
                id={id}
                value={current.separator}
                options={separators.map((value) => ({ value, label: t(`separators.${value}`) }))}
                onChange={(separator) =>
                  draft.cut(current, {
                    separator,
                    ...(separator === 'fixed' ? { starts: proposedStarts(draft) } : {}),
                  })
                }
              />
            )}
          </Setting>
          {current.separator === 'fixed' && <Starts draft={draft} />}
        </>
      )}
      <Decimal draft={draft} />
      <Zone draft={draft} />
      {(current.time ?? []).length === 0 && <StartTime draft={draft} />}
      <Setting label={t('missingValues')} hint={t('missingValuesHint')} problem={problemOf(preview, 'missing')}>
        {(id) => (
          <Select
            id={id}
            mode="tags"
            open={false}
            suffixIcon={null}
            tokenSeparators={[' ']}
            value={current.missing ?? []}
            onChange={(missing: string[]) => draft.set({ ...current, missing })}
          />
        )}
      </Setting>
      {byLine && (
        <>
          <TextSetting draft={draft} field="comment" max={8} />
          <TextSetting draft={draft} field="end" max={40} />
        </>
      )}
    </div>
  );
}

function proposedStarts({ preview, current }: Ready): number[] {
  return startsOf(preview.lines.filter((one) => one.line > current.headerLines).map((one) => one.text));
}

interface SettingProps {
  label: ReactNode;
  hint?: string;
  problem: string | undefined;
  /** Whether the user must decide. */
  asked?: boolean;
  children: (id: string) => ReactNode;
}

function Setting({ label, hint, problem, asked = false, children }: SettingProps) {
  const { t } = useTranslation('file-import');
  const id = useId();
  return (
    <div className={styles.setting} data-asked={asked || undefined}>
      <span className={styles.label}>
        <label htmlFor={id} title={hint}>
          {label}
        </label>
        {asked && <Tag>{t('toChoose')}</Tag>}
      </span>
      {children(id)}
      {problem && (
        <small role="alert" className={styles.problem}>
          {problem}
        </small>
      )}
    </div>
  );
}

/** The decimal mark. If 1,234 can mean either, the user must decide: the file does not. */
function Decimal({ draft }: { draft: Ready }) {
  const { t } = useTranslation('file-import');
  const { current } = draft;
  const asked = draft.asks('decimal');
  const set = (mark: 'point' | 'comma') => {
    draft.set({ ...current, decimalComma: mark === 'comma' });
    draft.settle('decimal');
  };
  const marks = ['point', 'comma'] as const;
  return (
    <Setting label={t('decimal')} problem={undefined} asked={asked}>
      {(id) =>
        asked ? (
          <span className={styles.either}>
            {marks.map((mark) => (
              <Button key={mark} onClick={() => set(mark)} {...(mark === 'point' ? { id } : {})}>
                {t(`decimals.${mark}`)}
              </Button>
            ))}
          </span>
        ) : (
          <Select
            id={id}
            value={current.decimalComma ? 'comma' : 'point'}
            options={marks.map((value) => ({ value, label: t(`decimals.${value}`) }))}
            onChange={set}
          />
        )
      }
    </Setting>
  );
}

function Zone({ draft }: { draft: Ready }) {
  const { t } = useTranslation('file-import');
  const { preview, current } = draft;
  if (preview.hasZone) return <span className={styles.fact}>{t('hasZone')}</span>;
  return (
    <Setting label={t('zone')} problem={undefined} asked={draft.asks('zone')}>
      {(id) => (
        <Select<string>
          id={id}
          showSearch
          placeholder={t('zoneHint', { zone: preview.deviceZone })}
          value={current.zone || null}
          options={zonesOfFiles(preview.deviceZone).map((value) => ({ value, label: value }))}
          onChange={(zone) => draft.set({ ...current, zone })}
        />
      )}
    </Setting>
  );
}

function StartTime({ draft }: { draft: Ready }) {
  const { t } = useTranslation('file-import');
  const { preview, current } = draft;
  return (
    <Setting label={t('startTime')} hint={t('startTimeHint')} problem={problemOf(preview, 'startTime')}>
      {(id) => (
        <DatePicker
          id={id}
          showTime
          placeholder={t('startTimeHint')}
          onChange={(_, text) => draft.set({ ...current, startTime: typeof text === 'string' ? text : '' })}
        />
      )}
    </Setting>
  );
}

/** Positions of columns of fixed width, kept as they are typed until they are numbers. */
function Starts({ draft }: { draft: Ready }) {
  const { t } = useTranslation('file-import');
  const { preview, current } = draft;
  const stands = (current.starts ?? []).join(' ');
  const [typed, setTyped] = useState<string>();
  return (
    <Setting label={t('starts')} hint={t('startsHint')} problem={problemOf(preview, 'starts')}>
      {(id) => (
        <Input
          id={id}
          className={styles.wide ?? ''}
          value={typed ?? stands}
          onChange={({ target }) => {
            setTyped(target.value);
            const starts = parseStarts(target.value);
            if (starts.length > 0) draft.cut(current, { starts });
          }}
          onBlur={() => setTyped(undefined)}
        />
      )}
    </Setting>
  );
}

function TextSetting({ draft, field, max }: { draft: Ready; field: 'comment' | 'end'; max: number }) {
  const { t } = useTranslation('file-import');
  const { preview, current } = draft;
  return (
    <Setting label={t(field)} hint={t(`${field}Hint`)} problem={problemOf(preview, field)}>
      {(id) => (
        <AutoComplete
          id={id}
          allowClear
          value={current[field] ?? ''}
          options={field === 'comment' ? ['#', '%', '*', '//'].map((value) => ({ value })) : []}
          onChange={(text?: string) =>
            draft.cut(current, { [field]: [...(text ?? '')].slice(0, max).join('') } as Partial<Layout>)
          }
        />
      )}
    </Setting>
  );
}
