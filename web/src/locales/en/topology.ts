import type { Texts } from '../resources';
import type zh from '../zh/topology';

const texts = {
  'title': 'Topology',
  'of': 'View by',
  'devices': {
    'title': 'Device topology',
    'search': 'Search devices, serials, points',
    'failed': 'Loading the device topology failed',
    'empty': 'No devices yet',
    'emptyHint': 'Add devices on the Devices page and bind points to them',
    'tree': 'Device topology tree',
    'graph': 'Device topology, {{count}} nodes, same as in the tree',
    'graph_one': 'Device topology, {{count}} node, same as in the tree',
  },
  'structures': {
    'title': 'Project structure',
    'search': 'Search structures and points',
    'failed': 'Loading the project structure failed',
    'empty': 'No structures yet',
    'emptyHint': 'Add structures and points in project management',
    'tree': 'Project structure',
    'graph': 'Project structure, {{count}} nodes, same as in the tree',
    'graph_one': 'Project structure, {{count}} node, same as in the tree',
  },
  'deviceCount': '{{number}} devices',
  'deviceCount_one': '{{number}} device',
  'offline': '{{count}} offline',
  'faulty': '{{count}} faulty',
  'structure': 'View structure',
  'hits': '{{at}} of {{count}}',
  'noHits': 'No match',
  'openAll': 'Expand all',
  'closeAll': 'Collapse all',
  'channel': 'Channel {{no}}',
  'loose': 'Points without a device',
  'points': '{{number}} points',
  'points_one': '{{number}} point',
  'up': 'Move up',
  'down': 'Move down',
  'curve': 'View chart',
  'device': 'View device',
} satisfies Texts<typeof zh>;

export default texts;
