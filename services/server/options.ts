import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'

/** How a server starts; `optionsFromEnvironment` reads them. */
export interface ServerOptions {
  /** The project's folder: `dist/client` stands in it. */
  readonly root: string
  /** Folder of the documents; `LOAM_SCHEMAS` names one outside the project. */
  readonly schemas: string
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  readonly dataFolder: string
  /** An external PostgreSQL; without it the embedded one runs. */
  readonly databaseUrl?: string | undefined
  /** Password of `admin` at first start; without it one is made and printed once. */
  readonly adminPassword?: string | undefined
  /** The demo farm and the demo accounts. */
  readonly demo: boolean
  readonly demoPassword?: string | undefined
  readonly logLevel: string
  /** Requests a minute and address. */
  readonly rateLimit: number
  /**
   * How many proxies stand before the server, each adding to `X-Forwarded-For` the address that it saw; the caller's is
   * that many entries from its end, since whatever stands before may be forged. 0: the header counts for nothing.
   */
  readonly trustProxy: number
  /** Watches `schemas/` and tells the browsers. */
  readonly watch: boolean
  /** Serves the browser's part instead of `dist/client` (Vite in development). */
  readonly browserPart?:
    | ((request: IncomingMessage, response: ServerResponse, next: () => void) => void)
    | undefined
}

export function optionsFromEnvironment(env: NodeJS.ProcessEnv, root: string): ServerOptions {
  const port = Number(env['PORT'] || 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`PORT is "${env['PORT']}"; it should be a number from 0 to 65535.`)
  const proxies = Number(env['LOAM_TRUST_PROXY'] || 0)
  if (!Number.isInteger(proxies) || proxies < 0)
    throw new Error(`LOAM_TRUST_PROXY is "${env['LOAM_TRUST_PROXY']}"; it should be the number of proxies.`)
  return {
    root,
    schemas: resolve(root, env['LOAM_SCHEMAS'] || 'schemas'),
    host: env['HOST'] || '0.0.0.0',
    port,
    dataFolder: resolve(root, env['LOAM_DATA'] || 'data'),
    databaseUrl: env['DATABASE_URL'] || undefined,
    adminPassword: env['LOAM_ADMIN_PASSWORD'] || undefined,
    demo: env['LOAM_DEMO'] !== '0',
    demoPassword: env['LOAM_DEMO_PASSWORD'] || undefined,
    logLevel: env['LOAM_LOG'] || 'warn',
    rateLimit: Number(env['LOAM_RATE_LIMIT']) || 60_000,
    trustProxy: proxies,
    watch: true,
  }
}
