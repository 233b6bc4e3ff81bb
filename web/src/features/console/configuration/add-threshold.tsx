import { PlusOutlined } from '@ant-design/icons';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFieldName } from '@/api/catalog';
import { useProjectFields } from '@/api/computed-fields';
import { type Edits, listOf } from './grid';
import type { PointThresholds } from './queries';

interface Props {
  projectId: number;
  points: PointThresholds[];
  all: PointThresholds[];
  edits: Edits;
  onEdit: (edits: Edits) => void;
}

/** Gives the chosen points an empty threshold of one field and kind of value. */
export function AddThreshold({ projectId, points, all, edits, onEdit }: Props) {
  const { t } = useTranslation(['configuration', 'common']);
  const fieldName = useFieldName();
  const measurement = points[0]?.measurement ?? '';
  const alike = points.length > 0 && points.every((point) => point.measurement === measurement);
  const attributes = useProjectFields(projectId, alike ? measurement : '');
  const options = attributes.flatMap((attribute) =>
    attribute.valueTypes.map((kind) => ({
      value: `${attribute.name} ${kind}`,
      label: `${fieldName(measurement, attribute.name)} · ${t(`common:valueType.${kind as 'observed'}`)}`,
    })),
  );
  return (
    <Select<string>
      style={{ minWidth: 190 }}
      aria-label={t('thresholds.addRow')}
      placeholder={t('thresholds.addRow')}
      suffixIcon={<PlusOutlined aria-hidden />}
      disabled={!alike}
      value={null}
      options={options}
      onChange={(choice) => {
        const [field = '', valueType = ''] = choice.split(' ');
        const next = new Map(edits);
        for (const point of points) {
          const list = next.get(point.measuringPointId) ?? listOf(all, point.measuringPointId);
          if (list.some((row) => row.field === field && row.valueType === valueType && !row.nodeRange)) continue;
          next.set(point.measuringPointId, [
            ...list,
            { field, valueType, blue: null, yellow: null, orange: null, red: null, enable: true, source: 'batch' },
          ]);
        }
        onEdit(next);
      }}
    />
  );
}
