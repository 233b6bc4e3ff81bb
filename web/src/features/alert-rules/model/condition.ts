import type { TFunction } from 'i18next';
import type { components } from '@/api/schema.gen';

type Conditions = components['schemas']['AlertConditions'];

/** conditionTexts returns what messages wait for, one text for each condition. */
export function conditionTexts(t: TFunction<['alert-rules', 'alerts', 'common']>, asked: Conditions): string[] {
  const list: string[] = [];
  if (asked.conditionReadings)
    list.push(t('condition.counts', { reached: asked.conditionReached ?? 0, readings: asked.conditionReadings }));
  if (asked.conditionMinutes) list.push(t('condition.lasts', { minutes: asked.conditionMinutes }));
  if (asked.conditionPoints)
    list.push(t('condition.agrees', { points: asked.conditionPoints, minutes: asked.conditionWithin ?? 0 }));
  return list;
}
