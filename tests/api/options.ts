import { join } from 'node:path'
import type { Log } from '@services/server/log'
import type { ServerOptions } from '@services/server/options'

/** The database that specs copy. */
export const TEMPLATE = 'loam_test_template'

/** Passwords of the accounts in the template, by account. */
export const PASSWORDS: Readonly<Record<string, string>> = { admin: 'Admin123', operator: 'Operator123' }

/** Key to encrypted values of all servers in specs, so that none leaves a file. */
export const SECRET_KEY = '0123456789abcdef'.repeat(4)

/** A log that keeps a run's output for the specs; what goes wrong is said. */
export const quiet: Log = { info: () => undefined, warn: () => undefined, error: console.error }

/** Options of a server in a spec: its own port, no watching, no limits on how often it is called. */
export function testOptions(overrides: Partial<ServerOptions> = {}): ServerOptions {
  return {
    root: process.cwd(),
    schemas: join(process.cwd(), 'schemas'),
    host: '127.0.0.1',
    port: 0,
    dataFolder: '/tmp/loam-test-unused',
    adminPassword: PASSWORDS['admin'],
    demo: true,
    secretKey: SECRET_KEY,
    demoPassword: PASSWORDS['operator'],
    logLevel: process.env['LOAM_LOG'] ?? 'error',
    rateLimit: 1_000_000,
    trustProxy: 0,
    watch: false,
    ...overrides,
  }
}

/** The same server, another database. */
export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.toString()
}
