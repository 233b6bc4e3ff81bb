import { CopyOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select, Spin } from 'antd';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelIcon } from '@/entities/alert/level-icon';
import { rising, type WrongLimit } from '@/entities/configuration/thresholds';
import { Can } from '@/entities/permission/can';
import { useCan } from '@/entities/permission/permissions';
import { useUnsaved } from '@/ui/form/unsaved';
import { listText } from '@/ui/format/list';
import { Notice } from '@/ui/notice';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { limitNames } from '@/ui/theme/tokens';
import { AddThreshold } from './add-threshold';
import { BulkFoot, type When } from './bulk-foot';
import styles from './configuration.module.css';
import { copied, type Edits, type Line, limitsOf, linesOf, listOf, pasted, type Threshold, unread } from './grid';
import { Pages } from './pages';
import { PlaceFilter } from './place-filter';
import { PresetDialog } from './preset-dialog';
import { type PointThresholds, usePreviewBulk, useThresholds } from './queries';
import { SitePresetDialog } from './site-preset-dialog';
import { ThresholdLine } from './threshold-line';
import { useFilter } from './use-filter';

interface Props {
  projectId: number;
  zone: string;
}

/** The thresholds of a project in a grid that accepts spreadsheet cells. */
export function ThresholdGrid({ projectId, zone }: Props) {
  const { filter, page, setFilter, setPage } = useFilter();
  const query = useThresholds(projectId, filter, page);
  const { t } = useTranslation('configuration');
  const [all, setAll] = useState(false);
  return (
    <>
      <div className={styles.tools}>
        <PlaceFilter projectId={projectId} filter={filter} onChange={setFilter} />
        {query.isPlaceholderData && <Spin size="small" />}
        <span />
        <Can any={['Update:MeasuringPoint']}>
          <Button onClick={() => setAll(true)}>{t('gbAll.open')}</Button>
        </Can>
      </div>
      {all && (
        <SitePresetDialog
          projectId={projectId}
          zone={zone}
          structureId={filter.structureId}
          onClose={() => setAll(false)}
          onSaved={() => {
            setAll(false);
            void query.refetch();
          }}
        />
      )}
      <QueryPanel
        query={query}
        rows={10}
        isEmpty={(found) => found.total === 0}
        empty={<PanelEmpty title={t('thresholds.none')} />}
      >
        {(found) => (
          <>
            <Grid
              key={`${JSON.stringify(filter)}${page}`}
              projectId={projectId}
              zone={zone}
              points={found.list}
              renew={() => query.refetch()}
            />
            <Pages page={page} total={found.total} onPage={setPage} />
          </>
        )}
      </QueryPanel>
    </>
  );
}

interface GridProps extends Props {
  points: PointThresholds[];
  renew: () => void;
}

