import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, createTokenStore, createUploader } from '@services/client'
import { CHUNK_SIZE } from '@services/contract/chunk'
import {
  chunkMembers,
  formOf,
  md5Of,
  merge,
  post,
} from '@services/server/modules/platform/file/specs/sending'
import { scratchFolder } from '@tests/scratch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, signInAt, startTestServer, type TestServer } from './harness'
import { PASSWORDS } from './options'
import { buildServer, freePort, startProcess } from './process'

/** Stands between a client and the server, notes the chunks that the server took, and cuts the way when told. */
async function openWay(server: string) {
  const taken: number[] = []
  const state = { cutAfter: Number.POSITIVE_INFINITY, cuts: 0, closedUntil: 0 }
  const pass = (incoming: IncomingMessage, answer: ServerResponse) => {
    if (Date.now() < state.closedUntil) return incoming.socket.destroy()
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.on('end', () => {
      const body = Buffer.concat(pieces)
      const url = new URL(incoming.url ?? '', server)
      const number = Number(
        /name="chunkNumber"\r\n\r\n(\d+)/.exec(body.subarray(0, 500).toString('latin1'))?.[1],
      )
      const onward = request(url, { method: incoming.method, headers: incoming.headers }, (reply) => {
        if (incoming.method === 'POST' && url.pathname === '/api/file/chunk') taken.push(number)
        if (taken.length >= state.cutAfter) {
          // The server has the chunk; its answer never arrives, and for a while nothing else does.
          state.cutAfter = Number.POSITIVE_INFINITY
          state.cuts++
          state.closedUntil = Date.now() + 1500
          way.closeAllConnections()
          return
        }
        answer.writeHead(reply.statusCode ?? 500, reply.headers)
        reply.pipe(answer)
      })
      onward.on('error', () => incoming.socket.destroy())
      onward.end(body)
    })
    return undefined
  }
  const way = createServer(pass)
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
  return {
    taken,
    state,
    url: `http://127.0.0.1:${(way.address() as AddressInfo).port}`,
    close: () => way.close(),
  }
}

describe('a cut in the midst of an upload', () => {
  let server: TestServer
  let folder: string
  beforeAll(async () => {
    folder = scratchFolder('cut')
    server = await startTestServer({ dataFolder: folder })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  it('sends no chunk twice, neither after the cut nor when the page is opened anew', async () => {
    const { token } = await server.as('operator')
    const way = await openWay(server.url)
    const store = createTokenStore(null)
    store.set(token)
    const client = createClient({
      baseUrl: way.url,
      language: 'zh',
      onSessionEnd: () => undefined,
      token: store,
    })
    const bytes = randomBytes(8 * CHUNK_SIZE + 99)
    const file = new File([bytes], '巡查录像.mp4')
    const start = () => createUploader(client, { hash: async () => md5Of(bytes) })(file, { type: 'annex' })
    way.state.cutAfter = 3
    const first = start()
    // The page is closed when five chunks have gone through.
    await new Promise<void>((resolve) => {
      first.subscribe(() => way.taken.length >= 5 && resolve())
    })
    first.cancel()
    await expect
      .poll(() => client.call('file.testChunk', chunkMembers(bytes, 1)))
      .toMatchObject({
        data: { chunkNumbers: expect.any(Array) },
      })
    const kept = await start().done
    way.close()
    expect(way.state.cuts).toBe(1)
    const counts = new Map<number, number>()
    for (const number of way.taken) counts.set(number, (counts.get(number) ?? 0) + 1)
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect([...counts.values()].filter((count) => count > 1)).toEqual([])
    const read = await (await server.as('operator')).fetch(kept.url)
    expect(md5Of(new Uint8Array(await read.arrayBuffer()))).toBe(md5Of(bytes))
  }, 400_000)
})

describe('a large file', () => {
  it('goes through a server whose memory stays as it was', async () => {
    const folder = scratchFolder('large')
    const database = await createTestDatabase()
    await buildServer()
    const server = await startProcess({
      LOAM_DATA: folder,
      DATABASE_URL: database.url,
      PORT: await freePort(),
    })
    try {
      const client = await signInAt(server.url, 'admin', PASSWORDS['admin'] ?? '')
      const memory = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.process.pid)])) / 1024
      const send = async (chunks: number) => {
        const bytes = randomBytes(chunks * CHUNK_SIZE)
        const identifier = md5Of(bytes)
        for (let number = 1; number <= chunks; number++) {
          const members = { ...chunkMembers(bytes, number, 'a.bin', identifier), totalChunks: chunks }
          const part = bytes.subarray((number - 1) * CHUNK_SIZE, number * CHUNK_SIZE)
          await post(client, '/api/file/chunk', formOf(members, part))
        }
        const { data } = await merge(client, bytes, 'a.bin')
        const file = await client.fetch(data.url)
        // Packed bytes are not packed again, and a client can tell how far it has come.
        expect(file.headers.get('content-length')).toBe(String(bytes.length))
        return md5Of(new Uint8Array(await file.arrayBuffer())) === identifier
      }
      expect(await send(2)).toBe(true)
      const before = memory()
      expect(await send(12)).toBe(true)
      // 60 MB went in, were read for the merge, and went out.
      expect(memory() - before).toBeLessThan(40)
    } finally {
      await server.stop()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  }, 300_000)
})
