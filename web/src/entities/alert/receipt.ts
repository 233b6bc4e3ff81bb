import type { components } from '@/api/schema.gen';

type Message = components['schemas']['AlertMessage'];

/** receiptOf returns whether the phone got a text message, as far as the last attempt says; empty: another channel. */
export const receiptOf = ({ attempts }: Pick<Message, 'attempts'>) => attempts.at(-1)?.receipt ?? '';
