import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Can } from '@/entities/permission/can';
import { formatTime } from '@/ui/format/time';
import { PanelEmpty } from '@/ui/states';
import { aroundLast, type Range } from '../model/range';
import type { PointState, ValueType } from '../model/types';

interface Props {
  point: PointState;
  zone: string;
  valueType: ValueType;
  range: Range;
  /** What is missing; by default readings. */
  title?: string;
  /** Moves the range to the newest data. */
  change: (change: { range: Range }) => void;
}

export function consolePath(point: PointState, tab: string): string {
  const structure = `/projects/${point.projectId}/console/structures/${point.structureId}`;
  return `${structure}/items/${point.itemId}/mps/${point.id}?tab=${tab}`;
}

/** The page for setting a point's initial value. */
export function initialPath(point: PointState): string {
  return consolePath(point, 'initial');
}

/** Nothing to draw: either the initial value is missing and can be set, or the readings are of another period. */
export function RangeEmpty({ point, zone, valueType, range, title, change }: Props) {
  const { t } = useTranslation('data-views');
  const { time } = point;
  if (point.noInitial && (valueType === 'accumulated' || valueType === 'change')) {
    return (
      <PanelEmpty
        title={t('empty.noInitial')}
        hint={t('empty.noInitialHint', { time: formatTime(point.time, zone) })}
        action={
          <Can any={['Update:MeasuringPoint']}>
            <Link to={initialPath(point)}>{t('setInitial')}</Link>
          </Can>
        }
      />
    );
  }
  return (
    <PanelEmpty
      title={title ?? t('empty.range')}
      hint={time === null ? t('empty.never') : t('empty.last', { time: formatTime(point.time, zone) })}
      action={
        time === null ? (
          <Can any={['Update:MeasuringPoint']}>
            <Link to={consolePath(point, point.category === 'Artificial' ? 'manual' : 'formula')}>
              {t('empty.setUp')}
            </Link>
          </Can>
        ) : (
          <Button type="primary" onClick={() => change({ range: aroundLast(range, time, Date.now()) })}>
            {t('empty.jump')}
          </Button>
        )
      }
    />
  );
}
