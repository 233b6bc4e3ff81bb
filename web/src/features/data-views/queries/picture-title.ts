import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { projectQuery } from '@/api/project';
import { pointMark } from '@/entities/alert/mark';
import type { PointState } from '../model/types';

/** The two title lines of an exported picture: project, point and content; range, unit and level. */
export function usePictureTitle(point: PointState) {
  const { t } = useTranslation(['data-views', 'common']);
  const project = useQuery(projectQuery(point.projectId)).data?.name ?? '';
  return (what: string, range: string, unit: string) => ({
    title: [project, point.name, what].filter(Boolean).join(' '),
    subtitle: [range, unit && t('picture.unit', { unit }), t(`common:level.${pointMark(point.level, point.time)}`)]
      .filter(Boolean)
      .join('  '),
  });
}
