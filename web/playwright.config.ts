import { defineConfig } from '@playwright/test';

const looks = ['lost-connection.e2e.ts', 'pages.e2e.ts'];

/**
 * Journeys through the real binary with its demo data, never through the development server. BASE is where it
 * listens; nothing is downloaded: CHROMIUM is the browser of the system.
 */
export default defineConfig({
  testDir: './e2e',
  // Journeys that wait for connections or open every page have a server that no other journey writes to.
  projects: [
    { name: 'looks', testMatch: looks },
    { name: 'stories', testMatch: '*.e2e.ts', testIgnore: looks },
  ],
  workers: 1,
  // A journey that passes when retried is reported as flaky and has to be fixed; it does not fail the run.
  retries: 1,
  reporter: 'list',
  timeout: 60_000,
  // Generous, for busy machines: a passing run never waits for it.
  expect: { timeout: 15_000 },
  outputDir: './test-results',
  use: {
    actionTimeout: 20_000,
    baseURL: process.env.BASE ?? 'http://127.0.0.1:8080',
    viewport: { width: 1440, height: 900 },
    // Moving controls cannot be clicked reliably: a button in a growing dialog is not where it was.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--enable-unsafe-swiftshader',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A journey opens each page a few times at most: compiling what runs often costs more than it saves.
        '--js-flags=--no-turbofan,--no-maglev,--max-lazy,--min-semi-space-size=64',
      ],
    },
  },
});
