import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from './tests/chromium.mjs'
import type { ProductOptions } from './tests/e2e/journey.ts'

/**
 * Journeys into the field have its devices at work. They keep a good part of a core busy for as long as the product runs, and
 * no other journey sees anything of them.
 */
const FIELD = /(?:field|field-admin|looks|operator-day|routes)(?:\.long)?\.e2e\.spec\.ts$/
/** Whatever repeats and explores is walked by `npm test -- long` alone. */
const LONG = /\.long\.e2e\.spec\.ts$/
const FIELD_LONG = /(?:field|field-admin|looks|routes)\.long\.e2e\.spec\.ts$/

/** Journeys against the built product as `npm start` runs it, on a database of their worker's own (`tests/e2e/product.ts`). */
export default defineConfig<object, ProductOptions>({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.spec.ts',
  outputDir: 'tests/.output/e2e',
  // They wait more than they work; one server that is given is shared by none.
  workers: process.env.LOAM_URL ? 1 : 2,
  // Two slow cores that also build, serve and simulate: whatever is awaited has long to come.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  projects: [
    { name: 'field', testMatch: FIELD, testIgnore: LONG, use: { isSimulated: true } },
    { name: 'platform', testIgnore: [FIELD, LONG], use: { isSimulated: false } },
    { name: 'long-field', testMatch: FIELD_LONG, use: { isSimulated: true } },
    { name: 'long-platform', testMatch: LONG, testIgnore: FIELD, use: { isSimulated: false } },
  ],
  use: {
    actionTimeout: 30_000,
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium(), args: [...CHROMIUM_FLAGS] },
  },
})
