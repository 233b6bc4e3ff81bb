import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { Unsaved, useUnsaved } from '@/ui/form/unsaved';
import { announce } from '@/ui/messages';
import { Notice } from '@/ui/notice';
import { Panel } from '@/ui/panel';
import { PanelEmpty } from '@/ui/states';
import { type Adopted, adopt, giveUp, keyOf, unknownOf, withChanges } from '../model/changes';
import type { Place } from '../model/grid';
import { type Checked, type Draft, useCheck, useCreateTemplate, useNextVersion } from '../queries';
import styles from '../templates.module.css';
import { EditorHead } from './editor-head';
import { Placeholders } from './placeholders';
import { Refusal } from './refusal';
import { ReplaceButton } from './replace-button';
import { SheetGrid } from './sheet-grid';
import { Trial } from './trial';
import { UnknownList } from './unknown-list';

interface Props {
  projectId: number;
  /** The template as it is stored; undefined: it is not yet. */
  stored?: Checked;
  /** The file of a template that is not stored yet. */
  first?: Draft;
  /** Formats whose reports are made as PDF. */
  pdf: readonly string[];
  /** Leaves without storing it. */
  onLeave: () => void;
  onStored?: (stored: Checked) => void;
}

const none: Adopted = new Map();

/** A template as a sheet: what is recognised in it, what is not, and what to write instead; next to it a trial. */
export function Editor({ projectId, stored, first, pdf, onLeave, onStored }: Props) {
  const { t } = useTranslation('report-templates');
  const [draft, setDraft] = useState(first);
  const [adopted, setAdopted] = useState(none);
  const [words, setWords] = useState(false);
  const rights = useRights(stored);
  const check = useCheck(projectId);
  const create = useCreateTemplate(projectId);
  const next = useNextVersion(projectId, stored ?? { id: 0, version: 0 });
  const saving = stored ? next : create;
  const changed = draft !== undefined || adopted.size > 0;
  const unsaved = useUnsaved(changed);
  const shown = draft?.checked ?? stored;
  if (!shown) return null;
  const unknown = unknownOf(shown.places);
  const open = unknown.filter((place) => place.suggestion !== '' && !adopted.has(keyOf(place)));
  const version = (stored?.version ?? 0) + 1;

  function replaceBy(file: File) {
    saving.reset();
    check.mutate(file, {
      onSuccess: (checked) => {
        setDraft({ name: stored?.name ?? first?.name ?? '', file, checked });
        setAdopted(none);
      },
    });
  }

  function save() {
    const done = (made: Checked) => {
      announce('success', t('foot.saved', { version: made.version }));
      unsaved.saved();
      setDraft(undefined);
      setAdopted(none);
      onStored?.(made);
    };
    if (stored) next.mutate({ draft, adopted }, { onSuccess: done });
    else if (draft) create.mutate({ draft, adopted }, { onSuccess: done });
  }

  function drop() {
    check.reset();
    saving.reset();
    if (!stored) unsaved.leave(onLeave);
    else {
      setDraft(undefined);
      setAdopted(none);
    }
  }

  const name = stored?.name ?? draft?.name ?? '';
  return (
    <Unsaved of={unsaved}>
      <div className={styles.page}>
        <Panel
          fill
          title={<EditorTitle name={name} format={shown.format} version={stored?.version} />}
          extra={
            <EditorHead projectId={projectId} stored={stored} onWords={() => setWords(true)} onDeleted={onLeave} />
          }
        >
          <div className={styles.column}>
            {draft && (
              <p className={styles.draft} role="status">
                {stored ? t('draft.next', { file: draft.file.name, version }) : t('draft.first')}
              </p>
            )}
            {check.error && (
              <Refusal name={check.variables?.name ?? ''} error={check.error} onClose={() => check.reset()} />
            )}
            {saving.error && (
              <Refusal name={draft?.file.name ?? name} error={saving.error} onClose={() => saving.reset()} />
            )}
            <Found shown={shown} unknown={unknown} adopted={adopted} mayAdopt={rights.change} onChange={setAdopted} />
            <div className={styles.foot}>
              <span>{unknown.length > 0 ? t('foot.note') : ''}</span>
              <span className={styles.buttons}>
                {changed && <Button onClick={drop}>{t('draft.drop')}</Button>}
                {rights.replace && <ReplaceButton format={stored?.format} busy={check.isPending} onFile={replaceBy} />}
                {rights.change && open.length > 1 && (
                  <Button onClick={() => setAdopted(adopt(adopted, unknown))}>{t('foot.adoptAll')}</Button>
                )}
                {changed && (
                  <Button type="primary" loading={saving.isPending} onClick={save}>
                    {t('foot.save', { version })}
                  </Button>
                )}
              </span>
            </div>
          </div>
        </Panel>
        {stored ? (
          <Trial projectId={projectId} template={stored} printed={pdf.includes(stored.format)} changed={changed} />
        ) : (
          <Panel title={t('trial.title')}>
            <PanelEmpty title={t('trial.saveFirst')} hint={t('trial.saveFirstHint')} />
          </Panel>
        )}
      </div>
      {words && <Placeholders onClose={() => setWords(false)} />}
    </Unsaved>
  );
}

