import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { ExplainPanel } from '@/entities/explain/explain-panel';
import { useHeldNote } from '@/entities/monitor/use-judgement-note';
import { formatTime } from '@/ui/format/time';
import { Panel } from '@/ui/panel';
import { QueryPanel } from '@/ui/states';
import type { PointState, ValueType } from '../model/types';
import { useExplanation } from '../queries/explanation';
import { StageNote } from './stage-notes';

interface Props {
  point: PointState;
  field: string;
  node: number;
  time: number;
  valueType: ValueType;
  /** The number shown is the part of a segment: what is explained is the sum of its node. */
  segment?: boolean;
  zone: string;
  onClose?: (() => void) | undefined;
}

/** The side panel that explains a number of the chart or table. */
export function ExplainSide({ point, field, node, time, valueType, segment = false, zone, onClose }: Props) {
  const { t } = useTranslation(['explain', 'common', 'data-views']);
  const query = useExplanation({
    projectId: point.projectId,
    pointId: point.id,
    measurement: point.measurement,
    field,
    node,
    time,
    valueType,
  });
  const { held } = point;
  const keeps = time === point.time && held?.field === field && held.valueType === valueType;
  const note = useHeldNote()(held);
  return (
    <Panel
      title={t('title')}
      busy={query.isFetching && !query.isPending}
      extra={
        <>
          {formatTime(time, zone).slice(5)}{' '}
          {onClose && (
            <Button
              type="text"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t('common:action.close')}
              onClick={onClose}
            />
          )}
        </>
      }
    >
      {segment && <StageNote>{t('data-views:accumulation.explained')}</StageNote>}
      <QueryPanel query={query} rows={8}>
        {(explanation) => (
          <ExplainPanel explanation={explanation} valueType={valueType} zone={zone} {...(keeps && { note })} />
        )}
      </QueryPanel>
    </Panel>
  );
}
