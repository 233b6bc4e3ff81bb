import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDeviceType } from '@/api/catalog';
import { client, data } from '@/api/client';
import { formatTime } from '@/ui/format/time';

interface Props {
  point: { id: number; structureId: number; category: string };
  zone: string;
}

const lookAgain = 60_000;

/** Says that the newest reading of a total station is one face of two and has no result yet. */
export function UnpairedFace({ point, zone }: Props) {
  const { t } = useTranslation('explain');
  const type = useDeviceType(point.category);
  const path = { structureId: point.structureId, measuringPointId: point.id };
  const query = useQuery({
    queryKey: ['tasks', path, 'face'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/structures/{structureId}/measuring-points/{measuringPointId}/task-list', {
          params: { path },
          signal,
        }),
      ),
    enabled: type?.blocks.includes('stationConfig') ?? false,
    refetchInterval: lookAgain,
  });
  const face = query.data?.list.find((task) => task.kind === 'face');
  if (!face) return null;
  return <Alert type="info" showIcon title={`${formatTime(face.from, zone)} ${t('reason.faceWaits')}`} />;
}
