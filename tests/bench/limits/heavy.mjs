// One person who asks for the most that a limit allows, again and again: `node heavy.mjs <setting>`.
import { CASES } from './cases.mjs'

const given = JSON.parse(process.argv[2])
const setting = { ...given, token: given.heavyToken }
const { bytes, again, close } = await CASES[setting.name](setting)
const end = Date.now() + setting.seconds * 1000
const times = []
const told = new Map()
process.send('begun')
while (Date.now() < end) {
  const began = performance.now()
  const code = await again()
  times.push(performance.now() - began)
  told.set(code, (told.get(code) ?? 0) + 1)
}
await close?.()
times.sort((one, other) => one - other)
process.send({
  bytes,
  median: times[times.length >> 1],
  told: [...told].map(([code, count]) => `${count} × ${code}`).join(', '),
})
process.disconnect()
