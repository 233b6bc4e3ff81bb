import type { TFunction } from 'i18next';
import { resultText } from '@/entities/command/words';
import type { FieldAction } from './queries';

/** What is sent for an action: the interval, or what the model calls the command. */
export function sentText(t: TFunction<'field-actions'>, action: FieldAction, nameOf: (code: string) => string): string {
  if (action.action === 'interval') {
    const minutes = Math.round(action.intervalSeconds / 6) / 10;
    return action.intervalSeconds > 0 ? t('setTo', { minutes }) : t('setBack');
  }
  return action.code ? nameOf(action.code) : t('nothingSent');
}

/** How actions came out, in words: the reason, and why an order was refused. */
export function reasonText(t: TFunction<'field-actions'>, { reason, refusal }: FieldAction): string {
  return [reason && t(`reason.${reason}`), refusal].filter(Boolean).join(t('colon'));
}

/** What a device answered, in one line: names and values of an object, anything else as it came. */
export function answerLine(answer: string): string {
  try {
    return resultText(JSON.parse(answer));
  } catch {
    return answer;
  }
}
