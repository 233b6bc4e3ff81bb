import { CaretDownOutlined, CaretRightOutlined, SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelIcon } from '@/entities/alert/level-icon';
import { isStale } from '@/entities/monitor/worst';
import { formatNumber, withUnit } from '@/ui/format/number';
import { useNow } from '@/ui/format/use-now';
import { mainUnit } from '../model/main-value';
import { allPoints, countLevels, type TreeLine, visibleLines } from '../model/tree';
import type { PointState, TreeBranch } from '../model/types';
import styles from './point-tree.module.css';

interface Props {
  branches: readonly TreeBranch[];
  selected: string | null;
  onPoint: (point: PointState) => void;
  /** Set on the preview page, where branches can be chosen too. */
  onBranch?: (branch: TreeBranch) => void;
  measurementName: (code: string) => string;
}

const lineHeight = 28;
const levelButtons = [4, 3, 2, 1] as const;

/**
 * The points of a project: filter by level, search, expand and collapse, all by keyboard; only visible lines are
 * rendered.
 */
export function PointTree({ branches, selected, onPoint, onBranch, measurementName }: Props) {
  const { t } = useTranslation(['data-views', 'common']);
  const [text, setText] = useState('');
  const [levels, setLevels] = useState<ReadonlySet<number>>(new Set());
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string | null>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const now = useNow();
  const counts = useMemo(() => countLevels(allPoints(branches)), [branches]);
  const lines = useMemo(
    () => visibleLines(branches, closed, { text: text.trim(), levels }, measurementName),
    [branches, closed, text, levels, measurementName],
  );
  const shown = useWindow(scroll, lines.length);
  const focused = active ?? selected ?? lines[0]?.key ?? null;

  useEffect(() => {
    const index = lines.findIndex((l) => l.key === (active ?? selected));
    const area = scroll.current;
    if (index < 0 || !area) return;
    const top = index * lineHeight;
    if (top < area.scrollTop) area.scrollTop = top;
    else if (top + lineHeight > area.scrollTop + area.clientHeight)
      area.scrollTop = top + lineHeight - area.clientHeight;
  }, [active, selected, lines]);

  const toggle = (key: string) => setClosed((old) => toggled(old, key));

  const choose = (line: TreeLine) => {
    setActive(line.key);
    if (line.point) onPoint(line.point);
    else if (onBranch && line.branch) onBranch(line.branch);
    else toggle(line.key);
  };

  const onKey = (event: KeyboardEvent) => {
    const index = lines.findIndex((l) => l.key === focused);
    const line = lines[index];
    const step = stepOf(event.key, lines, index);
    if (step === undefined) return;
    event.preventDefault();
    if (step === 'choose') {
      if (line) choose(line);
    } else if (step === 'toggle') {
      if (line) toggle(line.key);
    } else setActive(lines[Math.max(0, Math.min(lines.length - 1, step))]?.key ?? null);
  };

  return (
    <div className={styles.panel}>
      <Filters text={text} levels={levels} counts={counts} onText={setText} onLevels={setLevels} />
      <div
        ref={scroll}
        className={styles.scroll}
        role="tree"
        aria-label={t('tree.label')}
        aria-activedescendant={focused ? `tree-${focused}` : undefined}
        tabIndex={0}
        onKeyDown={onKey}
      >
        {lines.length === 0 && <p className={styles.none}>{t('tree.none')}</p>}
        <div style={{ height: lines.length * lineHeight }} role="presentation">
          {lines.slice(shown.from, shown.to).map((line, i) => (
            <Line
              key={line.key}
              line={line}
              top={(shown.from + i) * lineHeight}
              selected={line.key === selected}
              stale={line.point !== null && isOld(line.point, now)}
              onChoose={() => choose(line)}
              onToggle={() => toggle(line.key)}
              onKey={onKey}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** stepOf returns the line that a key goes to, or its action; undefined for other keys. */
function stepOf(key: string, lines: readonly TreeLine[], index: number): number | 'toggle' | 'choose' | undefined {
  const line = lines[index];
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return index + 1;
    case 'ArrowUp':
    case 'k':
      return index - 1;
    case 'Home':
      return 0;
    case 'End':
      return lines.length - 1;
    case 'ArrowRight':
      return line?.branch && !line.open ? 'toggle' : index + 1;
    case 'ArrowLeft':
      if (line?.branch && line.open) return 'toggle';
      return lines.slice(0, Math.max(0, index)).findLastIndex((l) => l.depth < (line?.depth ?? 0));
    case 'Enter':
    case ' ':
      return 'choose';
    default:
      return undefined;
  }
}

function toggled<T>(set: ReadonlySet<T>, one: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
}

interface FiltersProps {
  text: string;
  levels: ReadonlySet<number>;
  /** Points of each level. */
  counts: readonly number[];
  onText: (text: string) => void;
  onLevels: (levels: ReadonlySet<number>) => void;
}

function Filters({ text, levels, counts, onText, onLevels }: FiltersProps) {
  const { t } = useTranslation(['data-views', 'common']);
  return (
    <div className={styles.filters}>
      <Input
        allowClear
        prefix={<SearchOutlined aria-hidden="true" />}
        placeholder={t('tree.search')}
        aria-label={t('tree.search')}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <fieldset className={styles.levels} aria-label={t('tree.levels')}>
        {levelButtons.map((level) => (
          <button
            key={level}
            type="button"
            className={styles.level}
            aria-pressed={levels.has(level)}
            aria-label={t('tree.only', { count: counts[level] ?? 0, level: t(`common:level.${level}`) })}
            onClick={() => onLevels(toggled(levels, level))}
          >
            <LevelIcon level={level} size={13} decorative />
            {counts[level] ?? 0}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

interface LineProps {
  line: TreeLine;
  top: number;
  selected: boolean;
  stale: boolean;
  onChoose: () => void;
  onToggle: () => void;
  onKey: (event: KeyboardEvent) => void;
}

function Line({ line, top, selected, stale, onChoose, onToggle, onKey }: LineProps) {
  return (
    <div
      id={`tree-${line.key}`}
      role="treeitem"
      tabIndex={-1}
      className={styles.line}
      style={{ top, paddingLeft: 10 + line.depth * 14 }}
      aria-level={line.depth + 1}
      aria-selected={selected}
      aria-posinset={line.position}
      aria-setsize={line.siblings}
      {...(line.branch ? { 'aria-expanded': line.open } : {})}
      onClick={onChoose}
      onKeyDown={onKey}
    >
      {line.branch ? (
        <span
          className={styles.twist}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          {line.open ? <CaretDownOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
        </span>
      ) : (
        <span className={styles.twist} />
      )}
      <span className={styles.icon}>
        <LevelIcon level={line.level} size={12} stale={stale} />
      </span>
      <span className={styles.name} title={line.name}>
        {line.name}
      </span>
      <span className={styles.value}>{line.point ? <PointValue point={line.point} /> : line.count}</span>
    </div>
  );
}

/** Reports whether the level of a point is only that of its last judgement. */
const isOld = ({ time, interval }: PointState, now: number) =>
  isStale({ time: time ?? 0, interval: interval * 1000 }, now);

function PointValue({ point }: { point: PointState }) {
  const value = point[point.main];
  const text = formatNumber(value, point.field?.decimals);
  return <>{withUnit(text, mainUnit(point))}</>;
}

/** The visible lines, with some to spare above and below. */
function useWindow(area: RefObject<HTMLDivElement | null>, count: number): { from: number; to: number } {
  const [range, setRange] = useState({ from: 0, to: 60 });
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const measure = () => {
      const from = Math.max(0, Math.floor(element.scrollTop / lineHeight) - 10);
      const to = Math.min(
        count,
        Math.ceil((element.scrollTop + Math.max(element.clientHeight, 600)) / lineHeight) + 10,
      );
      setRange((old) => (old.from === from && old.to === to ? old : { from, to }));
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      watch.disconnect();
    };
  }, [area, count]);
  return range;
}
