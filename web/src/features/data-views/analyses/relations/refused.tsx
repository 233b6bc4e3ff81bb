import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';
import { RefusedNote } from '../../components/refused-note';
import { StageNote } from '../../components/stage-notes';
import type { AnalysisChange, AnalysisState } from '../../model/analysis';
import type { Related } from './use-relations';

/** The code of too few readings or pairs. */
const tooFewReadings = 3013;

interface Props {
  related: Pick<Related, 'fit' | 'notes'>;
  state: Pick<AnalysisState, 'relate' | 'creep'>;
  change: (change: AnalysisChange) => void;
}

/** Why nothing is computed, or what to mind about it. */
export function RelationsNotes({ related: { fit, notes }, state: { relate, creep }, change }: Props) {
  const { t } = useTranslation('analysis');
  const { error, tooFew } = fit;
  const [text] = Object.values(error instanceof ApiError ? error.fields : {});
  const few = error instanceof ApiError && error.code === tooFewReadings;
  const own = relate === 'movement' ? (creep ? t('relations.fewCreep') : null) : t('relations.fewPairs');
  const refused = few && own ? new ApiError(422, own) : text ? new ApiError(422, text) : error;
  return (
    <>
      <RefusedNote fitting={{ error: refused, tooFew }} fit={null} change={change} />
      {notes.map((one) => (
        <StageNote key={one}>{one}</StageNote>
      ))}
    </>
  );
}