/** What the person may do: a file is checked by those who may create. */
function useRights(stored: Checked | undefined) {
  const create = useCan('Create:Report');
  const update = useCan('Update:Report');
  return { change: stored ? update : create, replace: create && (!stored || update) };
}

function EditorTitle({ name, format, version }: { name: string; format: string; version: number | undefined }) {
  const { t } = useTranslation('report-templates');
  return (
    <>
      {name}.{format} {version !== undefined && <span className={styles.quiet}>{t('versionOf', { version })}</span>}
    </>
  );
}

interface FoundProps {
  shown: Checked;
  unknown: Place[];
  adopted: Adopted;
  mayAdopt: boolean;
  onChange: (adopted: Adopted) => void;
}

/** The sheets with what was found in them, and below them the list of what is not recognised. */
function Found({ shown, unknown, adopted, mayAdopt, onChange }: FoundProps) {
  const { t } = useTranslation('report-templates');
  const [chosen, setChosen] = useState('');
  const [target, setTarget] = useState<{ at: string }>();
  const sheets = shown.sheets;
  const sheet = sheets.find((one) => one.name === chosen) ?? sheets[0];
  const places = withChanges(shown.places, adopted);
  const left = places.filter(({ state }) => state === 'unknown').length;
  const book = shown.format === 'xlsx';
  const labelOf = (name: string) => {
    const [, part, number] = /^(document|header|footer)(\d*)$/.exec(name) ?? [];
    return book || !part ? name : t(`grid.part.${part as 'header'}`, { number });
  };
  if (!sheet) return null;
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.legend} data-of="known">
          {t('grid.recognised', { count: places.length - left })}
        </span>
        <span className={styles.legend} data-of="unknown" data-some={left > 0}>
          {t('grid.unrecognised', { count: left })}
        </span>
        {sheets.length > 1 && (
          <Segmented
            lang=""
            aria-label={t('grid.sheets')}
            value={sheet.name}
            options={sheets.map(({ name }) => ({ value: name, label: labelOf(name) }))}
            onChange={setChosen}
          />
        )}
      </div>
      <SheetGrid
        key={sheet.name}
        sheet={sheet}
        label={t('grid.label', { name: labelOf(sheet.name) })}
        places={places}
        book={book}
        target={target}
      />
      {unknown.length > 0 ? (
        <div className={styles.unknown}>
          <UnknownList
            list={unknown}
            adopted={adopted}
            nameOf={(name) => (sheets.length > 1 ? labelOf(name) : '')}
            mayAdopt={mayAdopt}
            onAdopt={(place) => onChange(adopt(adopted, [place]))}
            onUndo={(place) => onChange(giveUp(adopted, place))}
            onShow={(place) => {
              setChosen(place.sheet);
              setTarget({ at: place.cell });
            }}
          />
        </div>
      ) : (
        <Notices places={places.length} />
      )}
    </>
  );
}

function Notices({ places }: { places: number }) {
  const { t } = useTranslation('report-templates');
  if (places === 0) return <Notice>{t('unknown.noMarks')}</Notice>;
  return <p className={styles.fine}>{t('unknown.none')}</p>;
}
