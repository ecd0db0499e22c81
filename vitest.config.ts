import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import type { Plugin } from 'vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { SANDBOX_FILE, SANDBOX_POLICY } from './services/server/http/sandbox-policy.ts'
import { CHROMIUM_FLAGS, findChromium } from './tests/chromium.mjs'
import { LongestFirst } from './tests/longest-first.ts'
import { alias } from './vite.config.ts'

/** Scripts of models run under test as in the product: in a worker with its own policy. */
const sandboxPolicy: Plugin = {
  name: 'sandbox-policy',
  configureServer: (server) => {
    server.middlewares.use((request, response, next) => {
      if (SANDBOX_FILE.test((request.url ?? '').replace(/\?.*$/, '')))
        response.setHeader('content-security-policy', SANDBOX_POLICY)
      next()
    })
  },
}

/** Sources stay as they are while specs run: a module that one spec's page has fetched serves the pages of the others. */
const keptModules: Plugin = {
  name: 'kept-modules',
  configureServer: (server) => {
    server.middlewares.use((_request, response, next) => {
      const setHeader = response.setHeader.bind(response)
      response.setHeader = (name, value) => {
        const isModule = String(response.getHeader('content-type')).includes('javascript')
        const isAskedAgain = name.toLowerCase() === 'cache-control' && value === 'no-cache'
        return setHeader(name, isModule && isAskedAgain ? 'max-age=3600' : value)
      }
      next()
    })
  },
}

/** Whatever repeats and explores says so in its name, and is heard by `npm test -- long` alone. */
const LONG = '**/*.long.{,api.,browser.}spec.{ts,tsx}'
const SAME_VALUES = ['tests/properties.setup.ts']
const MODULES = '**/node_modules/**'

const unit: TestProjectInlineConfiguration['test'] = {
  environment: 'node',
  // No spec keeps state in a module: what one has read serves all that come after it.
  isolate: false,
  testTimeout: 60_000,
}

const api: TestProjectInlineConfiguration['test'] = {
  environment: 'node',
  // The server's modules keep nothing: all that is kept is a server's own, and each file starts one.
  isolate: false,
  globalSetup: ['tests/api/database.setup.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
}

const browser = (test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  plugins: [react(), sandboxPolicy, keptModules],
  worker: { format: 'es' },
  optimizeDeps: { entries: ['{widgets,renderers}/**/*.{ts,tsx}', 'tests/browser.setup.ts'] },
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
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
    ...test,
  },
})

/**
 * Where a spec runs is in its name: `x.spec.ts` in Node, `x.browser.spec.tsx` in the system's Chromium, `x.api.spec.ts`
 * against a real server on a real database, or other processes of the product; `x.long.spec.ts` and the like in the long run.
 */
export default defineConfig({
  resolve: { alias },
  test: {
    // On two slow cores whatever is awaited has long to come.
    expect: { poll: { timeout: 45_000 } },
    // By itself vitest would leave one of two cores to whoever watches.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit',
          setupFiles: SAME_VALUES,
          include: ['{runtime,widgets,renderers,services,tests}/**/*.spec.ts'],
          exclude: ['**/*.{browser,api,e2e}.spec.ts', LONG, MODULES],
        },
      },
      {
        extends: true,
        test: {
          ...unit,
          name: 'long-unit',
          testTimeout: 600_000,
          include: ['{runtime,widgets,renderers,services,tests}/**/*.long.spec.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...api,
          name: 'api',
          setupFiles: SAME_VALUES,
          include: ['{services,tests}/**/*.api.spec.ts'],
          exclude: [LONG, MODULES],
        },
      },
      {
        extends: true,
        test: { ...api, name: 'long-api', include: ['{services,tests}/**/*.long.api.spec.ts'] },
      },
      browser({
        name: 'browser-renderers',
        include: ['renderers/**/*.browser.spec.{ts,tsx}'],
        exclude: [LONG, MODULES],
      }),
      browser({
        name: 'browser-widgets',
        include: ['widgets/**/*.browser.spec.{ts,tsx}'],
        exclude: [LONG, MODULES],
        // A widget leaves nothing behind: one page serves all of their specs, and reads every module once.
        isolate: false,
      }),
      browser({ name: 'long-browser', include: ['{widgets,renderers}/**/*.long.browser.spec.{ts,tsx}'] }),
    ],
  },
})
