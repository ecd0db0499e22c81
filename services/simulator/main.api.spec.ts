import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Aedes } from 'aedes'
import { expect, it } from 'vitest'
import { DEMO_FARM } from './farm/demo'
import { drawFarm } from './farm/draw'
import type { FromSimulator, ToSimulator } from './protocol'

it('ends with its parent, though the broker takes no last words', async () => {
  const layout = drawFarm(DEMO_FARM)
  const broker = await Aedes.createBroker()
  let isSilent = false
  // What is never let through is never answered.
  broker.authorizePublish = (_client, _packet, allow) => isSilent || allow(null)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    broker.handle(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `mqtt://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const tokens = Object.fromEntries(layout.gateways.map(({ id }) => [id, 't']))
  const farm = { projectId: layout.project.id, tokens, reported: {}, measured: {} }
  const child = fork(fileURLToPath(new URL('./run.mjs', import.meta.url)), { stdio: 'ignore', execArgv: [] })
  try {
    let connected = 0
    child.on('message', (message: FromSimulator) => {
      if (message.kind === 'state') connected = message.farms[0]?.connected ?? 0
    })
    child.send({
      kind: 'start',
      config: { url, farms: [farm], seed: 1, mishaps: false },
    } satisfies ToSimulator)
    await expect.poll(() => connected, { timeout: 45_000 }).toBeGreaterThan(0)
    isSilent = true
    child.disconnect()
    await expect.poll(() => child.exitCode).toBe(0)
  } finally {
    child.kill('SIGKILL')
    for (const socket of sockets) socket.destroy()
    server.close()
    await new Promise<void>((resolve) => broker.close(() => resolve()))
  }
}, 60_000)
