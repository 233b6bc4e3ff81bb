import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type SparkPoint, sparkQuery } from '@/api/monitor';
import type { Mark } from '@/entities/alert/mark';
import { Sparkline } from '@/entities/chart/sparkline';

interface Props {
  point: SparkPoint;
  level: Mark;
  days: number;
  width: number;
  height: number;
}

/** The last days of a point beside its value. It keeps its room, and the curve before until the next has come: what stands
 *  around it does not move. */
export function PointSpark({ point, level, days, width, height }: Props) {
  const { data = [] } = useQuery({ ...sparkQuery(point, days), placeholderData: keepPreviousData });
  return <Sparkline samples={data.length > 1 ? data : []} level={level} width={width} height={height} />;
}
