import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { choose } from './controls';
import { expect, expectSound, inLooks, test } from './fixtures';
import { journeyed, type Look } from './look';
import { freePort, program } from './private';

const run = promisify(execFile);
const password = 'Newcomer-2026!';
/** Limits of a newcomer's setup: clicks, and six minutes. */
const mostClicks = 25;

/** An empty installation with only its administrator. */
async function install() {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-first-'));
  const base = `http://127.0.0.1:${await freePort()}`;
  const flags = [
    '--data',
    folder,
    '--http',
    new URL(base).host,
    '--mqtt',
    `127.0.0.1:${await freePort()}`,
    '--ops',
    '',
  ];
  const server = spawn(program, ['serve', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PLUMBLINE_ADMIN_PASSWORD: password },
  });
  server.stderr.resume();
  for await (const line of createInterface(server.stdout)) if (line.includes(' is up: ')) break;
  server.stdout.resume();
  const stop = async () => {
    server.kill();
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  return { base, stop };
}

/** Counts the clicks of a person on every page. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('pressed', () => {
    clicks++;
  });
  await page.addInitScript(() => {
    const { pressed } = globalThis as unknown as { pressed: () => void };
    addEventListener('pointerdown', (event) => event.isTrusted && pressed(), true);
  });
  return () => clicks;
}

/** Runs the text copied from the page in a shell, unchanged. */
async function runCopied(page: Page): Promise<string> {
  const lines = await page.evaluate(() => navigator.clipboard.readText());
  const { stdout } = await run('sh', ['-ec', lines], { timeout: 20_000 });
  return lines + stdout;
}

const looks: Look[] = [
  { language: 'en', theme: 'white' },
  { language: 'zh', theme: 'default' },
];

inLooks(journeyed(looks), (look) => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
  test('a new user gets from an empty installation to a processed alert by following the screen', async ({
    page,
    t,
  }) => {
    test.setTimeout(300_000);
    const own = await install();
    const clicks = await countClicks(page);
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const sound = () => expectSound(page, look);
    try {
      await page.goto(`${own.base}/sign`);
      await page.getByLabel(t('session:account')).fill('admin');
      await page.getByLabel(t('session:password'), { exact: true }).fill(password);
      await page.getByRole('button', { name: t('session:submit'), exact: true }).click();
      await page.getByRole('link', { name: t('home:list.setUp') }).click();

      await page.getByLabel(t('forms:project.name')).fill('Tower');
      await sound();
      await click(t('setup:action.project'));
      await page.getByRole('heading', { name: t('setup:head.structure') }).waitFor();
      await page.getByLabel(t('console:structure.name'), { exact: true }).fill('North');
      await choose(page, t('console:structure.type'), /./);
      await click(t('setup:action.structure'));
      await page.getByRole('heading', { name: t('setup:head.point') }).waitFor();
      await page.getByLabel(t('console:point.name'), { exact: true }).fill('LF-01');
      await choose(page, t('common:entity.measurement'), /裂缝|Crack/, look.language === 'zh' ? '裂缝' : 'Crack');
      await click(t('setup:action.point'));
      await page.getByLabel(t('console:devices.sncode'), { exact: true }).fill('LF250001');
      await sound();
      await click(t('setup:action.device'));
      await expect(page.getByText(t('console:access.once'))).toBeVisible();
      await click(t('setup:action.key'));

      await expect(page.getByText(t('setup:message.waiting'))).toBeVisible();
      await sound();
      await click(t('console:access.copyLine', { way: 'MQTT' }));
      const line = await runCopied(page);
      await expect(page.getByText(t('setup:log.connected'))).toBeVisible();
      await expect(page.getByText(t('setup:missing.formula'))).toBeVisible();
      await expect(page.getByRole('row').filter({ hasText: 'disp' })).toContainText('0.412');
      await sound();
      // A wrong key is shown, with its remedy, on the page that waits for the device.
      await run('sh', ['-c', line.replace(/ -P \S+/, ' -P wrong')]).catch(() => undefined);
      await expect(page.getByText(t('setup:remedy.wrongSecret'))).toBeVisible();
      await click(t('setup:action.message'));
      await expect(page.getByText(/disp/).first()).toBeVisible();
      await sound();
      await click(t('setup:action.formula'));
      for (const [i, value] of ['0.1', '0.2', '0.3', '0.4'].entries())
        await page.getByRole('spinbutton', { name: t(`common:level.${i + 1}`) }).fill(value);
      await sound();
      await click(t('setup:action.threshold'));
      await expect(page.getByText(t('setup:finished.title'))).toBeVisible();
      await sound();

      // The signed line works unchanged; then the crack opens.
      await page
        .locator('label')
        .filter({ hasText: /^HTTP$/ })
        .click();
      await click(t('console:access.copyLine', { way: 'HTTP' }));
      expect(await runCopied(page)).toContain('{"accepted":1}');
      await run('sh', ['-ec', line.replace('"disp":0.412', '"disp":1.412')]);
      await page.getByRole('link', { name: t('setup:finished.alerts') }).click();
      await page.waitForURL(/\/alerts/);
      await page.getByRole('row').filter({ hasText: 'LF-01' }).first().click();
      await page.getByLabel(t('alerts:form.note')).fill('seen');
      await click(t('alerts:form.submitConfirm'));
      await expect(page.getByText(t('common:alertStatus.Confirm')).first()).toBeVisible();
      test.info().annotations.push({ type: 'clicks', description: String(clicks()) });
      expect(clicks()).toBeLessThan(mostClicks);
    } finally {
      await page.goto('about:blank'); // a page that still polls would lose its server
      await own.stop();
    }
  });
});
