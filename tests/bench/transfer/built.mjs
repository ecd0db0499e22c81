import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as listen } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer } from 'vite'
import { build } from '../../../services/server/bin/project.mjs'

/** The server as it is delivered, built and in a process of its own, on a database of its own: its memory is what a farm's server has. */
export async function startBuiltServer(root) {
  await build()
  const folder = mkdtempSync('/var/tmp/loam-bench-transfer-')
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
    const { quiet } = await vite.ssrLoadModule('/tests/api/options.ts')
    const embedded = await startEmbedded({ root, dataFolder: join(folder, 'database'), log: quiet })
    undo.unshift(() => embedded.close())
    const { host, user } = embedded.connection
    const databaseUrl = `postgresql://${user}@localhost/postgres?host=${encodeURIComponent(host ?? '')}`
    const [port, mqttPort] = [await freePort(), await freePort()]
    const child = fork(join(root, 'dist', 'server', 'main.js'), {
      execArgv: [...process.execArgv, '--enable-source-maps'],
      env: {
        ...{ ...process.env, NODE_ENV: 'production', LOAM_ROOT: root, LOAM_DATA: join(folder, 'data') },
        ...{ DATABASE_URL: databaseUrl, HOST: '127.0.0.1', PORT: port, LOAM_MQTT_PORT: mqttPort },
        ...{
          LOAM_ADMIN_PASSWORD: 'Bench2026',
          LOAM_SIMULATOR: '0',
          LOAM_BUSY_DELAY: '0',
          LOAM_RATE_LIMIT: '1000000',
        },
      },
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    undo.unshift(async () => {
      child.kill('SIGTERM')
      await ended
    })
    const url = `http://127.0.0.1:${port}`
    await answering(url, child)
    return { url, databaseUrl, folder, pid: child.pid, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function answering(url, child) {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/api/oauth/CurrentUser`).catch(() => undefined)
    if (answer) return
    await sleep(100)
  }
  throw new Error(`the server ended with ${child.exitCode}`)
}

function freePort() {
  return new Promise((resolve) => {
    const probe = listen().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(String(port)))
    })
  })
}
