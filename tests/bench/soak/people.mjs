// People at their usual work on a model's records: `node people.mjs <setting>`. Says what they made, how often each was saved, and how
// long they waited.
import { setTimeout as sleep } from 'node:timers/promises'

const { url, token, seconds, people } = JSON.parse(process.argv[2])
const MODEL = '/api/visualdev/OnlineDev/demo-water-use'
/** Milliseconds between one person's requests. */
const PAUSE = 1_000
const times = []
const refused = {}
/** By record: how often it was saved since it was made. */
const made = {}

const RECORD = {
  ...{ useDate: 1_790_000_000_000, groupId: 'G01', pumpId: 'P1', crop: 'cotton', method: 'mulchedDrip' },
  ...{ startTime: '08:00', endTime: '16:00', meterStart: 1, meterEnd: 2, areaMu: 225, energy: 1 },
  readings: [{ readAt: '08:00', reading: 1, flow: 800, pressure: 0.4, note: '' }],
  remark: '',
}

async function ask(method, path, body) {
  const began = performance.now()
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { code, data } = await answer.json()
  times.push(performance.now() - began)
  if (code === 200) return data
  refused[code] = (refused[code] ?? 0) + 1
  return undefined
}

async function work() {
  const list = await ask('POST', `${MODEL}/List`, { currentPage: 1, pageSize: 20 })
  await sleep(PAUSE)
  const id = list?.list[0]?.id
  if (id) await ask('GET', `${MODEL}/${id}`)
  await sleep(PAUSE)
  const own = await ask('POST', MODEL, { data: RECORD })
  if (!own) return
  made[own.id] = 0
  for (let save = 1; save <= 2; save++) {
    await sleep(PAUSE)
    const saved = await ask('PUT', `${MODEL}/${own.id}`, {
      data: { ...RECORD, remark: `第${save}次` },
      version: save,
    })
    if (saved) made[own.id] = save
  }
}

const end = Date.now() + seconds * 1000
await Promise.all(
  Array.from({ length: people }, async (_, person) => {
    await sleep((PAUSE / people) * person)
    while (Date.now() < end) await work()
  }),
)
times.sort((one, other) => one - other)
const part = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
const said = { made, refused, requests: times.length, p50: part(0.5), p95: part(0.95), p99: part(0.99) }
process.send(said, () => process.disconnect())
