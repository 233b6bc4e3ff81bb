// Shared by all screenshots of the product: a server with the demo, a browser, and windows in a language and theme.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const password = process.env.PLUMBLINE_ADMIN_PASSWORD ?? 'Shots-1-Only';

/** Starts the program with the demo, unless BASE names a server that runs; resolves with its address and how to stop it. */
export async function startServer() {
  if (process.env.BASE) return { base: process.env.BASE, stop: async () => undefined };
  const data = mkdtempSync(join(tmpdir(), 'plumbline-shots-'));
  const port = 18_000 + (process.pid % 1_000);
  const child = spawn(
    join(root, 'bin/plumbline'),
    ['serve', '--demo', '--data', data, '--http', `127.0.0.1:${port}`, '--mqtt', '127.0.0.1:0'],
    { env: { ...process.env, PLUMBLINE_ADMIN_PASSWORD: password }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const base = `http://127.0.0.1:${port}`;
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true });
  };
  for (let tries = 0; tries < 300; tries++) {
    const ready = await fetch(`${base}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return { base, stop };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await stop();
  throw new Error('the server did not become ready');
}

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--enable-unsafe-swiftshader',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });

/** One window for a look; its session is stored before the first page of the product loads. */
export async function windowFor(browser, session, { theme, language, width, height }) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
  await context.addInitScript(
    ([chosenTheme, chosenLanguage, kept]) => {
      localStorage.setItem('plumbline.theme', chosenTheme);
      localStorage.setItem('plumbline.language', chosenLanguage);
      if (location.pathname !== '/sign') sessionStorage.setItem('plumbline.session', kept);
    },
    [theme, language, JSON.stringify({ ...session, user: { ...session.user, theme, language } })],
  );
  // The profile's theme must not replace the wanted one.
  await context.route('**/api/sessions/current', async (route) => {
    const reply = await route.fetch();
    const body = await reply.json();
    await route.fulfill({ response: reply, json: { ...body, user: { ...body.user, theme, language } } });
  });
  return context;
}
