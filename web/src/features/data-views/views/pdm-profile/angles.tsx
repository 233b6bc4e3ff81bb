import type { TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { LevelIcon } from '@/entities/alert/level-icon';
import { formatChange } from '@/ui/format/number';
import { numberColumn, UnitHead } from '@/ui/table/columns';
import { DataTable } from '@/ui/table/data-table';
import { asLevel } from '@/ui/theme/tokens';
import { angleOf, distance, fitCircle } from '../../model/ring';
import { storedJudge } from '../../model/ring-chart';
import type { Ring } from '../../queries/use-ring';

interface AngleLine {
  no: number;
  angle: number;
  /** Distance from the center of the section, m. */
  initial: number;
  now: number;
  /** mm, outward positive. */
  radial: number;
  level: number | null;
}

/** The points of the section at the current time, by their angle. */
export function SectionAngles({ ring: { ring, thresholds, times } }: { ring: Ring }) {
  const { t } = useTranslation('data-views');
  const nodes = ring?.states.at(-1)?.nodes ?? [];
  const { center } = fitCircle((ring?.nodes ?? []).map((one) => one.before));
  const judge = storedJudge(ring?.nodes ?? [], times.base === null ? thresholds : []);
  const lines = nodes
    .map(
      ({ no, before, now, radial }): AngleLine => ({
        no,
        angle: angleOf(before, center),
        initial: distance(before, center) / 1000,
        now: distance(now, center) / 1000,
        radial,
        level: judge(no),
      }),
    )
    .sort((a, b) => a.angle - b.angle);
  const columns: TableColumnType<AngleLine>[] = [
    {
      key: 'level',
      title: t('column.level'),
      width: 46,
      render: (_, { level }) => <LevelIcon level={level === null ? 'notJudged' : asLevel(level)} />,
    },
    { key: 'no', title: t('scan.point'), render: (_, { no }) => no },
    numberColumn<AngleLine>({
      key: 'angle',
      title: t('scan.angle'),
      unit: '°',
      decimals: 1,
      value: (one) => one.angle,
    }),
    numberColumn<AngleLine>({
      key: 'initial',
      title: t('circular.initial'),
      unit: 'm',
      decimals: 4,
      value: (one) => one.initial,
    }),
    numberColumn<AngleLine>({ key: 'now', title: t('circular.now'), unit: 'm', decimals: 4, value: (one) => one.now }),
    {
      key: 'radial',
      align: 'right',
      title: <UnitHead title={t('scan.radial')} unit="mm" />,
      render: (_, { radial }) => <b>{formatChange(radial, 2)}</b>,
    },
  ];
  return (
    <DataTable<AngleLine> label={t('scan.points')} rowKey={(one) => one.no} dataSource={lines} columns={columns} />
  );
}
