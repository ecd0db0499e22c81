import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { utils, write } from '@e965/xlsx'

/** What is done beside the people's work, every so many seconds. */
export const JOBS = [
  { name: 'import of 10,000 devices (a trial)', every: 120, work: importDevices },
  { name: 'export of a day of readings', every: 60, work: exportReadings },
  { name: 'backup while it runs', every: 300, work: backUp },
]

async function importDevices({ url, token }) {
  const head = ['id', 'name', 'kind', 'gatewayId', 'longitude', 'latitude']
  const rows = Array.from({ length: 10_000 }, (_, at) => [
    `I${at}`,
    `${at}号墒情站`,
    'SOIL',
    'G0',
    87.6,
    43.8,
  ])
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([head, ...rows]), 'Sheet1')
  const form = new FormData()
  for (const [name, value] of Object.entries({ projectId: 'bench', kind: 'device', isTrial: '1' }))
    form.append(name, value)
  form.append('file', new Blob([write(book, { type: 'buffer', bookType: 'xlsx' })]), 'devices.xlsx')
  await taken(
    await fetch(`${url}/api/field/import`, { method: 'POST', headers: { authorization: token }, body: form }),
  )
}

async function exportReadings({ url, token }) {
  const now = Date.now()
  const file = await taken(
    await fetch(`${url}/api/weatherController/exportHisDatas`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({
        deviceIds: Array.from({ length: 20 }, (_, at) => `G0-${at}`),
        startTime: now - 86_400_000,
        endTime: now,
        interval: 'raw',
        format: 'csv',
      }),
    }),
  )
  const answer = await fetch(url + file.url, { headers: { authorization: token } })
  const bytes = (await answer.arrayBuffer()).byteLength
  if (!answer.ok || bytes === 0) throw new Error(`the export answered ${answer.status}, ${bytes} bytes`)
}

async function taken(answer) {
  const { code, msg, data } = await answer.json()
  if (code !== 200) throw new Error(`${code} ${msg}`)
  return data
}

/** The product's own command, against the server's database while it works. */
async function backUp({ root, databaseUrl, backup }) {
  await promisify(execFile)(process.execPath, [join(root, 'services/server/bin/backup.mjs'), backup], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
}
