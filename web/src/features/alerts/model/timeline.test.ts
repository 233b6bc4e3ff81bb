import type { FieldAction } from '@/entities/field-action/queries';
import type { AlertEvent, AlertMessage, AlertReply } from '../queries';
import { arrivedOf, peopleOf, timelineOf } from './timeline';

const event = (id: number, time: number, kind: AlertEvent['kind'], correctionId = 0) =>
  ({ id, time, kind, correctionId, recordedAt: time }) as AlertEvent;
const message = (createdAt: number, address: string, state: AlertMessage['state'], reminder = 0) =>
  ({
    id: createdAt + reminder,
    createdAt,
    address,
    accountName: '',
    state,
    reminder,
    event: 'raised',
    endedAt: 0,
    attempts: [] as AlertMessage['attempts'],
  }) as AlertMessage;

const history = [
  event(1, 10, 'raised'),
  event(2, 12, 'noticed'),
  event(3, 20, 'revised', 7),
  event(4, 30, 'processed'),
];

test('messages written at one moment are one entry, newest first, and say what the notice says', () => {
  const entries = timelineOf(
    history,
    [
      message(11, 'a@example.com', 'sent'),
      message(11, 'b@example.com', 'failed'),
      message(25, 'a@example.com', 'sent', 1),
    ],
    [{ id: 1, accountId: 2, author: 'Lin', text: 'On the way', pictures: [], createdAt: 22 }],
    [{ id: 9, accountId: 2, accountName: 'Lin', here: true, assignedBy: 3, author: 'Wu', createdAt: 15 }],
    [{ id: 5, createdAt: 12, turn: 'on', state: 'answered' } as FieldAction],
    [],
  );
  expect(entries.map(({ at, sort }) => [at, sort])).toEqual([
    [30, 'person'],
    [25, 'message'],
    [22, 'person'],
    [20, 'correction'],
    [15, 'person'],
    [12, 'field'],
    [11, 'message'],
    [10, 'level'],
  ]);
  const written = entries[6];
  expect(written && 'messages' in written && written.messages.length).toBe(2);
});

test('an answer is an entry of a person, and counts more than the message', () => {
  const reply = (answer: AlertReply['answer'], at: number): AlertReply => ({
    accountId: 0,
    name: 'a@example.com',
    own: false,
    byLink: true,
    answer,
    at,
  });
  const replies = [reply('seen', 13), reply('onMyWay', 15)];
  const first = message(11, 'a@example.com', 'sent');
  expect(timelineOf([], [first], [], [], [], replies).map(({ at, sort }) => [at, sort])).toEqual([
    [15, 'person'],
    [13, 'person'],
    [11, 'message'],
  ]);
  expect(peopleOf(null, [message(25, 'a@example.com', 'sent', 1), first], replies)).toEqual([
    { name: 'a@example.com', at: 15, did: 'onMyWay' },
  ]);
});

test('the last attempt says whether the phone has a message', () => {
  const texted = (receipt: AlertMessage['attempts'][number]['receipt']) =>
    ({ ...message(11, '13800138000', 'sent'), attempts: [{ receipt: 'none' }, { receipt }] }) as AlertMessage;
  const [got, lost] = [texted('delivered'), texted('undelivered')];
  expect(arrivedOf([got, lost, message(11, 'a@example.com', 'sent')])).toEqual([got]);
});

test('without messages to see, the notice stays', () => {
  expect(timelineOf(history, [], [], [], [], []).map(({ sort }) => sort)).toEqual([
    'person',
    'correction',
    'message',
    'level',
  ]);
});

test('somebody whom one message reached is not shown as unreached', () => {
  const people = peopleOf(
    { name: 'Lin', at: 30 },
    [
      message(25, 'a@example.com', 'sent', 1),
      message(11, 'a@example.com', 'failed'),
      message(11, 'b@example.com', 'skipped'),
      { ...message(11, '', 'sent'), accountName: 'Lin' },
    ],
    [],
  );
  expect(people.map(({ name, did }) => [name, did])).toEqual([
    ['Lin', 'processed'],
    ['a@example.com', 'sent'],
    ['b@example.com', 'unsent'],
  ]);
});
