import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMeasurementName } from '@/api/catalog';
import { Dialog } from '@/ui/dialog';
import type { BoardPanel } from '../model/board';
import { fitsBoard } from '../model/registry';
import { allPoints } from '../model/tree';
import type { PointState, TreeBranch } from '../model/types';
import { usePage } from '../queries/pages';

interface Props {
  branches: readonly TreeBranch[];
  /** The panel that is replaced; null adds one. */
  replaced: BoardPanel | null;
  onClose: () => void;
  onChosen: (panel: BoardPanel) => void;
}

const viewsOf = (point: PointState | undefined) => (point?.pages ?? []).filter(fitsBoard);

/** Chooses a point and one of its charts. Points without a chart are not offered. */
export function AddViewDialog({ branches, replaced, onClose, onChosen }: Props) {
  const { t } = useTranslation(['boards', 'common']);
  const measurementName = useMeasurementName();
  const pageOf = usePage();
  const points = [...allPoints(branches)].filter((point) => viewsOf(point).length > 0);
  const [pointId, setPointId] = useState<number | null>(replaced?.pointId ?? null);
  const [wanted, setWanted] = useState<string | null>(replaced?.view ?? null);
  const point = points.find(({ id }) => id === pointId);
  const views = viewsOf(point);
  const view = views.find((one) => one === wanted) ?? views[0];
  const groups = branches.flatMap((branch) => {
    const options = [...allPoints([branch])]
      .filter((one) => viewsOf(one).length > 0)
      .map((one) => ({ value: one.id, label: `${one.name} ${measurementName(one.measurement)}` }));
    return options.length > 0 ? [{ label: branch.name, title: branch.name, options }] : [];
  });
  return (
    <Dialog
      open
      width={480}
      title={t(replaced ? 'choose.replace' : 'choose.add')}
      okText={t(replaced ? 'choose.replaceVerb' : 'choose.addVerb')}
      okButtonProps={{ disabled: !point || !view }}
      onCancel={onClose}
      onOk={() =>
        point &&
        view &&
        onChosen({
          pointId: point.id,
          view,
          query: replaced?.pointId === point.id && replaced.view === view ? replaced.query : '',
        })
      }
    >
      <Form layout="vertical">
        <Form.Item label={t('common:entity.point')} htmlFor="board-point">
          <Select
            id="board-point"
            showSearch={{ optionFilterProp: 'label' }}
            value={point ? pointId : null}
            options={groups}
            placeholder={t('choose.point')}
            notFoundContent={t('choose.noPoint')}
            onChange={(id: number) => setPointId(id)}
          />
        </Form.Item>
        <Form.Item label={t('choose.view')} htmlFor="board-view">
          <Select
            id="board-view"
            disabled={!point}
            value={view ?? null}
            options={views.map((slug) => ({ value: slug, label: pageOf(slug).title }))}
            onChange={(slug: string) => setWanted(slug)}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
