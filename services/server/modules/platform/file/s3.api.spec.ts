import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { CHUNK_SIZE } from '@services/contract/chunk'
import { startServer } from '@services/server/server'
import { createTestClient, startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { quiet, testOptions } from '@tests/api/options'
import { startBucket } from '@tests/bucket'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PNG, sendFile, sendWhole } from './specs/sending'

let bucket: Awaited<ReturnType<typeof startBucket>>
let server: TestServer
let client: TestClient

beforeAll(async () => {
  bucket = await startBucket()
  server = await startTestServer({ s3: bucket.s3 })
  client = await server.as('operator')
})
afterAll(async () => {
  await server.close()
  await bucket.close()
})

it('keeps files in the bucket: in chunks, whole, read in part and as one package', async () => {
  const bytes = randomBytes(2 * CHUNK_SIZE + 777)
  const large = await sendFile(client, bytes, '航拍.bin')
  const range = `bytes=${CHUNK_SIZE - 5}-${CHUNK_SIZE + 4}`
  const part = await client.fetch(large.url, { headers: { range } })
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(CHUNK_SIZE - 5, CHUNK_SIZE + 5))

  const { data: picture } = await sendWhole(client, PNG, '阀门.png')
  const shown = await client.fetch(picture.url)
  expect(Buffer.from(await shown.arrayBuffer()).equals(PNG)).toBe(true)

  const { downloadVo } = await client.call('file.package', {
    type: 'annex',
    body: [{ fileId: large.fileId }, { fileId: picture.fileId }] as never,
  })
  const zip = Buffer.from(await (await client.fetch(downloadVo.url)).arrayBuffer())
  expect(zip.length).toBeGreaterThan(bytes.length)
  expect(readdirSync(bucket.folder, { recursive: true }).length).toBeGreaterThan(1)
})

it('lets another server on the same database read what the first one took', async () => {
  const { url } = await sendFile(client, Buffer.from('灌溉记录'), '记录.txt')
  const second = await startServer(testOptions({ databaseUrl: server.databaseUrl, s3: bucket.s3 }), quiet)
  try {
    const response = await createTestClient(second.url, client.token).fetch(url)
    expect(Buffer.from(await response.arrayBuffer()).toString()).toBe('灌溉记录')
  } finally {
    await second.close()
  }
})
