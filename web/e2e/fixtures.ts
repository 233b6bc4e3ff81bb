import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect, type Page } from '@playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Watch {
  /** Failures that a test provokes on purpose, as patterns of what would be reported. */
  expectFailure: (pattern: RegExp) => void;
}

interface Fixtures {
  watch: Watch;
  /** Signs in through the form and waits for home. */
  signIn: (name?: string, password?: string) => Promise<void>;
}

/**
 * Every test fails on an error in the console, an uncaught error, a failed request or a violation of the content
 * security policy, whatever else it looks at.
 */
export const test = base.extend<Fixtures>({
  watch: [
    async ({ page }, use) => {
      const found: string[] = [];
      const allowed: RegExp[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') found.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => found.push(`uncaught: ${error.message}`));
      page.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? '';
        // A page that is left takes its open requests with it.
        if (reason !== 'net::ERR_ABORTED') found.push(`request: ${request.url()} ${reason}`);
      });
      page.on('response', (response) => {
        if (response.status() >= 400) found.push(`status: ${response.status()} ${response.url()}`);
      });
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          // biome-ignore lint/suspicious/noConsole: this is how the page tells the test
          console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
        });
      });
      await use({ expectFailure: (pattern) => allowed.push(pattern) });
      expect(found.filter((line) => !allowed.some((pattern) => pattern.test(line)))).toEqual([]);
    },
    { auto: true },
  ],
  signIn: async ({ page }, use) => {
    await use(async (name = 'admin', password = process.env.PLUMBLINE_ADMIN_PASSWORD ?? '') => {
      await page.goto('/sign');
      await page.getByLabel('账号').fill(name);
      await page.getByLabel('密码').first().fill(password);
      await page.getByRole('button', { name: '登录', exact: true }).click();
      await page.waitForURL((url) => url.pathname !== '/sign');
      await page.locator('#main').waitFor();
    });
  },
});

/** What axe finds on the page as it is now: WCAG 2.1 A and AA. */
export async function axeViolations(page: Page): Promise<string[]> {
  // The text is evaluated by the browser's debugger, which the page's policy does not bind.
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const axe = (globalThis as unknown as { axe: typeof import('axe-core') }).axe;
    const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`);
  });
}

export { expect };
