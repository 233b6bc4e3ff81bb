import type { Texts } from '../resources';
import type zh from '../zh/alert-texts';

const texts = {
  title: 'Texts of alert messages',
  failed: 'Loading the texts failed',
  saved: 'Texts saved',
  link: 'Wording of mails, text messages and posts in group chats',
  open: 'Edit the texts',
  language: 'Language',
  hint: 'Projects use the texts in their language. Where a text is empty, that of the product is used, shown in grey. Messages that are in the ledger stay as they are.',
  reset: 'Empty all',
  placeholders: 'Placeholders: click into a text, then on a placeholder',
  field: {
    subject: 'Subject of mails, title in group chats',
    opened: 'Text: new, escalated or reopened alert',
    restored: 'Text: alert is over',
    sms: 'Text message: new, escalated or reopened alert',
    smsRestored: 'Text message: alert is over',
    pushTitle: 'Title in browsers',
    push: 'Text in browsers: new, escalated or reopened alert',
    pushRestored: 'Text in browsers: alert is over',
  },
  placeholder: {
    platform: 'Name of the platform',
    project: 'Name of the project',
    structure: 'Name of the structure',
    item: 'Name of the item',
    point: 'Name of the point or device',
    place: 'Project, structure and point, with the node of an array',
    heading: 'Event and level, such as "Escalated to red alert"',
    what: 'Level, or fault of a device',
    reason: 'Quantity, value and threshold',
    quantity: 'Quantity',
    value: 'Value with unit',
    time: 'Time of the reading with time zone',
    rule: 'Name of the alert rule',
  },
  event: { raised: 'New', escalated: 'Escalated', reopened: 'Reopened', restored: 'Over' },
  preview: {
    title: 'Preview',
    none: 'No alerts yet',
    noneHint: 'Once there is an alert, a message about it is shown here',
    alert: 'Alert',
    event: 'Event',
    mail: 'Mail and group chat',
    sms: 'Text message',
    push: 'Browser push',
    length: '{{characters}} characters, {{segments}} segments, billed as {{billed}}',
    values: 'Values for templates of Aliyun and Tencent',
  },
} satisfies Texts<typeof zh>;

export default texts;
