import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, program } from './private';

/** An empty installation with a port for devices that dial in. */
export async function installWithLines() {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-lines-'));
  const password = 'Newcomer-2026!';
  const base = `http://127.0.0.1:${await freePort()}`;
  const port = await freePort();
  const flags = ['--http', new URL(base).host, '--mqtt', '127.0.0.1:0', '--ops', '', '--dtu', `127.0.0.1:${port}`];
  const server = spawn(program, ['serve', '--data', folder, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PLUMBLINE_ADMIN_PASSWORD: password },
  });
  server.stderr.resume();
  let up = false;
  for await (const line of createInterface(server.stdout)) {
    up = line.includes(' is up: ');
    if (up) break;
  }
  if (!up) throw new Error('the server ended before it was up');
  server.stdout.resume();
  const stop = async () => {
    server.kill();
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  return { base, password, port, stop };
}

/** A Modbus relay behind a DTU: it dials in with the packet of the DTU and repeats each request that writes its coil. */
export function relayOnLine(port: number, register: string) {
  const relay = { on: false, writes: 0, hangUp: () => line.destroy() };
  const line = createConnection({ host: '127.0.0.1', port });
  line.on('error', () => undefined);
  line.write(`${register}\r\n`);
  line.on('data', (request) => {
    if (request.length !== 8 || request[1] !== 5) return; // polls of registers that it does not have
    relay.on = request[4] === 0xff;
    relay.writes += 1;
    line.write(request);
  });
  return relay;
}
