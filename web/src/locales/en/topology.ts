import type { Texts } from '../resources';
import type zh from '../zh/topology';

const texts = {
  'title': 'Topology',
  'of': 'View by',
  'devices': {
    'title': 'Device topology',
    'search': 'Search devices, serials, points',
    'failed': 'The device topology could not be loaded',
    'empty': 'No devices yet',
    'emptyHint': 'Add devices in the device center and bind measuring points',
    'tree': 'Tree of the device topology',
    'graph': 'Device topology, {{count}} nodes; the tree beside it says the same',
    'graph_one': 'Device topology, {{count}} node; the tree beside it says the same',
  },
  'structures': {
    'title': 'Project tree',
    'search': 'Search structures and points',
    'failed': 'The project tree could not be loaded',
    'empty': 'No structures yet',
    'emptyHint': 'Add structures and points in project management',
    'tree': 'Project tree',
    'graph': 'Project tree, {{count}} nodes; the tree beside it says the same',
    'graph_one': 'Project tree, {{count}} node; the tree beside it says the same',
  },
  'deviceCount': '{{number}} devices',
  'deviceCount_one': '{{number}} device',
  'offline': '{{count}} offline',
  'faulty': '{{count}} with a fault',
  'structure': 'Open structure',
  'hits': '{{at}} of {{count}}',
  'noHits': 'No match',
  'openAll': 'Open all',
  'closeAll': 'Close all',
  'channel': 'Channel {{no}}',
  'loose': 'Points without a device',
  'points': '{{number}} points',
  'points_one': '{{number}} point',
  'up': 'Move up',
  'down': 'Move down',
  'curve': 'Open curve',
  'device': 'Open device',
} satisfies Texts<typeof zh>;

export default texts;
