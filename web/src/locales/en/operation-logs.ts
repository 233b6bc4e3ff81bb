import type { Texts } from '../resources';
import type zh from '../zh/operation-logs';

const texts = {
  title: 'Operation logs',
  detail: 'Operation',
  failed: 'Loading the operation logs failed',
  none: 'No operations yet',
  noneMatch: 'No operation matches',
  search: 'Object, account, IP, project',
  allProjects: 'All projects',
  allScopes: 'All objects',
  allActions: 'All actions',
  allResults: 'All results',
  from: 'From',
  to: 'To',
  export: 'Export CSV',
  thing: 'Object',
  client: 'Client',
  unknownAccount: 'Unknown account',
  onlyAccount: 'Only this account',
  onlyThing: 'Only this object',
  noChanges: 'No fields changed',
  changes: '{{count}} changes',
  changes_one: '{{count}} change',
  field: 'Field',
  before: 'Before',
  after: 'After',
  refusedBecause: 'Rejected: {{reason}}',
  result: { done: 'Done', refused: 'Rejected' },
  column: {
    time: 'Time',
    account: 'Account',
    action: 'Action',
    scope: 'Kind',
    content: 'Object and changes',
    ip: 'IP address',
    result: 'Result',
  },
} satisfies Texts<typeof zh>;

export default texts;
