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

/**
 * The last days of a point next to its value. It keeps its size, and the previous curve until the next is loaded, so
 * that nothing around it moves.
 */
export function PointSpark({ point, level, days, width, height }: Props) {
  const { data = [] } = useQuery({ ...sparkQuery(point, days), placeholderData: keepPreviousData });
  return <Sparkline samples={data.length > 1 ? data : []} level={level} width={width} height={height} />;
}
