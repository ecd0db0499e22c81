import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demandRoom, freeSpaceOf } from './quota'
import { chunkMembers, formOf, PNG, post, sendChunk, sendFile, sendWhole } from './specs/sending'

const MB = 2 ** 20

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'loam-quota-'))
beforeAll(async () => {
  server = await startTestServer({
    dataFolder: folder,
    fileQuota: { perUser: 60 * MB, openUploads: 2, freeDisk: 1 },
  })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('what people may send', () => {
  it('is so much for each, with what is on its way, and is refused before a byte of it is kept', async () => {
    const [admin, operator] = [await server.as('admin'), await server.as('operator')]
    await sendFile(admin, randomBytes(2 * MB), 'a.bin')
    const large = { ...chunkMembers(randomBytes(5 * MB), 1), totalSize: 60 * MB, totalChunks: 12 }
    const refused = await post(admin, '/api/file/chunk', formOf(large, randomBytes(5 * MB)))
    expect(refused).toMatchObject({ code: 400, msg: '您的文件空间（60 MB）已用完，请删除不用的文件后再上传' })
    expect(await server.sql('select from file_upload')).toEqual([])
    expect((await sendWhole(admin, PNG, 'a.png')).code).toBe(200)
    await sendFile(admin, randomBytes(9 * MB), 'b.bin')
    expect(await sendWhole(admin, PNG, 'b.png')).toMatchObject({ code: 400 })
    expect((await sendWhole(operator, PNG, 'a.png')).code).toBe(200)
  })

  it('is so many at the same time', async () => {
    const operator = await server.as('operator')
    const [one, two, three] = [6, 6, 6].map((size) => randomBytes(size * MB)) as [Buffer, Buffer, Buffer]
    expect((await sendChunk(operator, one, 1)).code).toBe(200)
    expect((await sendChunk(operator, two, 1)).code).toBe(200)
    expect(await sendChunk(operator, three, 1)).toMatchObject({
      code: 400,
      msg: '同时上传的文件不能超过 2 个，请等前面的上传完成',
    })
    expect((await sendChunk(operator, one, 2)).code).toBe(200)
  })

  it('leaves the disk its floor', async () => {
    const quota = { perUser: 1_000, openUploads: 1, freeDisk: 100 }
    const room = (free: number) => demandRoom({} as never, 'ann', 50, { quota, free: async () => free })
    await expect(room(149)).rejects.toMatchObject({ code: 500, text: '@files.diskFull' })
    expect(await freeSpaceOf(folder)()).toBeGreaterThan(MB)
    expect(await freeSpaceOf(join(folder, 'not there'))()).toBeNull()
  })
})
