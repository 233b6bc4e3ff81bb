import type { components } from '@/api/schema.gen';
import type { StructureStat } from '@/api/stats';
import { type Mark, pointMark, tallyMark } from '@/entities/alert/mark';
import type { Structure } from '../queries/project';

type TreeNode = components['schemas']['TreeNode'];

/** The contents of a project: structures, their items, and the points of both. */
export interface Branch {
  id: number;
  name: string;
  kind: 'structure' | 'item' | 'point';
  /** Undefined until loaded. */
  mark: Mark | undefined;
  /** Number of points below, if known. */
  points: number | undefined;
  children: Branch[];
}

type Part = Pick<Structure, 'id' | 'name' | 'isItem' | 'parentId'>;
type Tallies = readonly (Pick<StructureStat, 'structureId' | 'measuringPoints'> & Parameters<typeof tallyMark>[0])[];

/** Only structures and items, with what is known of their points: small, so it is loaded first. */
export function branchesOfStructures(list: readonly Part[], tallies: Tallies = []): Branch[] {
  const items = new Map<number, Branch[]>();
  const known = new Map(tallies.map((tally) => [tally.structureId, tally]));
  const branch = ({ id, name, isItem }: Part): Branch => {
    const tally = known.get(id);
    return {
      ...{ id, name, kind: isItem ? 'item' : 'structure', children: [] },
      ...{ mark: tally && tallyMark(tally), points: tally?.measuringPoints },
    };
  };
  for (const { parentId = 0, ...one } of list)
    if (one.isItem) items.set(parentId, [...(items.get(parentId) ?? []), branch(one)]);
  return list.filter(({ isItem }) => !isItem).map((one) => ({ ...branch(one), children: items.get(one.id) ?? [] }));
}

/** The whole tree with the levels. */
export function branchesOfTree(nodes: readonly TreeNode[]): Branch[] {
  return nodes.map((node) => ({
    id: node.id,
    name: node.name,
    kind: node.kind,
    mark: node.kind === 'point' ? pointMark(node.level, node.lastReading) : tallyMark(node),
    points: node.kind === 'point' ? undefined : node.points,
    children: branchesOfTree(node.children),
  }));
}

/** A line of the tree on the screen. */
export interface Line {
  branch: Branch;
  depth: number;
  path: string;
  /** Undefined if there is nothing below. */
  open: boolean | undefined;
}

/** More structures and items than these are shown closed at first. */
const openUpTo = 40;

/** Reports whether structures start expanded: points never are, nor a long list. */
export function opensAtFirst(branches: readonly Branch[]): boolean {
  const parts = branches.reduce(
    (sum, { children }) => sum + 1 + children.filter(({ kind }) => kind === 'item').length,
    0,
  );
  return parts <= openUpTo;
}

interface Wanted {
  base: string;
  /** The selection on the right: its ancestors are expanded. */
  hereId: number;
  /** Branches expanded or collapsed by hand. */
  touched: ReadonlyMap<number, boolean>;
  /** Shows only nodes whose names contain this, and their ancestors. */
  text: string;
}

/** The lines of a tree from top to bottom. */
export function linesOf(branches: readonly Branch[], { base, hereId, touched, text }: Wanted): Line[] {
  const wanted = text.trim().toLocaleLowerCase();
  const atFirst = wanted === '' && opensAtFirst(branches);
  const leadsHere = (branch: Branch): boolean => branch.children.some((one) => one.id === hereId || leadsHere(one));
  const walk = (list: readonly Branch[], depth: number, way: Way, all: boolean): Line[] =>
    list.flatMap((branch) => {
      const at = { ...way, [branch.kind]: branch.id };
      const line = { branch, depth, path: pathOf(branch, at, base) };
      if (!all && !branch.name.toLocaleLowerCase().includes(wanted)) {
        const below = walk(branch.children, depth + 1, at, false);
        return below.length > 0 ? [{ ...line, open: true }, ...below] : [];
      }
      // Points that are not loaded yet can be expanded too: that loads them.
      if (branch.children.length === 0 && !branch.points) return [{ ...line, open: undefined }];
      const open = touched.get(branch.id) ?? ((atFirst && branch.kind === 'structure') || leadsHere(branch));
      return [{ ...line, open }, ...(open ? walk(branch.children, depth + 1, at, true) : [])];
    });
  return walk(branches, 0, { structure: 0, item: 0 }, wanted === '');
}

interface Way {
  structure: number;
  item: number;
}

function pathOf({ kind, id }: Branch, { structure, item }: Way, base: string): string {
  const ofStructure = `${base}/structures/${structure}`;
  if (kind === 'structure') return ofStructure;
  return kind === 'item' ? `${ofStructure}/items/${id}` : `${ofStructure}/items/${item}/mps/${id}`;
}
