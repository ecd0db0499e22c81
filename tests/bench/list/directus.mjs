import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const TOKEN = 'bench-token'
const STARTS_WITHIN = 60_000

/**
 * Directus over the plain table, whose every index it has: its own answer to what a list is asked, rows and count.
 * @param {string} folder where somebody has installed it (`npm install directus@10.13.4`)
 * @returns a way to ask for a page of a list, and one to end it
 */
export async function startDirectus(folder, databaseUrl) {
  const port = await freePort()
  const env = {
    ...process.env,
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    SECRET: 'bench'.repeat(8),
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: 'Bench2026',
    ADMIN_TOKEN: TOKEN,
    HOST: '127.0.0.1',
    PORT: String(port),
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
    SERVE_APP: 'false',
    // As many as a list is shown to: the count of everything that matches is asked for as well.
    QUERY_LIMIT_MAX: '100',
  }
  const cli = (command) =>
    spawn(process.execPath, ['node_modules/directus/cli.js', command], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const bootstrap = await new Promise((resolve) => cli('bootstrap').on('exit', resolve))
  if (bootstrap !== 0) throw new Error(`Directus could not be set up: exit ${bootstrap}`)
  const running = cli('start')
  const url = `http://127.0.0.1:${port}`
  await answers(url)
  const ask = async (query) => {
    const response = await fetch(`${url}/items/plain?${new URLSearchParams(query)}`, {
      headers: { Authorization: `Bearer ${TOKEN}` },
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`Directus: ${JSON.stringify(answer)}`)
    return answer
  }
  return {
    list: async ({ directus, order, offset = 0, sums }) => {
      const filter = directus ? { filter: JSON.stringify(directus) } : {}
      const rows = {
        fields: 'id,data',
        limit: '20',
        offset: String(offset),
        sort: order
          .split(', ')
          .map((part) => part.replace(/^(\w+) desc$/, '-$1'))
          .join(','),
        meta: 'filter_count',
        ...filter,
      }
      // It has sums by a question of their own, which needs not wait for the rows.
      const [answer] = await Promise.all([
        ask(rows),
        ...(sums ? [ask({ 'aggregate[sum]': sums.join(','), ...filter })] : []),
      ])
      return answer
    },
    close: () => new Promise((resolve) => running.on('exit', resolve).kill()),
  }
}

async function answers(url) {
  const end = performance.now() + STARTS_WITHIN
  while (performance.now() < end) {
    const response = await fetch(`${url}/server/ping`).catch(() => undefined)
    if (response?.ok) return
    await wait(200)
  }
  throw new Error(`Directus did not start within ${STARTS_WITHIN / 1000} s`)
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
