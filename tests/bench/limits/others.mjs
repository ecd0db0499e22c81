// Twenty people at their usual work: `node others.mjs <setting>`. Says how long their requests took, in milliseconds.
import { setTimeout as sleep } from 'node:timers/promises'

const { url, token, seconds } = JSON.parse(process.argv[2])
const PEOPLE = 20
/** Milliseconds between one person's requests. */
const PAUSE = 400
const headers = { authorization: token, 'content-type': 'application/json' }
const ASKED = [
  () => fetch(`${url}/api/oauth/CurrentUser`, { headers }),
  () => fetch(`${url}/api/permission/Users?currentPage=1&pageSize=20`, { headers }),
  () =>
    fetch(`${url}/api/visualdev/OnlineDev/demo-water-use/List`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ currentPage: 1, pageSize: 20 }),
    }),
]
const times = []
const end = Date.now() + seconds * 1000
process.send('begun')
await Promise.all(
  Array.from({ length: PEOPLE }, async (_, person) => {
    await sleep((PAUSE / PEOPLE) * person)
    for (let turn = person; Date.now() < end; turn++) {
      const began = performance.now()
      const answer = await ASKED[turn % ASKED.length]()
      await answer.arrayBuffer()
      times.push(performance.now() - began)
      await sleep(PAUSE)
    }
  }),
)
times.sort((one, other) => one - other)
const part = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
process.send({ p50: part(0.5), p95: part(0.95), count: times.length })
process.disconnect()
