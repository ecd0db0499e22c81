import { bookOf, sendFile } from '@services/server/modules/platform/transfer/specs/sheets'
import { createTestClient } from '@tests/api/harness'
import { type Installation, install } from '@tests/api/installation'
import type { ServerProcess } from '@tests/api/process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { field, release } from '../specs/models'

const ROWS = 1_000
/** Rows of which it is told that they are in, or seen to be, before each kill. */
const KILLS = [1, 150, 350, 600, 900]

let installation: Installation
let server: ServerProcess
beforeAll(async () => {
  installation = await install()
  server = await installation.start()
}, 180_000)
afterAll(async () => {
  await server?.stop()
  installation?.remove()
})

it(`kill -9 in the midst of an import, ${KILLS.length} times, and the rows sent again: each is in once`, async () => {
  const { token } = await installation.signIn(server, 'admin')
  const admin = () => createTestClient(server.url, token)
  const modelId = await release(admin(), {
    enCode: 'imported',
    // Nothing but the names of the rows keeps them from being in twice.
    fields: [field('input', 'code', { label: '编号' })],
    columns: ['code'],
    list: { btnsList: [{ value: 'upload' }] },
  })
  const lines = Array.from({ length: ROWS }, (_, at) => [`row ${at}`])
  const { data } = await sendFile(admin(), '/api/visualdev/OnlineDev/Uploader', bookOf([['编号'], ...lines]))
  const { dataRow } = await admin().call('onlineDevelopment.importPreview', { modelId, fileName: data.name })
  const send = (progressId: string) =>
    admin().call('onlineDevelopment.importData', { modelId, list: dataRow as never, progressId })
  const count = async () =>
    (await installation.sql<{ n: number }>('select count(*)::int as n from record'))[0]?.n ?? 0
  const counts: number[] = []
  for (const [round, told] of KILLS.entries()) {
    const running = send(`round-${round}`).catch(() => 'broken')
    const done = async () => (await admin().call('job.progress', { id: `round-${round}` }))?.done ?? 0
    await expect.poll(done, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(told)
    await server.kill()
    expect(await running).toBe('broken')
    server = await installation.start()
    counts.push(await count())
  }
  // Whole transactions of them, and with each round no fewer.
  expect(counts.map((kept) => kept % 200)).toEqual(counts.map(() => 0))
  expect(counts).toEqual(counts.toSorted((one, other) => one - other))
  expect(await send('last')).toMatchObject({ snum: ROWS, fnum: 0 })
  const kept = await installation.sql<{ code: string }>(`select data ->> 'code' as code from record`)
  expect(kept.map(({ code }) => code).toSorted()).toEqual(lines.flat().toSorted())
}, 300_000)
