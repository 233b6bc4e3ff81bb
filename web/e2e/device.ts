import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface Device {
  register: string;
  secret: string;
}

const run = promisify(execFile);

/** Sends one reading as a device does; resolves once the broker has acknowledged it. */
export async function publish({ register, secret }: Device, values: Record<string, number>, t = Date.now()) {
  await run(
    'mosquitto_pub',
    [
      ...['-h', '127.0.0.1', '-p', process.env.MQTT_PORT ?? '1883', '-q', '1'],
      ...['-i', register, '-u', register, '-P', secret],
      ...['-t', `v1/dev/${register}/up`, '-m', JSON.stringify({ type: 'data', t, v: values })],
    ],
    { timeout: 20_000 },
  );
}
