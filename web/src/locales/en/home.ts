import type { Texts } from '../resources';
import type zh from '../zh/home';

const texts = {
  'title': 'Home',
  'strip': {
    'name': 'Overview',
    'judged': 'Points judged',
    'projects': 'Projects',
    'structures': 'Structures',
    'alerts': 'Active alerts',
    'alertsUnit': 'open',
    'fresh': 'Data on time',
    'complete': '24 h completeness',
    'online': 'Online or sleeping',
  },
  'map': {
    'label': 'Map of {{count}} projects, same as in the list',
    'label_one': 'Map of {{count}} project, same as in the list',
  },
  'setup': {
    begun: 'First-time setup: eight steps from an empty system to the first judged value',
    resume: 'Continue setup',
  },
  'list': {
    'setUp': 'Start setup',
    'title': 'Projects',
    'order': 'Sort',
    'orders': {
      'level': 'By level',
      'share': 'By control value',
      'time': 'By data time',
    },
    'headName': 'Project / worst point',
    'headSpark': 'Last 30 days',
    'headValue': 'Value',
    'headTime': 'Data age',
    'worst': '{{point}} {{measurement}}',
    'noPoint': 'No measuring point',
    'points': '{{count, number}} points',
    'points_one': '{{count, number}} point',
    'failed': 'Loading the projects failed',
    'empty': 'No projects yet',
    'emptyHint': 'Add a project, then structures, devices and points',
    'askHint': 'You are not a member of any project yet; ask an administrator to add you',
  },
  'alerts': {
    'title': 'Active alerts',
    'all': 'All {{count}}',
    'failed': 'Loading the alerts failed',
    'none': 'No active alerts',
  },
  'insights': {
    'title': 'Statistics',
    'trend': 'Alert trend',
    'structures': 'Structures',
    'points': 'Measurements',
    'health': 'Device health',
    'trendFailed': 'Loading the alert trend failed',
    'trendTotal': '{{count}} alerts in {{days}} days',
    'trendTotal_one': '{{count}} alert in {{days}} days',
    'day': 'Day',
    'count': 'Count',
    'none': 'No data yet',
    'structureType': 'Structure type',
    'measurement': 'Measurement',
    'inContact': 'Online or sleeping',
    'deviceType': 'Device type',
    'healthFailed': 'Loading the device health failed',
    'noDevices': 'No devices yet',
  },
  'storage': {
    'lag': 'Readings are stored {{count}} s late; check disk and load',
    'scarce': 'Only {{free}} of disk space left',
    'full': '{{free}} of disk space left, full on {{day}} at this rate',
  },
} satisfies Texts<typeof zh>;

export default texts;
