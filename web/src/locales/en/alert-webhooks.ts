import type { Texts } from '../resources';
import type zh from '../zh/alert-webhooks';

const texts = {
  title: 'Webhooks and robots',
  failed: 'Loading the webhooks failed',
  none: 'No webhooks or robots',
  noneHint:
    'Alert rules can post to groups in WeCom, DingTalk and Feishu, or to other systems, once they are added here',
  add: 'New webhook',
  total: '{{count}} webhooks',
  total_one: '{{count}} webhook',
  saved: 'Webhook saved',
  removed: 'Webhook deleted',
  removeAsk: 'Delete the webhook “{{name}}”?',
  removeHint: 'A webhook that a rule names cannot be deleted. Messages to it stay on record',
  name: 'Name',
  nameEmpty: 'Enter a name',
  namePlaceholder: 'Such as night shift group',
  kind: 'Kind',
  address: 'Address',
  addressEmpty: 'Enter an address',
  kept: 'Leave empty to keep {{address}}',
  secret: 'Signing secret',
  secretKept: 'Enter it again with a new address',
  secretHint: {
    webhook: 'At least 8 characters, with which the other side checks the signature',
    phone: 'At least 8 characters, with which the other side checks the signature',
    dingtalk: 'The secret of “Additional signature” in the security settings of the robot; empty if that is off',
    feishu: 'The secret of “Signature verification” in the security settings of the robot; empty if that is off',
  },
  hint: {
    wecom: 'Add a robot to the group and copy its webhook address. At most 18 messages a minute',
    dingtalk:
      'Add a custom robot in the settings of the group and copy its webhook address. At most 18 messages a minute',
    feishu:
      'Add a custom robot in the settings of the group and copy its webhook address. At most 90 messages a minute',
    webhook: 'Gets JSON with a signature and an idempotency key',
    phone: 'The same, with the mobiles to call in order',
  },
  mobiles: 'Mobiles to call',
  mobilesHint: 'In this order. Press Enter after each number',
  signature: 'Signature',
  signed: 'yes',
  unsigned: 'no',
  state: 'Status',
  enabled: 'Enabled',
  disabled: 'Disabled',
  test: 'Send a test message',
  testSaved: 'Save before testing',
  outcome: {
    sent: 'Accepted by the other side',
    failed: 'Failed',
    unknown: 'Sent, but no answer came',
  },
} satisfies Texts<typeof zh>;

export default texts;
