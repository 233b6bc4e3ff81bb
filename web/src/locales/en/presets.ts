import type { Texts } from '../resources';
import type zh from '../zh/presets';

const texts = {
  title: 'Presets',
  failed: 'Loading presets failed, retry',
  loading: 'Loading',
  none: 'No presets',
  of: '{{name}} ({{owner}})',
  save: 'Save present controls',
  manage: 'Manage presets',
  manageTitle: 'Presets of this view',
  name: 'Preset name',
  nameNeeded: 'Enter a preset name',
  hint: 'Keeps the time range, value type and what is shown, for all points of this type of device',
  share: 'Share with everybody in the corporation',
  edit: 'Rename or share',
  shared: 'Shared · {{owner}}',
  private: 'Private',
  replace: 'Replace with present controls',
  delete: 'Delete “{{name}}”',
  previousPoint: 'Previous point',
  nextPoint: 'Next point',
} satisfies Texts<typeof zh>;

export default texts;
