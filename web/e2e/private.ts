import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const program = process.env.PLUMBLINE ?? join(root, 'bin/plumbline');
const licenseKey = 'the vendor key of the journeys';

/** A private deployment with the organization's OpenID Connect provider. */
export class PrivateDeployment {
  private constructor(
    readonly base: string,
    readonly password: string,
    private readonly folder: string,
    private readonly children: ChildProcess[],
  ) {}

  /** Starts both; people are the claims of who can sign in at the provider, by their login there. */
  static async start(people: Record<string, object>): Promise<PrivateDeployment> {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-private-'));
    const base = `http://127.0.0.1:${await freePort()}`;
    const provider = spawn(process.execPath, [join(root, 'internal/testing/oidctest/provider.mjs')], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {
        ...process.env,
        NODE_MODULES: join(root, 'web/node_modules'),
        PEOPLE: JSON.stringify(people),
        REDIRECTS: JSON.stringify([`${base}/api/sessions/oidc/callback`]),
      },
    });
    const [issuer] = await once(createInterface(provider.stdout), 'line');
    const password = 'Private-2026!';
    const flags = ['--data', folder, '--http', new URL(base).host, '--mqtt', '127.0.0.1:0', '--private'];
    const server = spawn(program, ['serve', ...flags], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PLUMBLINE_ADMIN_PASSWORD: password,
        PLUMBLINE_LICENSE_KEY: licenseKey,
        PLUMBLINE_PUBLIC_URL: base,
        PLUMBLINE_OIDC_ISSUER: issuer,
        PLUMBLINE_OIDC_CLIENT_ID: 'plumbline',
        PLUMBLINE_OIDC_CLIENT_SECRET: 'a secret of the tests',
        PLUMBLINE_OIDC_NAME: 'Institute',
        PLUMBLINE_OIDC_CREATE: 'true',
      },
    });
    server.stderr.resume();
    for await (const line of createInterface(server.stdout)) if (line.includes(' is up: ')) break;
    server.stdout.resume();
    return new PrivateDeployment(base, password, folder, [server, provider]);
  }

  /** A registration code for this installation, as the vendor makes it. */
  code(fingerprint: string): string {
    const flags = ['--fingerprint', fingerprint, '--until', '2099-12-31', '--points', '500', '--devices', '200'];
    const env = { ...process.env, PLUMBLINE_LICENSE_KEY: licenseKey };
    const printed = execFileSync(program, ['license', 'make', ...flags], { env, encoding: 'utf8' });
    return /\S{44}/.exec(printed)?.[0] ?? '';
  }

  async stop(): Promise<void> {
    for (const child of this.children) {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A free port below those of outgoing connections, none of which can take it before a program listens there. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer().listen(port, '127.0.0.1');
    const free = await Promise.race([once(server, 'listening'), once(server, 'error')]).then(
      () => server.listening,
      () => false,
    );
    if (!free) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
