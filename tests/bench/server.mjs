import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { createServer } from 'vite'

/**
 * The server on a database of its own, from the sources, without the demo.
 * @param {string} root @param {object} [overrides] options of the server
 */
export async function startBenchServer(root, overrides = {}) {
  const folder = mkdtempSync('/tmp/loam-bench-')
  chmodSync(folder, 0o755)
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false },
    logLevel: 'error',
  })
  const undo = [() => vite.close(), () => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const work of undo) await work()
  }
  try {
    const { startEmbedded } = await vite.ssrLoadModule('/services/server/database/embedded.ts')
    const { startServer } = await vite.ssrLoadModule('/services/server/server.ts')
    const { testOptions, quiet } = await vite.ssrLoadModule('/tests/api/options.ts')
    const { hashGatewayToken } = await vite.ssrLoadModule('/services/server/devices/token.ts')
    const embedded = await startEmbedded({ root, dataFolder: join(folder, 'data'), log: quiet })
    undo.unshift(() => embedded.close())
    const { host, user } = embedded.connection
    const databaseUrl = `postgresql://${user}@localhost/postgres?host=${encodeURIComponent(host ?? '')}`
    const server = await startServer(testOptions({ root, databaseUrl, demo: false, ...overrides }), quiet)
    undo.unshift(() => server.close())
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    undo.unshift(() => client.end())
    return {
      server,
      sql: client,
      databaseUrl,
      close,
      hashGatewayToken,
      load: (path) => vite.ssrLoadModule(path),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The administrator (`adminPassword: 'Bench2026'`) of a server, or who has the same password: a token, and a way to call. */
export async function signIn(url, account = 'admin') {
  const password = createHash('md5').update('Bench2026').digest('hex')
  const login = await fetch(`${url}/api/oauth/Login`, {
    method: 'POST',
    body: new URLSearchParams({ account, password, grant_type: 'password' }),
  })
  const { token } = (await login.json()).data
  const call = async (path, body, method = 'POST') => {
    const response = await fetch(url + path, {
      method,
      headers:
        body instanceof FormData
          ? { authorization: token }
          : { authorization: token, 'content-type': 'application/json' },
      body: body instanceof FormData ? body : JSON.stringify(body),
    })
    const answer = await response.json()
    if (answer.code !== 200) throw new Error(`${path}: ${answer.msg} ${JSON.stringify(answer.data ?? null)}`)
    return answer.data
  }
  return { token, call }
}