function Grid({ projectId, zone, points, renew }: GridProps) {
  const { t } = useTranslation(['configuration', 'common', 'console']);
  const mayEdit = useCan('Update:MeasuringPoint');
  const [edits, setEdits] = useState<Edits>(new Map());
  const unsaved = useUnsaved(edits.size > 0);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [preset, setPreset] = useState(false);
  const [when, setWhen] = useState<When>(() => ({ validFrom: Date.now(), note: '' }));
  const preview = usePreviewBulk(projectId);
  const lines = useMemo(() => linesOf(points, edits), [points, edits]);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const wrongId = useId();
  const wrong = lines.filter((line) => line.row && edits.has(line.pointId) && rising(line.row) !== null);
  // Errors are shown after leaving the line's cells, or after an attempt to save.
  const said = wrong.filter((line) => tried || touched.has(line.key));
  const [unreadCells, setUnreadCells] = useState(0);
  const table = useRef<HTMLTableElement>(null);
  const edit = (next: Edits) => {
    setEdits(next);
    setUnreadCells(0);
    preview.reset();
  };
  const { paste, move } = useCells(table, { lines, edits, points }, edit, setUnreadCells);
  const change = (line: Line, row: Threshold | null) => {
    const list = [...(edits.get(line.pointId) ?? listOf(points, line.pointId))];
    if (row) list[line.index] = { ...row, source: 'batch' };
    else list.splice(line.index, 1);
    edit(new Map(edits).set(line.pointId, list));
  };
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <>
      {mayEdit && (
        <Tools
          projectId={projectId}
          points={points}
          edits={edits}
          chosen={chosen}
          onChoose={setChosen}
          onEdit={edit}
          onPreset={() =>
            unsaved.leave(() => {
              edit(new Map());
              setPreset(true);
            })
          }
        />
      )}
      <div className={styles.scroll}>
        <table className={styles.grid} ref={table}>
          <caption className="visually-hidden">{t('thresholds.tab')}</caption>
          <Head />
          <tbody>
            {lines.map((line, at) => (
              <ThresholdLine
                key={line.key}
                line={line}
                at={at}
                first={line.index === 0}
                changed={edits.has(line.pointId)}
                chosen={chosen.has(line.pointId)}
                original={
                  points.find((point) => point.measuringPointId === line.pointId)?.thresholds[line.index] ?? null
                }
                wrongId={said.includes(line) ? wrongId : undefined}
                mayEdit={mayEdit}
                onTouch={() => setTouched((old) => (old.has(line.key) ? old : new Set(old).add(line.key)))}
                onChoose={() => toggle(line.pointId)}
                onChange={(row) => change(line, row)}
                onPaste={(level) => paste(at, level)}
                onMove={(level) => move(at, level)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {mayEdit && <p className={`${styles.quiet} ${styles.tools}`}>{t('thresholds.pasteHint')}</p>}
      {edits.size > 0 && (
        <div className={styles.bar}>
          <Problems id={wrongId} unread={unreadCells} lines={said} />
          <BulkFoot
            projectId={projectId}
            zone={zone}
            when={when}
            onWhen={setWhen}
            count={edits.size}
            disabled={said.length > 0}
            ready={() => {
              setTried(true);
              return wrong.length === 0;
            }}
            preview={preview}
            changes={() => ({
              aspect: 'thresholds',
              changes: [...edits].map(([id, list]) => ({ measuringPointIds: [id], value: { list } })),
            })}
            onSaved={() => {
              setEdits(new Map());
              renew();
            }}
          />
          <div>
            <Button type="link" size="small" onClick={() => edit(new Map())}>
              {t('thresholds.reset')}
            </Button>
          </div>
        </div>
      )}
      {preset && (
        <PresetDialog
          projectId={projectId}
          zone={zone}
          points={points.filter((point) => chosen.has(point.measuringPointId))}
          onClose={() => setPreset(false)}
          onSaved={() => {
            setPreset(false);
            setEdits(new Map());
            renew();
          }}
        />
      )}
    </>
  );
}

function Head() {
  const { t } = useTranslation(['configuration', 'common']);
  return (
    <thead>
      <tr>
        <th scope="col">{t('thresholds.point')}</th>
        <th scope="col">{t('thresholds.field')}</th>
        <th scope="col">{t('thresholds.type')}</th>
        {limitNames.map((level, i) => (
          <th scope="col" key={level}>
            <LevelIcon level={(i + 1) as 1} decorative /> {t(`common:level.${(i + 1) as 1}`)}
          </th>
        ))}
        <th scope="col">{t('thresholds.enable')}</th>
      </tr>
    </thead>
  );
}

interface Grown {
  lines: Line[];
  edits: Edits;
  points: PointThresholds[];
}

/** Clipboard and keyboard handling of a cell. */
function useCells(
  table: RefObject<HTMLTableElement | null>,
  { lines, edits, points }: Grown,
  edit: (next: Edits) => void,
  setUnreadCells: (count: number) => void,
) {
  const paste = (line: number, level: number) => (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    const cells = limitsOf(text);
    if (cells.length === 1 && (cells[0]?.length ?? 0) === 1) return; // a single number goes into its field
    event.preventDefault();
    edit(pasted(lines, edits, points, { line, level }, cells));
    setUnreadCells(unread(cells, level));
  };
  // Enter and the arrows go up and down, as in a spreadsheet.
  const move = (line: number, level: number) => (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    let to = line + by;
    while (lines[to] && !lines[to]?.row) to += by; // points without a threshold have no cells
    const cell = table.current?.querySelector<HTMLInputElement>(`[data-cell="${to} ${level}"] input`);
    cell?.focus();
    cell?.select();
  };
  return { paste, move };
}

interface ToolsProps extends Omit<GridProps, 'zone' | 'renew'> {
  edits: Edits;
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
  onEdit: (next: Edits) => void;
  onPreset: () => void;
}

/** Actions on the selected points: add a threshold, copy another point's, apply a standard's. */
function Tools({ projectId, points, edits, chosen, onChoose, onEdit, onPreset }: ToolsProps) {
  const { t } = useTranslation('configuration');
  const [source, setSource] = useState<number | null>(null);
  const from = points.find((point) => point.measuringPointId === source);
  const targets = points.filter(
    (point) =>
      chosen.has(point.measuringPointId) &&
      point.measuringPointId !== source &&
      point.measurement === from?.measurement,
  );
  return (
    <div className={styles.tools}>
      <Checkbox
        checked={points.length > 0 && chosen.size === points.length}
        indeterminate={chosen.size > 0 && chosen.size < points.length}
        onChange={(event) =>
          onChoose(new Set(event.target.checked ? points.map((point) => point.measuringPointId) : []))
        }
      >
        {t('bulk.chosen', { count: chosen.size })}
      </Checkbox>
      <AddThreshold
        projectId={projectId}
        points={points.filter((point) => chosen.has(point.measuringPointId))}
        edits={edits}
        all={points}
        onEdit={onEdit}
      />
      <Select<number>
        className={styles.select ?? ''}
        aria-label={t('thresholds.copyFrom')}
        placeholder={t('thresholds.copyFrom')}
        showSearch={{ optionFilterProp: 'label' }}
        allowClear
        value={source}
        options={points
          .filter((point) => (edits.get(point.measuringPointId) ?? point.thresholds).length > 0)
          .map((point) => ({ value: point.measuringPointId, label: point.name }))}
        onChange={(id) => setSource(id ?? null)}
      />
      <Button
        icon={<CopyOutlined aria-hidden />}
        disabled={targets.length === 0}
        title={t('thresholds.sameKind')}
        onClick={() =>
          source !== null &&
          onEdit(copied(edits, edits.get(source) ?? listOf(points, source), from ?? { changeUnit: '' }, targets))
        }
      >
        {t('thresholds.copy')}
      </Button>
      <span />
      <Button disabled={chosen.size === 0} title={chosen.size === 0 ? t('gb.choosePoints') : ''} onClick={onPreset}>
        {t('gb.open')}
      </Button>
    </div>
  );
}

interface ProblemsProps {
  id: string;
  unread: number;
  lines: Line[];
}

/** Cells that could not be parsed, and lines whose limits do not rise. */
function Problems({ id, unread: unreadCells, lines: said }: ProblemsProps) {
  const { t } = useTranslation(['configuration', 'console']);
  const reason = (one: WrongLimit | null) => (one ? t(`console:thresholds.wrong.${one}`) : '');
  return (
    <>
      {unreadCells > 0 && <Notice>{t('thresholds.unread', { count: unreadCells })}</Notice>}
      {said.length > 0 && (
        <p id={id} className={styles.wrong} role="alert">
          {t('thresholds.wrong', {
            count: said.length,
            names: listText([...new Set(said.map((line) => line.name))].slice(0, 5)),
          })}
          {said.length > 5 && ' …'}{' '}
          {listText([...new Set(said.map((line) => line.row && rising(line.row)))].map(reason))}
        </p>
      )}
    </>
  );
}
