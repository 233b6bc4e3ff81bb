import { receiptOf } from '@/entities/alert/receipt';
import type { FieldAction } from '@/entities/field-action/queries';
import type { AlertAssignment, AlertComment, AlertEvent, AlertMessage, AlertReply } from '../queries';

export type Sort = 'level' | 'message' | 'field' | 'person' | 'correction';
export const sorts: readonly Sort[] = ['level', 'message', 'field', 'person', 'correction'];

/**
 * An entry of the timeline of an alert: something that happened to it, the messages written at one moment, what a
 * person answered, what a device did, a comment, or a change of who takes care of it.
 */
export type Entry = { at: number; sort: Sort } & (
  | { event: AlertEvent }
  | { messages: AlertMessage[] }
  | { reply: AlertReply }
  | { action: FieldAction }
  | { comment: AlertComment }
  | { assignment: AlertAssignment }
);

function sortOf({ kind, correctionId }: AlertEvent): Sort {
  if (kind === 'processed') return 'person';
  if (kind === 'noticed') return 'message';
  return correctionId > 0 ? 'correction' : 'level';
}

/**
 * timelineOf returns the entries of an alert, newest first: what happened, by the time of the reading, and messages
 * and comments by the moment at which they were written. Messages say what the first notification says; those of a
 * ladder, and those that were not needed, are entries only if they were tried.
 */
export function timelineOf(
  history: readonly AlertEvent[],
  messages: readonly AlertMessage[],
  comments: readonly AlertComment[],
  assignments: readonly AlertAssignment[],
  actions: readonly FieldAction[],
  replies: readonly AlertReply[],
): Entry[] {
  const events = history
    .filter(({ kind }) => kind !== 'noticed' || messages.length === 0)
    .map((event): Entry => ({ at: event.time, sort: sortOf(event), event }));
  const groups = new Map<string, AlertMessage[]>();
  for (const message of messages.filter(wasTried)) {
    const key = `${message.createdAt} ${message.event} ${message.reminder}`;
    groups.set(key, [...(groups.get(key) ?? []), message]);
  }
  const written = [...groups.values()].map(
    (group): Entry => ({ at: triedAt(group[0]), sort: 'message', messages: group }),
  );
  const said = comments.map((comment): Entry => ({ at: comment.createdAt, sort: 'person', comment }));
  const assigned = assignments.map((assignment): Entry => ({ at: assignment.createdAt, sort: 'person', assignment }));
  const answered = replies.map((reply): Entry => ({ at: reply.at, sort: 'person', reply }));
  const done = actions.map((action): Entry => ({ at: action.createdAt, sort: 'field', action }));
  return [...events, ...written, ...done, ...answered, ...said, ...assigned].reverse().sort((a, b) => b.at - a.at);
}

/** wasTried reports whether a message was meant to reach somebody by now. */
const wasTried = ({ state, reason, reminder }: AlertMessage) =>
  state !== 'waiting' &&
  !['outdated', 'unmet', 'answered'].includes(reason) &&
  (reminder >= 0 || (state !== 'pending' && state !== 'carried'));

const triedAt = (message: AlertMessage | undefined) =>
  (message && message.reminder < 0 && message.endedAt) || (message?.createdAt ?? 0);

/** sentOf returns the number of messages that were sent. */
export const sentOf = (messages: readonly AlertMessage[]) => messages.filter(({ state }) => state === 'sent').length;

/** arrivedOf returns the messages that phones have, as their providers report. */
export const arrivedOf = (messages: readonly AlertMessage[]) =>
  messages.filter((message) => receiptOf(message) === 'delivered');

/** People with the most that each of them did: decided, is on the way, has seen a message, or got one. */
export interface Person {
  name: string;
  at: number;
  did: (typeof doings)[number];
}

/** What people do, the most first. */
const doings = ['processed', 'onMyWay', 'seen', 'sent', 'unsent'] as const;

/** peopleOf returns the people of an alert, those who decided first. */
export function peopleOf(
  decision: { name: string; at: number } | null,
  messages: readonly AlertMessage[],
  replies: readonly AlertReply[],
): Person[] {
  const people = new Map<string, Person>();
  const add = (one: Person) => {
    const known = people.get(one.name);
    if (!known || doings.indexOf(one.did) < doings.indexOf(known.did)) people.set(one.name, one);
  };
  if (decision) add({ ...decision, did: 'processed' });
  for (const { accountName, address, state, createdAt, endedAt } of messages.filter(wasTried)) {
    const name = accountName || address;
    add({ name, at: endedAt || createdAt, did: state === 'sent' ? 'sent' : 'unsent' });
  }
  for (const { name, at, answer } of replies) add({ name, at, did: answer });
  return [...people.values()];
}
