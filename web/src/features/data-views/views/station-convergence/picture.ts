import { unitOf } from '../../model/process-model';
import { fieldOf } from '../../model/section';
import type { Picture } from '../../picture/making';
import { atRight, drawSection } from '../../picture/section';
import { barsOf, latestBars } from './bars';

export const picture: Picture = (making) => {
  const drawn = drawSection(making, 'convergence', false);
  const field = drawn && fieldOf(drawn.answer);
  if (!drawn || !field) return [];
  const { threshold } = drawn;
  const unit = unitOf(field, drawn.valueType);
  const bars = barsOf(drawn.answer, [], {
    label: field.label,
    unit,
    decimals: drawn.decimals ?? field.decimals,
    threshold,
  });
  return [drawn.curves, atRight(latestBars(bars, making.context))];
};
