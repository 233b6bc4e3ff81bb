import { CaretDownOutlined, CaretRightOutlined, SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, withUnit } from '@/shared/format/number';
import { useNow } from '@/shared/format/use-now';
import { isStale } from '@/shared/monitor/worst';
import { LevelIcon } from '@/shared/ui/level-icon';
import { mainUnit } from '../model/main-value';
import { allPoints, countLevels, type TreeLine, visibleLines } from '../model/tree';
import type { PointState, TreeBranch } from '../model/types';
import styles from './point-tree.module.css';

interface Props {
  branches: readonly TreeBranch[];
  selected: string | null;
  onPoint: (point: PointState) => void;
  /** Given on the preview: a branch can be chosen too. */
  onBranch?: (branch: TreeBranch) => void;
  measurementName: (code: string) => string;
}

const lineHeight = 28;
const levelButtons = [4, 3, 2, 1] as const;

/** The points of a project: filter by level, search, open and close, all by keyboard; only visible lines are drawn. */
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

  const toggle = (key: string) =>
    setClosed((old) => {
      const next = new Set(old);
      if (!next.delete(key)) next.add(key);
      return next;
    });

  const choose = (line: TreeLine) => {
    setActive(line.key);
    if (line.point) onPoint(line.point);
    else if (onBranch && line.branch) onBranch(line.branch);
    else toggle(line.key);
  };

  const onKey = (event: KeyboardEvent) => {
    const index = lines.findIndex((l) => l.key === focused);
    const line = lines[index];
    const go = (to: number) => setActive(lines[Math.max(0, Math.min(lines.length - 1, to))]?.key ?? null);
    switch (event.key) {
      case 'ArrowDown':
      case 'j':
        go(index + 1);
        break;
      case 'ArrowUp':
      case 'k':
        go(index - 1);
        break;
      case 'Home':
        go(0);
        break;
      case 'End':
        go(lines.length - 1);
        break;
      case 'ArrowRight':
        if (line?.branch && !line.open) toggle(line.key);
        else go(index + 1);
        break;
      case 'ArrowLeft':
        if (line?.branch && line.open) toggle(line.key);
        else go(lines.slice(0, Math.max(0, index)).findLastIndex((l) => l.depth < (line?.depth ?? 0)));
        break;
      case 'Enter':
      case ' ':
        if (line) choose(line);
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  return (
    <div className={styles.panel}>
      <div className={styles.filters}>
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden="true" />}
          placeholder={t('tree.search')}
          aria-label={t('tree.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <fieldset className={styles.levels} aria-label={t('tree.levels')}>
          {levelButtons.map((level) => (
            <button
              key={level}
              type="button"
              className={styles.level}
              aria-pressed={levels.has(level)}
              aria-label={t('tree.only', { count: counts[level] ?? 0, level: t(`common:level.${level}`) })}
              onClick={() =>
                setLevels((old) => {
                  const next = new Set(old);
                  if (!next.delete(level)) next.add(level);
                  return next;
                })
              }
            >
              <LevelIcon level={level} size={13} decorative />
              {counts[level] ?? 0}
            </button>
          ))}
        </fieldset>
      </div>
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
            <div
              key={line.key}
              id={`tree-${line.key}`}
              role="treeitem"
              tabIndex={-1}
              className={styles.line}
              style={{ top: (shown.from + i) * lineHeight, paddingLeft: 10 + line.depth * 14 }}
              aria-level={line.depth + 1}
              aria-selected={line.key === selected}
              aria-posinset={line.position}
              aria-setsize={line.siblings}
              {...(line.branch ? { 'aria-expanded': line.open } : {})}
              onClick={() => choose(line)}
              onKeyDown={onKey}
            >
              {line.branch ? (
                <span
                  className={styles.twist}
                  aria-hidden="true"
                  onClick={(event) => {
                    event.stopPropagation();
                    toggle(line.key);
                  }}
                >
                  {line.open ? <CaretDownOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
                </span>
              ) : (
                <span className={styles.twist} />
              )}
              <span className={styles.icon}>
                <LevelIcon level={line.level} size={12} stale={line.point !== null && isOld(line.point, now)} />
              </span>
              <span className={styles.name} title={line.name}>
                {line.name}
              </span>
              <span className={styles.value}>{line.point ? <PointValue point={line.point} /> : line.count}</span>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Whether the level of a point is only that of its last judgement. */
const isOld = ({ time, interval }: PointState, now: number) =>
  isStale({ time: time ?? 0, interval: interval * 1000 }, now);

function PointValue({ point }: { point: PointState }) {
  const value = point[point.main];
  const text = formatNumber(value, point.field?.decimals);
  return <>{withUnit(text, mainUnit(point))}</>;
}

/** Which lines are on the screen, with some to spare above and below. */
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
