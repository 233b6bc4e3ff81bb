import type { DeviceType } from '@/api/catalog';
import type { Block } from './howto';

type RawField = DeviceType['rawFields'][number];

/** Typical values of instruments, by field. */
const usual: Record<string, number> = {
  disp: 0.412,
  freq: 2463.5,
  temp: 21.6,
  volt: 3.61,
  voltage: 12.3,
  battery: 3.61,
  ma: 12.004,
  res: 3006,
  angleX: 0.1234,
  angleY: -0.0567,
  angleZ: 89.8642,
  pressure: 42.317,
  rain: 0.2,
  rssi: -71,
};

/** Number of fields in a sample: enough to recognize the device. */
const most = 4;

/** A message that a device of a type could send now, without nodes and channels. */
export function sampleValues(raw: readonly RawField[], channelProtocol = ''): Record<string, number> {
  const whole = raw.filter((field) => field.level !== 'node' && !field.name.includes(',') && field.min !== null);
  // A vibrating wire sends its frequency; a digital sensor the quantity itself.
  const wire = channelProtocol === 'vw';
  const mixed = whole.some((field) => field.unit === 'Hz') && whole.some((field) => field.name === 'disp');
  const fitting = mixed ? whole.filter((field) => (field.unit === 'Hz') === wire || field.name === 'temp') : whole;
  const chosen = fitting.filter((field, i) => fitting.findIndex((one) => one.name === field.name) === i).slice(0, most);
  const values = Object.fromEntries(chosen.map((field) => [field.name, usual[field.name] ?? between(field)]));
  return Object.keys(values).length > 0 ? values : { temp: usual.temp ?? 20 };
}

const blockRate = 64;
const blockFrequency = 5;

/** A second of a vibration of 5 Hz, as a recorder sends it; null: devices with these fields send no blocks. */
export function sampleBlock(raw: readonly RawField[]): Block | null {
  const axis = raw.findLast((field) => field.level === 'block' && field.min !== null);
  if (!axis) return null;
  const bytes = new Uint8Array(2 * blockRate);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < blockRate; i++) {
    view.setInt16(2 * i, Math.round(1000 * Math.sin((2 * Math.PI * blockFrequency * i) / blockRate)), true);
  }
  return {
    fs: blockRate,
    n: blockRate,
    scale: 0.001,
    unit: axis.unit,
    enc: 'i16le-b64',
    axes: { [axis.name.slice(-1)]: btoa(String.fromCharCode(...bytes)) },
  };
}

/** A value within the range of a field, to its resolution. */
function between({ min, max, resolution }: RawField): number {
  const low = Math.max(min ?? 0, 0);
  const value = low + ((max ?? 100) - low) * 0.1;
  const digits = resolution > 0 ? Math.max(0, Math.ceil(-Math.log10(resolution))) : 3;
  return Number(value.toFixed(Math.min(digits, 4)));
}
