import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { projectQuery } from '@/api/project';
import { pointMark } from '@/entities/alert/mark';
import type { PictureText } from '@/entities/chart/picture-head';
import { formatTime } from '@/ui/format/time';
import { useKnown } from '../model/known';
import type { PointState } from '../model/types';
import { useFeeding } from './file-facts';
import { useProjectZone } from './project';

type Moment = number | null | undefined;

/**
 * usePictureTitle says what a saved picture shows: project, point and content, its times and unit, and the level of
 * today's data; below them devices, time zone, and when the data were known. said are the times in words.
 */
export function usePictureTitle(point: PointState) {
  const { t } = useTranslation(['data-views', 'common']);
  const project = useQuery(projectQuery(point.projectId)).data?.name ?? '';
  const zone = useProjectZone(point.projectId);
  const known = useKnown();
  const feeding = useFeeding();
  return (what: string, [first, last = first]: readonly Moment[], unit: string, said?: string): PictureText => {
    const times = [first, last].map((time) => (time ? formatTime(time, zone) : ''));
    return {
      title: [project, point.name, what].filter(Boolean).join(' '),
      subtitle: [
        said ?? [...new Set(times)].filter(Boolean).join(' – '),
        unit && t('picture.unit', { unit }),
        known === null && t(`common:level.${pointMark(point.level, point.time)}`),
      ]
        .filter(Boolean)
        .join('  '),
      facts: async () => {
        const devices = first && last ? await feeding([point], { from: first, to: last }) : '';
        const facts: (readonly [string, string])[] = [
          [t('common:entity.device'), devices],
          [t('file.zone'), zone],
          [t('file.known'), known === null ? '' : formatTime(known, zone)],
        ];
        return [facts.flatMap(([name, text]) => (text ? [`${name} ${text}`] : [])).join('  ')];
      },
    };
  };
}
