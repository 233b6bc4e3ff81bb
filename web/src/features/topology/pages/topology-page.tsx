import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { projectQuery, structuresQuery } from '@/api/project';
import { useCan } from '@/entities/permission/permissions';
import { defaultZone } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { PanelEmpty, QueryPanel } from '@/ui/states';
import { useAddress } from '@/ui/table/use-address';
import { NodePanel } from '../components/node-panel';
import { TopologyCanvas } from '../components/topology-canvas';
import { TopologyTree } from '../components/topology-tree';
import { above, buildGraph, found, indexOf, movedTo, siblingsOf, sortOf } from '../model/graph';
import { layOut } from '../model/layout';
import type { TopoNode } from '../model/node';
import { buildProjectTree } from '../model/project-tree';
import { sortNodes, type Topology, topologyQuery } from '../queries';
import styles from './topology-page.module.css';

const none: Topology = { devices: [], points: [] };
/** Trees with at most this many nodes start expanded. */
const openUpTo = 60;

const sources = ['devices', 'structures'] as const;

/**
 * How devices or structures are connected, as a graph and as an equivalent tree; the selected node is in the address.
 */
export default function TopologyPage() {
  const { t } = useTranslation(['topology', 'common']);
  const projectId = Number(useParams().projectId);
  const { search, put } = useAddress();
  const may = useCan('Update:Project');
  const project = useQuery(projectQuery(projectId));
  const { of, query, structures, roots, index, text, hits, hitKeys, selected, node, open, setOpen, layout } = useGraph(
    projectId,
    search,
  );

  const labelOf = (one: TopoNode) => {
    if (one.kind === 'channel') return t('channel', { no: one.id });
    return one.kind === 'loose' ? t('loose') : one.name;
  };
  const toggle = (one: TopoNode) => {
    const next = new Set(open);
    if (!next.delete(one.key)) next.add(one.key);
    setOpen(next);
  };
  const move = useMove(projectId, roots);
  const placeOf = (one: TopoNode) => siblingsOf(one, roots).indexOf(one);
  const step = (by: -1 | 1) => node && move.mutate({ one: node, place: placeOf(node) + by });
  const next = () => {
    const at = hits.findIndex(({ key }) => key === selected);
    const hit = hits[(at + 1) % hits.length];
    if (hit) put({ node: hit.key });
  };
  const siblings = node ? siblingsOf(node, roots) : [];

  return (
    <Panel
      fill
      className={styles.page}
      title={t(`${of}.title`)}
      busy={query.isFetching && query.data !== undefined}
      extra={
        <Tools
          of={of}
          text={text}
          hits={hits}
          selected={selected}
          onOf={(source) => {
            setOpen(undefined);
            put({ of: source === 'devices' ? '' : source });
          }}
          onSearch={(value) => {
            if (value.trim() === text) next();
            else put({ name: value.trim(), node: found(index, value)[0]?.key ?? '' });
          }}
          onOpenAll={() => setOpen(new Set(index.keys()))}
          onCloseAll={() => setOpen(new Set())}
        />
      }
    >
      <QueryPanel
        query={of === 'structures' && !structures.data ? { ...structures, data: undefined } : query}
        rows={10}
        failure={t(`${of}.failed`)}
        isEmpty={() => index.size === 0}
        empty={<PanelEmpty title={t(`${of}.empty`)} hint={t(`${of}.emptyHint`)} />}
      >
        {() => (
          <div className={styles.body}>
            <TopologyTree
              label={t(`${of}.tree`)}
              roots={roots}
              open={open}
              selected={node?.key}
              labelOf={labelOf}
              onOpen={setOpen}
              onSelect={(one) => put({ node: one.key })}
            />
            <div className={styles.graph}>
              <TopologyCanvas
                layout={layout}
                label={t(`${of}.graph`, { count: index.size })}
                selected={node?.key}
                hits={hitKeys}
                labelOf={labelOf}
                sortable={may}
                onSelect={(one) => put({ node: one.key })}
                onToggle={toggle}
                onMove={(one, target) => {
                  const place = siblingsOf(one, roots).indexOf(target);
                  if (place >= 0) move.mutate({ one, place });
                }}
              />
            </div>
            {node && (
              <NodePanel
                projectId={projectId}
                node={node}
                name={labelOf(node)}
                zone={project.data?.timeZone || defaultZone}
                onStep={may && siblings.length > 1 ? step : undefined}
                first={placeOf(node) <= 0}
                last={placeOf(node) >= siblings.length - 1}
              />
            )}
          </div>
        )}
      </QueryPanel>
    </Panel>
  );
}

