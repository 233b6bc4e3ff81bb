import { type GetRef, Tree } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { markRank } from '@/entities/alert/mark';
import { useSize } from '@/ui/use-size';
import type { TopoNode } from '../model/node';
import styles from '../pages/topology-page.module.css';

interface Props {
  /** Accessible name of the tree. */
  label: string;
  roots: TopoNode[];
  open: ReadonlySet<string>;
  selected: string | undefined;
  labelOf: (node: TopoNode) => string;
  onOpen: (keys: ReadonlySet<string>) => void;
  onSelect: (node: TopoNode) => void;
}

/** The topology as a tree of text, for keyboard and screen readers. */
export function TopologyTree({ label, roots, open, selected, labelOf, onOpen, onSelect }: Props) {
  const { t } = useTranslation(['topology', 'common']);
  const area = useRef<HTMLDivElement>(null);
  const tree = useRef<GetRef<typeof Tree>>(null);
  const { height } = useSize(area);

  useEffect(() => {
    if (selected !== undefined && height > 0) tree.current?.scrollTo({ key: selected });
  }, [selected, height]);

  return (
    <div ref={area} className={styles.tree}>
      <Tree<TopoNode & { title?: string }>
        ref={tree as never}
        blockNode
        aria-label={label}
        height={height || 400}
        treeData={roots}
        fieldNames={{ key: 'key', title: 'name', children: 'children' }}
        titleRender={(one) => (
          <span className={styles.title}>
            {labelOf(one)}
            {one.status && <span className={styles.quiet}> {t(`common:deviceState.${one.status as 'online'}`)}</span>}
            {one.health && one.health !== 'normal' && (
              <span className={styles.fault}> {t(`common:deviceHealth.${one.health as 'dataLost'}`)}</span>
            )}
            {one.below.offline > 0 && (
              <span className={styles.fault}> {t('offline', { count: one.below.offline })}</span>
            )}
            {one.below.faulty > 0 && <span className={styles.fault}> {t('faulty', { count: one.below.faulty })}</span>}
            {(one.kind === 'point' || markRank(one.level) > 0) && (
              <span className={styles.quiet}> {t(`common:level.${one.level}`)}</span>
            )}
          </span>
        )}
        expandedKeys={[...open]}
        selectedKeys={selected === undefined ? [] : [selected]}
        onExpand={(keys) => onOpen(new Set(keys.map(String)))}
        onSelect={(_, { node }) => onSelect(node)}
      />
    </div>
  );
}
