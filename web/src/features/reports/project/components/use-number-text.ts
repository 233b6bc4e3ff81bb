import { useTranslation } from 'react-i18next';
import type { ProjectReport } from '../queries';

/** The number of a report and its revision; a dash before it has one. */
export function useNumberText() {
  const { t } = useTranslation('project-reports');
  return ({ number, revision }: Pick<ProjectReport, 'number' | 'revision'>) => {
    if (number === '') return '—';
    return revision > 0 ? t('numberRevision', { number, revision }) : number;
  };
}
