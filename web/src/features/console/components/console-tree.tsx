import { CaretDownOutlined, CaretRightOutlined, SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { structureStatListQuery } from '@/api/stats';
import { treeQuery } from '@/api/tree';
import { LevelIcon } from '@/entities/alert/level-icon';
import { formatNumber } from '@/ui/format/number';
import { QueryPanel } from '@/ui/states';
import { edgesOf, useRowsInView } from '@/ui/use-rows-in-view';
import { type Branch, branchesOfStructures, branchesOfTree, type Line, linesOf } from '../model/console-tree';
import { useStructures } from '../queries/project';
import styles from './console-tree.module.css';

interface Props {
  projectId: number;
  /** The project itself, as the first line. */
  name: string;
  /** The structure, item or point at the right; 0 is the project. */
  hereId: number;
}

/** The project tree: searchable by name, with levels, expandable. */
export function ConsoleTree({ projectId, name, hereId }: Props) {
  const structures = useStructures(projectId);
  const [text, setText] = useState('');
  const [touched, setTouched] = useState<ReadonlyMap<number, boolean>>(new Map());
  const list = structures.data?.list;
  // The points of a large project take megabytes: they load on request.
  const ofPoint = hereId !== 0 && list !== undefined && !list.some(({ id }) => id === hereId);
  const wantsPoints = ofPoint || text.trim() !== '' || [...touched.values()].includes(true);
  const { data: nodes } = useQuery({ ...treeQuery(projectId), enabled: wantsPoints, meta: { quiet: true } });
  const { data: stats } = useQuery({ ...structureStatListQuery(projectId), meta: { quiet: true } });
  const branches = useMemo(() => {
    if (nodes && wantsPoints) return branchesOfTree(nodes);
    const tallies = stats ? [...stats.structureStatList, ...stats.itemStatList] : [];
    return list && branchesOfStructures(list, tallies);
  }, [nodes, wantsPoints, list, stats]);
  return (
    <QueryPanel query={{ ...structures, data: branches }} rows={5}>
      {(known) => (
        <Tree
          branches={known}
          base={`/projects/${projectId}/console`}
          text={text}
          onText={setText}
          touched={touched}
          onToggle={({ branch, open }) => setTouched((old) => new Map(old).set(branch.id, !open))}
          name={name}
          hereId={hereId}
        />
      )}
    </QueryPanel>
  );
}

const lineHeight = 28;
/** Longer trees render only the visible lines. */
const wholeUpTo = 60;

interface TreeProps {
  branches: readonly Branch[];
  base: string;
  name: string;
  hereId: number;
  text: string;
  onText: (text: string) => void;
  touched: ReadonlyMap<number, boolean>;
  onToggle: (line: Line) => void;
}

function Tree({ branches, base, name, hereId, text, onText, touched, onToggle }: TreeProps) {
  const { t } = useTranslation('console');
  const wanted = useDeferredValue(text);
  const lines = useMemo(
    () => linesOf(branches, { base, hereId, touched, text: wanted }),
    [branches, base, hereId, touched, wanted],
  );
  const area = useRef<HTMLUListElement>(null);
  const edges = useMemo(() => edgesOf(lines.map(() => lineHeight)), [lines]);
  const [from, to] = useRowsInView(area, edges, wholeUpTo);
  return (
    <>
      <div className={styles.search}>
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          placeholder={t('tree.search')}
          aria-label={t('tree.search')}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </div>
      <ul ref={area} className={styles.tree}>
        {wanted.trim() === '' && (
          <li className={styles.line}>
            <span className={styles.twist} />
            <Link to={base} className={styles.name} aria-current={hereId === 0 ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        )}
        {from > 0 && <li aria-hidden="true" style={{ height: from * lineHeight }} />}
        {lines.slice(from, to).map((line) => (
          <TreeLine key={`${line.branch.kind} ${line.branch.id}`} line={line} hereId={hereId} onToggle={onToggle} />
        ))}
        {to < lines.length && <li aria-hidden="true" style={{ height: (lines.length - to) * lineHeight }} />}
      </ul>
      {lines.length === 0 && wanted.trim() !== '' && (
        <p className={styles.none}>{t('tree.none', { text: wanted.trim() })}</p>
      )}
    </>
  );
}

interface LineProps {
  line: Line;
  hereId: number;
  onToggle: (line: Line) => void;
}

function TreeLine({ line, hereId, onToggle }: LineProps) {
  const { t } = useTranslation('console');
  const { branch, depth, path, open } = line;
  return (
    <li className={styles.line} style={{ paddingLeft: 6 + depth * 14 }}>
      {open === undefined ? (
        <span className={styles.twist} />
      ) : (
        <button
          type="button"
          className={styles.twist}
          aria-expanded={open}
          aria-label={t('tree.below', { name: branch.name })}
          onClick={() => onToggle(line)}
        >
          {open ? <CaretDownOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
        </button>
      )}
      <span className={styles.mark}>{branch.mark !== undefined && <LevelIcon level={branch.mark} size={12} />}</span>
      <Link
        to={path}
        className={styles.name}
        title={branch.name}
        aria-current={hereId === branch.id ? 'page' : undefined}
      >
        {branch.name}
      </Link>
      {branch.points !== undefined && branch.points > 0 && (
        <span className={styles.count} title={t('tree.points', { count: branch.points })}>
          {formatNumber(branch.points, 0)}
        </span>
      )}
    </li>
  );
}