/** The graph selected by the address: its nodes, search hits and expanded nodes. */
function useGraph(projectId: number, search: URLSearchParams) {
  const query = useQuery(topologyQuery(projectId));
  const of = sources.find((source) => source === search.get('of')) ?? 'devices';
  const structures = useQuery({ ...structuresQuery(projectId), enabled: of === 'structures' });
  const roots = useMemo(
    () =>
      of === 'structures'
        ? buildProjectTree(structures.data?.list ?? [], query.data ?? none)
        : buildGraph(query.data ?? none),
    [of, structures.data, query.data],
  );
  const index = useMemo(() => indexOf(roots), [roots]);
  const [chosenOpen, setOpen] = useState<ReadonlySet<string>>();

  const text = search.get('name') ?? '';
  const hits = useMemo(() => found(index, text), [index, text]);
  const hitKeys = useMemo(() => new Set(hits.map(({ key }) => key)), [hits]);
  const selected = search.get('node') ?? undefined;
  const node = selected === undefined ? undefined : index.get(selected);
  const open = useMemo(() => {
    const keys = new Set(chosenOpen ?? (index.size <= openUpTo ? index.keys() : roots.map(({ key }) => key)));
    if (node) for (const key of above(node)) keys.add(key);
    return keys;
  }, [chosenOpen, index, roots, node]);
  const layout = useMemo(() => layOut(roots, open), [roots, open]);
  return { of, query, structures, roots, index, text, hits, hitKeys, selected, node, open, setOpen, layout };
}

/** Moves a node among its siblings. */
function useMove(projectId: number, roots: TopoNode[]) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ one, place }: { one: TopoNode; place: number }) => {
      const sort = sortOf(one);
      if (sort) await sortNodes(projectId, sort, movedTo(siblingsOf(one, roots), one, place));
    },
    onSettled: () =>
      Promise.all(
        [topologyQuery(projectId), structuresQuery(projectId)].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

interface ToolsProps {
  of: (typeof sources)[number];
  text: string;
  hits: readonly TopoNode[];
  selected: string | undefined;
  onOf: (of: (typeof sources)[number]) => void;
  onSearch: (text: string) => void;
  onOpenAll: () => void;
  onCloseAll: () => void;
}

function Tools({ of, text, hits, selected, onOf, onSearch, onOpenAll, onCloseAll }: ToolsProps) {
  const { t } = useTranslation('topology');
  return (
    <span className={styles.tools}>
      <Segmented
        aria-label={t('of')}
        value={of}
        options={sources.map((source) => ({ value: source, label: t(`${source}.title`) }))}
        onChange={onOf}
      />
      {text && (
        <span className={styles.quiet} role="status">
          {hits.length === 0
            ? t('noHits')
            : t('hits', { at: hits.findIndex(({ key }) => key === selected) + 1, count: hits.length })}
        </span>
      )}
      <Input.Search
        allowClear
        className={styles.search}
        defaultValue={text}
        placeholder={t(`${of}.search`)}
        aria-label={t(`${of}.search`)}
        onSearch={onSearch}
      />
      <Button onClick={onOpenAll}>{t('openAll')}</Button>
      <Button onClick={onCloseAll}>{t('closeAll')}</Button>
    </span>
  );
}
