import { sampleReport } from '@/test/fixtures/project-report';
import type { ProjectReport } from '../queries';
import { type Holds, stepsFor } from './steps';

const all: Holds = { create: true, update: true, remove: true, data: true };
const writer: Holds = { create: true, update: false, remove: false, data: true };
const reader: Holds = { create: false, update: false, remove: false, data: true };
const maker = 7;

/** The names of the steps that a person may take. */
function allowed(change: Partial<ProjectReport>, person: number, holds: Holds) {
  const steps = stepsFor({ ...sampleReport, accountId: maker, ...change }, person, holds);
  return Object.entries(steps)
    .filter(([, may]) => may)
    .map(([name]) => name);
}

const signature = (role: 'made' | 'checked', accountId: number) => ({
  role,
  accountId,
  name: '',
  signedAt: 1,
  picture: false,
  seal: false,
});

test('a draft is edited and signed by who began it, or by those who may change the reports of others', () => {
  const draft = { status: 'draft', next: 'made' } as const;
  expect(allowed(draft, maker, writer)).toEqual(['edit', 'sign', 'remove', 'read']);
  expect(allowed(draft, 8, writer)).toEqual(['sign', 'read']);
  expect(allowed(draft, 8, all)).toEqual(['edit', 'sign', 'remove', 'read']);
  expect(allowed(draft, maker, reader)).toEqual(['read']);
  expect(allowed(draft, maker, { ...reader, data: false })).toEqual([]);
});

test('nobody signs twice, and checking needs the permission to update', () => {
  const made = { status: 'made', next: 'checked', signatures: [signature('made', maker)] } as const;
  expect(allowed({ ...made, signatures: [...made.signatures] }, maker, all)).toEqual([
    'signedAlready',
    'giveBack',
    'remove',
    'read',
  ]);
  expect(allowed({ ...made, signatures: [...made.signatures] }, 8, all)).toContain('sign');
  expect(allowed({ ...made, signatures: [...made.signatures] }, 8, writer)).toEqual(['read']);
});

test('an issued report is only read and revised, and revised once', () => {
  expect(allowed({ status: 'issued', next: '' }, maker, all)).toEqual(['revise', 'read']);
  expect(allowed({ status: 'issued', next: '', revisedBy: 5 }, maker, all)).toEqual(['read']);
  expect(allowed({ status: 'issuing', next: '' }, maker, all)).toEqual(['read']);
});

test('a failed report is tried again', () => {
  expect(allowed({ status: 'failed', next: '', files: [] }, maker, writer)).toEqual(['retry', 'remove']);
  expect(allowed({ status: 'failed', next: '', files: [] }, 8, writer)).toEqual([]);
});
