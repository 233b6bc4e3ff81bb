import type { Texts } from '../resources';
import type zh from '../zh/topology';

const texts = {
  'title': 'Device topology',
  'search': 'Search devices and points',
  'hits': '{{count}} matches',
  'openAll': 'Open all',
  'closeAll': 'Close all',
  'failed': 'The device topology could not be loaded',
  'empty': 'No devices yet',
  'emptyHint': 'Add devices in the device center and bind measuring points',
  'tree': 'Tree of the device topology',
  'graph': 'Device topology, {{count}} nodes; the tree beside it says the same',
  'channel': 'Channel {{no}}',
  'loose': 'Points without a device',
  'points': '{{number}} points',
  'up': 'Move up',
  'down': 'Move down',
  'curve': 'Open curve',
  'device': 'Open device',
} satisfies Texts<typeof zh>;

export default texts;
