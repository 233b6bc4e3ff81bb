import type { AlertComment, AlertEvent, AlertMessage } from '../queries';

export type Sort = 'level' | 'message' | 'person' | 'correction';
export const sorts: readonly Sort[] = ['level', 'message', 'person', 'correction'];

/** An entry of the timeline of an alert: something that happened to it, the messages written at one moment, or a comment. */
export type Entry = { at: number; sort: Sort } & (
  | { event: AlertEvent }
  | { messages: AlertMessage[] }
  | { comment: AlertComment }
);

function sortOf({ kind, correctionId }: AlertEvent): Sort {
  if (kind === 'processed') return 'person';
  if (kind === 'noticed') return 'message';
  return correctionId > 0 ? 'correction' : 'level';
}

/**
 * timelineOf returns the entries of an alert, newest first: what happened, by the time of the reading, and messages
 * and comments by the moment at which they were written. Messages say what the first notification says.
 */
export function timelineOf(
  history: readonly AlertEvent[],
  messages: readonly AlertMessage[],
  comments: readonly AlertComment[],
): Entry[] {
  const events = history
    .filter(({ kind }) => kind !== 'noticed' || messages.length === 0)
    .map((event): Entry => ({ at: event.time, sort: sortOf(event), event }));
  const groups = new Map<string, AlertMessage[]>();
  for (const message of messages) {
    const key = `${message.createdAt} ${message.event} ${message.reminder}`;
    groups.set(key, [...(groups.get(key) ?? []), message]);
  }
  const written = [...groups.values()].map(
    (group): Entry => ({ at: group[0]?.createdAt ?? 0, sort: 'message', messages: group }),
  );
  const said = comments.map((comment): Entry => ({ at: comment.createdAt, sort: 'person', comment }));
  return [...events, ...written, ...said].reverse().sort((a, b) => b.at - a.at);
}

/** sentOf returns the number of messages that were sent. */
export const sentOf = (messages: readonly AlertMessage[]) => messages.filter(({ state }) => state === 'sent').length;

/** People with what each of them did last: decided, or got a message. */
export interface Person {
  name: string;
  at: number;
  did: 'processed' | 'sent' | 'unsent';
}

/** peopleOf returns the people of an alert, those who decided first. */
export function peopleOf(decision: { name: string; at: number } | null, messages: readonly AlertMessage[]): Person[] {
  const people = new Map<string, Person>();
  if (decision) people.set(decision.name, { ...decision, did: 'processed' });
  for (const { accountName, address, state, createdAt, endedAt } of messages) {
    const name = accountName || address;
    const known = people.get(name);
    if (known && (known.did === 'processed' || known.did === 'sent')) continue;
    people.set(name, { name, at: endedAt || createdAt, did: state === 'sent' ? 'sent' : 'unsent' });
  }
  return [...people.values()];
}
