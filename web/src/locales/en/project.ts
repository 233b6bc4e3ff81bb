import type { Texts } from '../resources';
import type zh from '../zh/project';

const texts = {
  'list': {
    'create': 'Add project',
    'title': 'Project list',
    'search': 'Search projects',
    'name': 'Project',
    'address': 'Address',
    'structures': 'Structures',
    'points': 'Points',
    'alerts': 'Active alerts',
    'last': 'Data age',
    'level': 'Level',
    'failed': 'Loading the projects failed',
    'empty': 'No projects',
    'emptySearch': 'No project matches "{{name}}"',
    'clear': 'Clear search',
  },
  'screen': {
    'title': 'Project screen',
  },
  'structure': {
    'title': 'Structure screen',
  },
  'strip': {
    'name': 'Overview',
    'alerts': 'Active alerts',
    'alertsUnit': 'open',
    'fresh': 'Data on time',
    'online': 'Devices online',
    'last': 'Latest data',
  },
  'plan': {
    'values': 'Values',
    'draw': 'Add drawings',
    'title': 'Plan',
    'of': 'Plan · {{name}}',
    'map': 'Map',
    'choose': 'Choose a view',
    'picture': 'Plan of {{name}}',
    'points': 'Points of {{name}}',
    'open': 'Open structure',
    'mapLabel': 'Map of {{count}} places',
    'failed': 'Loading the places of the points failed',
    'none': 'The points have no places yet',
    'noneHint': 'Give the points coordinates or places on the plan in project management',
  },
  'measurements': {
    'title': 'Measurements',
    'hint': 'Worst point · red control value',
    'points': 'Points',
    'spark': 'Last {{count}} days',
    'worst': 'Worst value',
    'control': 'Control',
    'failed': 'Loading the measurements failed',
  },
  'complete': {
    'title': 'Completeness, last 24 h',
    'hint': 'One cell an hour',
    'row': '{{name}}: completeness of 24 hours {{share}}',
    'none': 'No readings yet',
    'failed': 'The completeness could not be loaded',
  },
  'alerts': {
    'title': 'Latest alerts',
    'all': 'All {{count}}',
    'failed': 'Loading the alerts failed',
    'none': 'No alerts',
  },
  'points': {
    'title': 'Points',
    'search': 'Search points',
    'failed': 'Loading the points failed',
    'none': 'No points',
    'noneHint': 'Add points in project management',
  },
} satisfies Texts<typeof zh>;

export default texts;
