import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { nodeName } from '../model/node-name';
import type { NodeRow } from '../model/types';

interface Props {
  nodes: readonly NodeRow[];
  value: readonly number[];
  /** False: the largest values are not worse than others, and no choice is all nodes. */
  ranked?: boolean;
  /** None: the worst ones. */
  onChange: (nodes: number[]) => void;
}

const most = 20;

/** The nodes of an array to draw: groups first, then single ones. */
export function NodesChoice({ nodes: all, value, ranked = true, onChange }: Props) {
  const { t } = useTranslation('data-views');
  const every = (n: number) => all.filter((_, i) => i % n === 0).map((node) => node.no);
  return (
    <Select
      mode="multiple"
      style={{ minWidth: 150, maxWidth: 200 }}
      maxTagCount={0}
      maxTagPlaceholder={(chosen) => t('nodes.chosen', { count: chosen.length })}
      aria-label={t('nodes.label')}
      placeholder={t('nodes.label')}
      value={[...value]}
      options={[
        {
          label: t('nodes.groups'),
          options: [
            { value: -1, label: t(ranked ? 'nodes.worst' : 'nodes.every') },
            { value: -2, label: t('nodes.second') },
            { value: -3, label: t('nodes.all', { count: Math.min(most, all.length) }) },
          ],
        },
        { label: t('nodes.single'), options: all.map((node) => ({ value: node.no, label: nodeName(node, t) })) },
      ]}
      onChange={(list: number[]) => {
        if (list.includes(-1)) onChange([]);
        else if (list.includes(-2)) onChange(every(2).slice(0, most));
        else if (list.includes(-3)) onChange(every(1).slice(0, most));
        else onChange(list.slice(-most));
      }}
    />
  );
}
