// Gateways that send readings as fast as they are acknowledged: `node publisher.mjs <url> <gateways> <devices each> <seconds>`.
// Prints what has been acknowledged as JSON.
import mqtt from 'mqtt'

const [url, gateways, devices, seconds] = process.argv.slice(2).map((text, at) => (at ? Number(text) : text))
/** Messages of one gateway under way. */
const WINDOW = 200
const METRICS = ['vwc20', 'vwc40', 'vwc60', 't20', 'bat']

const clients = await Promise.all(
  Array.from({ length: gateways }, (_, at) =>
    mqtt.connectAsync(url, { clientId: `bench-${at}`, username: `G${at}`, password: `token-G${at}` }),
  ),
)
const waits = []
let acknowledged = 0
let isOver = false
const base = Date.now() - 5_000
const began = performance.now()

async function stream(client, gateway, lane) {
  for (let round = 0; !isOver; round++) {
    const number = round * WINDOW + lane
    const device = number % devices
    const sent = performance.now()
    // Each device's readings lie a millisecond apart, and none comes twice.
    const ts = base + Math.floor(number / devices)
    const m = Object.fromEntries(METRICS.map((name, at) => [name, 20 + ((round + at) % 50) / 10]))
    await client.publishAsync(
      `sf/v1/bench/G${gateway}/G${gateway}-${device}/tele`,
      JSON.stringify({ seq: round, boot: 'b', ts, m }),
      { qos: 1 },
    )
    acknowledged++
    if (round % 20 === 0) waits.push(performance.now() - sent)
  }
}

setTimeout(() => (isOver = true), seconds * 1000)
await Promise.all(
  clients.flatMap((client, gateway) =>
    Array.from({ length: WINDOW }, (_, lane) => stream(client, gateway, lane)),
  ),
)
const took = (performance.now() - began) / 1000
waits.sort((one, other) => one - other)
process.stdout.write(
  JSON.stringify({
    points: acknowledged * METRICS.length,
    messages: acknowledged,
    seconds: took,
    p50: waits[Math.floor(waits.length / 2)],
    p99: waits[Math.floor(waits.length * 0.99)],
  }),
)
await Promise.all(clients.map((client) => client.endAsync(true)))
