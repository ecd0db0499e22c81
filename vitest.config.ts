import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { CHROMIUM_FLAGS, findChromium } from './tests/chromium.mjs'
import { alias } from './vite.config.ts'

/**
 * Where a spec runs is in its name: `x.spec.ts` in Node, `x.browser.spec.tsx` in the system's Chromium, `x.api.spec.ts`
 * against a real server on a real database.
 */
export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{runtime,widgets,renderers,services,tests}/**/*.spec.ts'],
          exclude: ['**/*.{browser,api,e2e}.spec.ts', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          environment: 'node',
          include: ['{services,tests}/**/*.api.spec.ts'],
          globalSetup: ['tests/api/database.setup.ts'],
          fileParallelism: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        plugins: [react()],
        optimizeDeps: { entries: ['{widgets,renderers}/**/*.{ts,tsx}', 'tests/browser.setup.ts'] },
        test: {
          name: 'browser',
          include: ['{widgets,renderers}/**/*.browser.spec.{ts,tsx}'],
          setupFiles: ['tests/browser.setup.ts'],
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: findChromium(),
                args: [...CHROMIUM_FLAGS],
              },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1440, height: 900 } }],
          },
        },
      },
    ],
  },
})
