import { useTranslation } from 'react-i18next';
import { ApiError } from '@/api/errors';
import { inSentence } from '@/ui/format/list';
import { RefusedNote } from '../../components/refused-note';
import { StageNote } from '../../components/stage-notes';
import type { AnalysisChange, AnalysisState } from '../../model/analysis';
import { causes } from '../../model/environment';
import type { Environment } from './use-environment';

/** The code of a fit with too few readings. */
const tooFewReadings = 3013;
/** The code of a cause that is not measured. */
const nothingHere = 1018;
/** Days of readings that are needed to separate a season from a trend. */
const leastSeason = 330 * 24 * 3_600_000;

interface Props {
  environment: Pick<Environment, 'fit' | 'explained' | 'proposals'>;
  state: AnalysisState;
  change: (change: AnalysisChange) => void;
}

/** Why there is no model, or what to mind about it. */
export function EnvironmentNotes({ environment: { fit, explained, proposals }, state, change }: Props) {
  const { t } = useTranslation('analysis');
  const { error } = fit;
  const residual = explained?.residual;
  const names = {
    ...Object.fromEntries(causes.map((one) => [one, t(`environment.${one}`)])),
    time: t('environment.time'),
  };
  const [field, text] = Object.entries(error instanceof ApiError ? error.fields : {})[0] ?? [];
  const unmatched = error instanceof ApiError && error.code === tooFewReadings;
  const refused = unmatched
    ? new ApiError(422, t('environment.tooFew'))
    : error instanceof ApiError && error.code === nothingHere && field
      ? new ApiError(422, t('environment.gone', { name: inSentence(fieldName(field, names)) }))
      : field && text
        ? new ApiError(
            422,
            `${fieldName(field, { ...names, logTime: names.time, cycles: t('environment.season') })}: ${text}`,
          )
        : error;
  return (
    <>
      <RefusedNote fitting={{ error: refused, tooFew: fit.tooFew }} fit={state.fit} change={change} />
      {causes.every((kind) => proposals[kind].length === 0) && <StageNote>{t('environment.noPoints')}</StageNote>}
      {residual && state.cycles > 0 && residual.to - residual.from < leastSeason && (
        <StageNote>{t('environment.short')}</StageNote>
      )}
      {residual && residual.independent < 3 * residual.terms.length && (
        <StageNote>{t('environment.dependent')}</StageNote>
      )}
    </>
  );
}

/** fieldName names the part of the request that an error is about. */
function fieldName(path: string, names: Record<string, string>): string {
  const [first = ''] = path.split('.');
  return names[first] ?? path;
}
