import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

export interface Device {
  register: string;
  secret: string;
}

const run = promisify(execFile);

/** The arguments that make mosquitto_pub act as the device. */
const asDevice = ({ register, secret }: Device) => [
  ...['-h', '127.0.0.1', '-p', process.env.MQTT_PORT ?? '1883', '-q', '1'],
  ...['-i', register, '-u', register, '-P', secret],
  ...['-t', `v1/dev/${register}/up`],
];

/** Sends one reading as a device does; resolves once the broker has acknowledged it. */
export function publish(device: Device, values: Record<string, number>, t = Date.now()) {
  return send(device, { type: 'data', t, v: values });
}

/** Sends any message as a device does; resolves once the broker has acknowledged it. */
export async function send(device: Device, message: object) {
  await run('mosquitto_pub', [...asDevice(device), '-m', JSON.stringify(message)], { timeout: 20_000 });
}

/** A device that stays connected, as in the field, until it disconnects. */
export function connect(device: Device) {
  const child = spawn('mosquitto_pub', [...asDevice(device), '-l'], { stdio: ['pipe', 'ignore', 'inherit'] });
  return {
    send: (message: object) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    hangUp: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
