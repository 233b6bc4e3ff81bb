import type { Texts } from '../resources';
import type zh from '../zh/nsbd';

const texts = {
  title: 'NSBD information table',
  failed: 'The information table could not be loaded',
  none: 'The project has no measuring points',
  noneMatch: 'No measuring point matches',
  search: 'Name of a measuring point',
  wholeProject: 'The whole project',
  report: 'Make the NSBD report',
  point: 'Measuring point',
  inMetres: '{{name}} (m)',
  field: {
    designNumber: 'Design number',
    range: 'Range',
    offset: 'Offset from axis',
    cableLength: 'Cable length',
    installer: 'Installed by',
    remarks: 'Remarks',
  },
} satisfies Texts<typeof zh>;

export default texts;
