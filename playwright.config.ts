import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from './tests/chromium.mjs'

/** Journeys against the built product as `npm start` runs it, on a database of their own. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.spec.ts',
  outputDir: 'tests/.output/e2e',
  globalSetup: './tests/e2e/server.setup.ts',
  workers: 1,
  timeout: 60_000,
  retries: 0,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 10_000,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(), args: [...CHROMIUM_FLAGS] },
  },
})
