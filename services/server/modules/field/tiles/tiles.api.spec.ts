import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CODE } from '@services/contract/code'
import { FIELD_CODE } from '@services/contract/field-code'
import { tileSourcesFrom } from '@services/server/tile-sources'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'loam-tiles-'))
const PICTURE = Buffer.from('iVBORw0KGgo=', 'base64')
let server: TestServer
let operator: TestClient

beforeAll(async () => {
  await mkdir(join(folder, 'tiles/farm/16/48717'), { recursive: true })
  await mkdir(join(folder, 'tiles/empty'), { recursive: true })
  await writeFile(join(folder, 'tiles/farm/16/48717/23910.png'), PICTURE)
  await writeFile(join(folder, 'tiles/farm/source.json'), '{"name":"航拍","datum":"GCJ02","grid":"degrees"}')
  await writeFile(join(folder, 'secret.png'), 'secret')
  const tileSources = tileSourcesFrom('[{"kind":"gaode"}]')
  server = await startTestServer({ dataFolder: folder, tileSources })
  operator = await server.as('operator')
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const tile = (path: string, client = operator) => client.fetch(`/api/fieldManagement/tiles/${path}`)

describe('tiles', () => {
  it('are named: the configured sources and the folders that hold any', async () => {
    const { list } = await operator.call('fieldManagement.tileSources')
    expect(list.map(({ key, name, datum, isOwn }) => [key, name, datum, isOwn])).toEqual([
      ['gaode', '高德卫星', 'GCJ02', false],
      ['farm', '航拍', 'GCJ02', true],
    ])
    expect(list[1]).toMatchObject({ minZoom: 16, maxNativeZoom: 16, grid: 'degrees' })
    expect(await server.stranger.envelope('fieldManagement.tileSources')).toMatchObject({ code: 600 })
  })

  it('are handed to whoever is signed in, and kept by the browser', async () => {
    const answer = await tile('farm/16/48717/23910')
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(PICTURE)
    const tag = answer.headers.get('etag') ?? ''
    const again = await operator.fetch('/api/fieldManagement/tiles/farm/16/48717/23910', {
      headers: { 'if-none-match': tag },
    })
    expect(again.status).toBe(304)
    expect(await (await tile('farm/16/48717/23910', server.stranger)).json()).toMatchObject({ code: 600 })
  })

  it.each([
    'farm/16/48717/1',
    'nowhere/16/48717/23910',
    '..%2F..%2Fsecret.png/1/1/1',
    '../../secret.png',
    'farm/16/48717/..%2F..%2F..%2F..%2Fsecret',
    'farm/16/%2e%2e/23910',
    'farm/-1/1/1',
    'farm/16/1.5/1',
  ])('%s is not there', async (path) => {
    const answer = await tile(path)
    const { code } = (await answer.json()) as { code: number }
    expect([FIELD_CODE.invalid, FIELD_CODE.notFound, CODE.notFound]).toContain(code)
  })

  it('let pictures come from the configured hosts and no others', async () => {
    const { headers } = await server.stranger.fetch('/healthz')
    const policy = headers.get('content-security-policy') ?? ''
    expect(/img-src ([^;]*)/.exec(policy)?.[1]?.split(' ')).toEqual([
      "'self'",
      'data:',
      'blob:',
      'https://webst01.is.autonavi.com',
      'https://webst02.is.autonavi.com',
      'https://webst03.is.autonavi.com',
      'https://webst04.is.autonavi.com',
    ])
  })
})
