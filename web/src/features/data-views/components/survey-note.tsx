import { useTranslation } from 'react-i18next';
import { formatTime } from '@/ui/format/time';
import type { Survey } from '../model/surveys';
import { StageNote } from './stage-notes';
import { useRemarks } from './survey-texts';

/** What is remarkable about the current survey. */
export function SurveyNote({ survey, zone }: { survey: Survey | undefined; zone: string }) {
  const { t } = useTranslation('data-views');
  const said = useRemarks()(survey);
  if (!survey || said === '') return null;
  return <StageNote>{t('survey.note', { time: formatTime(survey.time, zone), remarks: said })}</StageNote>;
}
