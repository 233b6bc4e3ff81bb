import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect, type Page } from '@playwright/test';
import { Api } from './api';
import { type Look, strangeWords, type Words, words } from './look';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Watch {
  /** Failures that a test provokes on purpose, as patterns of what would be reported. */
  expectFailure: (pattern: RegExp) => void;
}

interface Fixtures {
  /** The language and theme of the journey; files use different ones, so that every screen is seen in several. */
  look: Look;
  /** The texts of the journey's language. */
  t: Words;
  watch: Watch;
  /** API calls as the administrator, to prepare data. */
  api: Api;
  /** Opens a page signed in as an account, in the journey's look. Signing in by hand is tested in sign-in.e2e.ts. */
  signIn: (name?: string, password?: string, path?: string) => Promise<void>;
}

/**
 * Every test also fails on a console error, an uncaught error, a failed request or a violation of the content security
 * policy.
 */
export const test = base.extend<Fixtures>({
  look: [{ language: 'zh', theme: 'default' }, { option: true }],
  t: async ({ look }, use) => use(words(look.language)),
  watch: [
    async ({ page, look }, use) => {
      const found: string[] = [];
      const allowed: RegExp[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') found.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => found.push(`uncaught: ${error.message}`));
      page.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? '';
        // Leaving a page aborts its open requests.
        if (reason !== 'net::ERR_ABORTED') found.push(`request: ${request.url()} ${reason}`);
      });
      page.on('response', (response) => {
        if (response.status() >= 400) found.push(`status: ${response.status()} ${response.url()}`);
      });
      await page.addInitScript(({ language, theme }) => {
        if (location.protocol === 'about:') return; // a blank page has no storage
        if (!localStorage.getItem('plumbline.language')) localStorage.setItem('plumbline.language', language);
        if (!localStorage.getItem('plumbline.theme')) localStorage.setItem('plumbline.theme', theme);
        document.addEventListener('securitypolicyviolation', (event) => {
          // biome-ignore lint/suspicious/noConsole: the page reports to the test this way
          console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
        });
      }, look);
      await use({ expectFailure: (pattern) => allowed.push(pattern) });
      expect(found.filter((line) => !allowed.some((pattern) => pattern.test(line)))).toEqual([]);
    },
    { auto: true },
  ],
  api: async ({ baseURL }, use) => use(await Api.signIn(baseURL ?? '')),
  signIn: async ({ page, look, baseURL }, use) => {
    await use((name, password, path) => enter(page, look, baseURL ?? '', { name, password, path }));
  },
});

/** Declares journeys once for each look. */
export function inLooks(looks: readonly Look[], journeys: (look: Look) => void): void {
  for (const look of looks)
    test.describe(`${look.language} ${look.theme}`, () => {
      test.use({ look });
      journeys(look);
    });
}

interface Entrance {
  name?: string | undefined;
  password?: string | undefined;
  path?: string | undefined;
}

/** Opens a page of a server for an account in a look, without the form. */
export async function enter(page: Page, look: Look, base: string, { name, password, path = '/dashboard' }: Entrance) {
  const api = await Api.signIn(base, name, password);
  await api.show(look);
  // An empty page of the same origin: the session is stored before the first page of the product loads.
  await page.route('**/empty', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  );
  await page.goto(`${base}/empty`);
  await page.evaluate((session) => {
    localStorage.removeItem('plumbline.session');
    sessionStorage.setItem('plumbline.session', session);
  }, JSON.stringify(api.session));
  await page.unroute('**/empty'); // a page with a route has no cache
  await page.goto(`${base}${path}`);
  await page.locator('#main').waitFor();
}

/** The faults axe finds on the current page: WCAG 2.1 A and AA. */
export async function axeViolations(page: Page): Promise<string[]> {
  // The text is evaluated by the browser's debugger, which the page's policy does not bind.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axeSource);
  return page.evaluate(
    async (runOnly) => {
      const axe = (globalThis as unknown as { axe: typeof import('axe-core') }).axe;
      // The library keeps an unnamed list without a size next to each select that was opened once.
      const context = { exclude: ['[role=listbox][style*="height: 0px"]'] };
      const { violations } = await axe.run(context, { runOnly });
      const told = ({ html, any }: (typeof violations)[number]['nodes'][number]) =>
        `${html.slice(0, 200)} ${any.map(({ message }) => message).join(', ')}`;
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(told).join(' | ')}`);
    },
    ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
  );
}

/** Checks what the page shows in a look: accessible, no key without a text, no text of another language. */
export async function expectSound(page: Page, look: Look): Promise<void> {
  await expectWords(page, look);
  const { pathname, search } = new URL(page.url());
  expect.soft(await axeViolations(page), `accessibility of ${pathname}${search}`).toEqual([]);
}

/** Checks the texts of the page in a look: no key without a text, no text of another language. */
export async function expectWords(page: Page, { language }: Look): Promise<void> {
  const shown = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      // Texts marked with a language are exempt: the language switch, and files of people.
      if (!walker.currentNode.parentElement?.closest('body [lang], script, style')) {
        found.push(walker.currentNode.textContent?.trim() ?? '');
      }
    }
    for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [title]')) {
      // The library labels this button the same in every language.
      if (element.closest('body [lang], [aria-hidden=true], .ant-select-clear')) continue;
      for (const name of ['aria-label', 'placeholder', 'title']) found.push(element.getAttribute(name) ?? '');
    }
    return found;
  });
  const { pathname, search } = new URL(page.url());
  expect.soft(strangeWords(language, shown), `words on ${pathname}${search}`).toEqual([]);
}

export { expect };
