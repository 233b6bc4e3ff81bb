import { useTranslation } from 'react-i18next';
import { useCan } from '@/entities/permission/permissions';
import { PanelEmpty } from '@/ui/states';
import { RangeEmpty } from '../../components/range-empty';
import type { PointState } from '../../model/types';
import type { ViewState } from '../../model/view-state';
import { DivideButton } from './controls';

interface Props {
  undivided: boolean;
  point: PointState;
  zone: string;
  state: ViewState;
  change: (change: Partial<ViewState>) => void;
  open: () => void;
}

/** Nothing to draw: the ring is not divided into segments, or there are no readings. */
export function LiningEmpty({ undivided, point, zone, state, change, open }: Props) {
  const { t } = useTranslation('data-views');
  const mayDivide = useCan('Update:MeasuringPoint');
  if (!undivided) return <RangeEmpty {...{ point, zone, change }} valueType="accumulated" range={state.range} />;
  return (
    <PanelEmpty
      title={t('lining.undivided')}
      hint={t(mayDivide ? 'lining.undividedHint' : 'lining.askManager')}
      action={mayDivide && <DivideButton primary onClick={open} />}
    />
  );
}
