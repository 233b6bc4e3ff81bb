import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, program } from './private';

/** The smallest possible picture: one gray pixel. */
const tile = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

/** An installation with an online map, and the map provider on loopback, which requires the key. */
export class OnlineMap {
  readonly key = 'key-of-the-provider-7f3a';
  readonly password = 'Online-2026!';
  base = '';
  /** The layers requested so far. */
  readonly layers = new Set<string>();
  /** While true, every request is refused. */
  failing = false;
  private server: ChildProcess | undefined;
  private folder = '';
  private readonly provider: Server = createServer((request, answer) => this.answer(request.url ?? '', answer));

  async start(): Promise<void> {
    this.provider.listen(0, '127.0.0.1');
    await once(this.provider, 'listening');
    const map = `http://127.0.0.1:${(this.provider.address() as AddressInfo).port}`;
    this.folder = mkdtempSync(join(tmpdir(), 'plumbline-map-'));
    this.base = `http://127.0.0.1:${await freePort()}`;
    const flags = ['--data', this.folder, '--http', new URL(this.base).host, '--mqtt', '127.0.0.1:0'];
    this.server = spawn(program, ['serve', ...flags, '--map-tiles', map, '--map-places', map], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, PLUMBLINE_ADMIN_PASSWORD: this.password, PLUMBLINE_MAP_KEY: this.key },
    });
    const { stdout } = this.server;
    if (!stdout) throw new Error('the server says nothing');
    for await (const line of createInterface(stdout)) if (line.includes(' is up: ')) break;
    stdout.resume();
  }

  async stop(): Promise<void> {
    if (this.server) {
      this.server.kill();
      if (this.server.exitCode === null && this.server.signalCode === null) await once(this.server, 'exit');
    }
    this.provider.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private answer(url: string, answer: ServerResponse): void {
    const { pathname, searchParams } = new URL(url, 'http://provider');
    if (this.failing || searchParams.get('tk') !== this.key) {
      answer.writeHead(403).end();
    } else if (pathname.endsWith('/wmts')) {
      this.layers.add(searchParams.get('LAYER') ?? '');
      answer.end(tile);
    } else if (pathname === '/geocoder') {
      answer.end('{"status":"0","location":{"lon":114.4,"lat":30.6}}');
    } else {
      answer.end('{"resultType":4,"suggests":[{"name":"Wuhan Bridge","address":"Hubei"}]}');
    }
  }
}
