import { UndoOutlined } from '@ant-design/icons';
import { Button, Drawer, Input } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';
import { useCreatePoints } from '@/entities/project/make';
import { FormError } from '@/ui/form/form-error';
import { useUnsaved } from '@/ui/form/unsaved';
import { edgesOf, useRowsInView } from '@/ui/use-rows-in-view';
import { addLines, hasContent, type PointLine, pasteInto, series, type Words, withDevices } from '../model/grid';
import { useProjectDevices } from '../queries/devices';

import { GridLine } from './grid-line';
import styles from './point-grid.module.css';
import { useEditing, useJudged, useWords, type Work } from './use-point-lines';

interface Props {
  open: boolean;
  projectId: number;
  corporationId: number;
  structureId: number;
  itemId: number;
  onClose: () => void;
}

const rowHeight = 33; // px, of a line without errors

/** Creates points in a grid that accepts spreadsheet cells, fills series and checks while typing. */
export function PointGrid({ open, projectId, corporationId, structureId, itemId, onClose }: Props) {
  const { t } = useTranslation(['sites', 'console', 'common']);
  const [{ lines: entered, steps }, setWork] = useState<Work>(() => ({
    lines: addLines([], 1),
    steps: [],
    typing: '',
  }));
  const table = useRef<HTMLTableElement>(null);
  const edges = useMemo(() => edgesOf(entered.map(() => rowHeight)), [entered]);
  const [from, to] = useRowsInView(table, edges, 30);
  const create = useCreatePoints(projectId, structureId);

  const pasted = entered.some((line) => line.deviceNo !== '');
  const devices = useProjectDevices(corporationId, projectId, open && pasted).data;
  const lines = useMemo(() => (devices ? withDevices(entered, devices) : entered), [entered, devices]);
  const deviceNames = useMemo(() => new Map(devices?.map((one) => [one.id, `${one.name} (${one.sncode})`])), [devices]);

  const { drafts, errors, wrong, ready } = useJudged({
    open,
    structureId,
    itemId,
    lines,
    devices,
    refusal: create.error,
  });
  const words = useWords();
  const { change, undo, ...handlers } = useEditing(setWork, create.reset, words, table);
  const unsaved = useUnsaved(open && hasContent(entered));
  const close = () => unsaved.leave(onClose);

  return (
    <Drawer
      closable={{ placement: 'end' }}
      open={open}
      size={1080}
      title={t('grid.title')}
      onClose={close}
      footer={
        <div className={styles.foot}>
          <span role="status">{wrong > 0 ? t('grid.wrong', { count: wrong }) : t('grid.allOrNone')}</span>
          <Button onClick={close}>{t('common:action.cancel')}</Button>
          <Button
            type="primary"
            disabled={!ready}
            loading={create.isPending}
            onClick={() =>
              create.mutate(drafts, {
                onSuccess: () => {
                  unsaved.saved();
                  onClose();
                },
              })
            }
          >
            {t('grid.add', { count: drafts.length })}
          </Button>
        </div>
      }
    >
      {create.error instanceof ApiError && Object.keys(create.error.fields).length > 0 ? null : (
        <FormError error={create.error ?? undefined} />
      )}
      <Tools words={words} undoable={steps.length > 0} onChange={change} onUndo={undo} />
      <div className={styles.scroll}>
        <table className={styles.grid} ref={table}>
          <Head />
          <tbody>
            {from > 0 && (
              <tr style={{ height: from * rowHeight }}>
                <td colSpan={8} />
              </tr>
            )}
            {lines.slice(from, to).map((line, i) => {
              const row = from + i;
              return (
                <GridLine
                  key={line.key}
                  line={line}
                  row={row}
                  errors={errors.get(row)}
                  projectId={projectId}
                  corporationId={corporationId}
                  deviceName={deviceNames.get(line.deviceId)}
                  alone={lines.length === 1}
                  last={row === lines.length - 1}
                  {...handlers}
                />
              );
            })}
            {to < lines.length && (
              <tr style={{ height: (lines.length - to) * rowHeight }}>
                <td colSpan={8} />
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </Drawer>
  );
}

function Head() {
  const { t } = useTranslation(['sites', 'console', 'common']);
  return (
    <thead>
      <tr>
        <th>{t('grid.no')}</th>
        <th>{t('console:point.name')}</th>
        <th>{t('grid.kind')}</th>
        <th>{t('common:entity.measurement')}</th>
        <th>{t('console:point.category')}</th>
        <th>{t('grid.sources')}</th>
        <th>{t('console:binding.channel')}</th>
        <th>
          <span className="visually-hidden">{t('console:action')}</span>
        </th>
      </tr>
    </thead>
  );
}

interface ToolsProps {
  words: Words;
  undoable: boolean;
  onChange: (next: (old: PointLine[]) => PointLine[]) => void;
  onUndo: () => void;
}

/** Adds lines: one, ten, or a series of names. */
function Tools({ words, undoable, onChange: change, onUndo }: ToolsProps) {
  const { t } = useTranslation('sites');
  const [names, setNames] = useState('');
  function fill() {
    const list = series(names);
    if (!list) return;
    change((old) => {
      const kept = old.filter((line) => line.name.trim() !== '');
      return pasteInto(kept.length > 0 ? kept : old.slice(0, 1), kept.length, 'name', list.join('\n'), words);
    });
    setNames('');
  }

  return (
    <div className={styles.tools}>
      <Input
        className={styles.series ?? ''}
        value={names}
        aria-label={t('grid.series')}
        placeholder={t('grid.series')}
        onChange={(event) => setNames(event.target.value)}
        onPressEnter={fill}
      />
      <Button disabled={!series(names)} onClick={fill}>
        {t('grid.fill')}
      </Button>
      <Button onClick={() => change((old) => addLines(old, 1))}>{t('grid.oneMore')}</Button>
      <Button onClick={() => change((old) => addLines(old, 10))}>{t('grid.tenMore')}</Button>
      <Button icon={<UndoOutlined aria-hidden />} disabled={!undoable} onClick={onUndo}>
        {t('grid.undo')}
      </Button>
      <span>{t('grid.hint')}</span>
    </div>
  );
}
