import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Device } from './device';

const program = process.env.PLUMBLINE ?? fileURLToPath(new URL('../../bin/plumbline', import.meta.url));

/** A device that executes commands: the program's simulator, connected until it is switched off. */
export function switchOn({ register, secret }: Device, server: string) {
  const flags = ['--register', register, '--secret', secret, '--mqtt', `127.0.0.1:${process.env.MQTT_PORT ?? '1883'}`];
  const child = spawn(program, ['simulate', ...flags, '--server', server, '--fields', 'angleX,angleY'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    switchOff: async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
