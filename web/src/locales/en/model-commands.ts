import type { Texts } from '../resources';
import type zh from '../zh/model-commands';

const texts = {
  hint: 'Besides the commands that all devices have. They are offered on the command tab of each device of this model.',
  new: 'New command',
  add: 'Add command',
  code: 'Code',
  form: 'Form',
  forms: { hex: 'Bytes (hex)', text: 'Text', named: 'Named command (JSON)' },
  timeout: 'Timeout, s',
  label: 'Name',
  send: 'What is sent',
  places: {
    hex: 'Bytes and places: {address}, {parameter:u16} (u8, i8, u16, i16, u32, i32, f32; le behind it: low byte first), {crc16}, {sum:1}',
    text: 'Characters and places: {address}, {parameter:4} with 4 decimals, \\r, \\n',
    named: 'The name of the command; the parameters are its arguments',
  },
  answer: 'Expected answer',
  anyAnswer: 'Any; ?? is any byte, * any rest',
  param: 'Parameter {{no}}',
  addParam: 'Add parameter',
  name: 'Name in the command',
  unit: 'Unit',
  min: 'Minimum',
  max: 'Maximum',
  default: 'Default',
  factor: 'Sent times',
  value: 'Value',
  meaning: 'Meaning',
  addChoice: 'Add choice',
} satisfies Texts<typeof zh>;

export default texts;
