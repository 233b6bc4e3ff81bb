import type { Texts } from '../resources';
import type zh from '../zh/software';

const texts = {
  title: 'Firmware',
  failed: 'Loading the firmware failed',
  none: 'No firmware yet',
  noneMatch: 'No firmware matches',
  search: 'File name, notice',
  upload: 'Upload firmware',
  file: 'Firmware file',
  choose: 'Choose a file',
  rule: 'Name it type-x.x.x.x-note.hsf, without spaces or Chinese characters; type is a device type or model (its - written _), at most 16 MB',
  badName: 'Bad firmware file name',
  notice: 'Update notice',
  assign: 'Upgrade devices',
  assignTitle: 'Upgrade with {{name}}',
  assignHint: 'Only devices of type or model {{type}} are listed; who is offline is upgraded when it is back',
  chooseDevices: 'Choose devices',
  noDevices: 'No device that this firmware is for',
  versionUnknown: 'version unknown',
  olderHint: '{{count}} of them go back from a newer version to {{version}}',
  allUpgrades: 'Upgrades',
  noUpgrades: 'No upgrades yet',
  download: 'Download',
  retry: 'Retry',
  deleteAsk: 'Delete {{name}} with the record of its upgrades?',
  column: {
    name: 'File',
    version: 'Version',
    type: 'For type',
    size: 'Size',
    devices: 'Devices',
    created: 'Uploaded',
    state: 'State',
  },
  state: { progress: 'In progress', success: 'Success', fail: 'Failed' },
  step: { waiting: 'Waiting', hanging: 'Until it is online', sent: 'Fetching', installing: 'Installing', done: 'Done' },
  reason: {
    refused: 'The device refused the upgrade',
    timeout: 'The device gave no answer',
    expired: 'The device did not come in time',
    cancelled: 'The command was cancelled',
    notReported: 'The device never reported the new version',
  },
} satisfies Texts<typeof zh>;

export default texts;
