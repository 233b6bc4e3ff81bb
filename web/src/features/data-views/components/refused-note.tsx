import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';
import type { AnalysisChange, AnalysisState } from '../model/analysis';
import { StageNote } from './stage-notes';

/** Why nothing is computed, above the readings: another part can be chosen. */
export function RefusedNote({
  fitting: { error, tooFew },
  fit,
  change,
}: {
  fitting: { error: Error | null; tooFew: number | null };
  fit: AnalysisState['fit'];
  change: (change: AnalysisChange) => void;
}) {
  const { t } = useTranslation('analysis');
  if (!error && tooFew === null) return null;
  return (
    <StageNote>
      {tooFew !== null ? t('tooFew', { count: tooFew }) : error instanceof ApiError ? error.message : t('failed')}
      {fit && (
        <Button type="link" onClick={() => change({ fit: null })}>
          {t('fit.useAll')}
        </Button>
      )}
    </StageNote>
  );
}
