import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from './tests/chromium.mjs'

/** Journeys against the built product as `npm start` runs it, on a database of their own. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.spec.ts',
  outputDir: 'tests/.output/e2e',
  globalSetup: './tests/e2e/server.setup.ts',
  workers: 1,
  // Two slow cores that also build, serve and simulate: whatever is awaited has long to come.
  timeout: 180_000,
  // A journey that fails once and then passes is reported as flaky.
  retries: process.env['CI'] ? 1 : 0,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(), args: [...CHROMIUM_FLAGS] },
  },
})
