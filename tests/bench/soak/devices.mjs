// Gateways that report for their devices in turn, at a steady rate: `node devices.mjs <setting>`. Says what was acknowledged.
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'

const { mqttUrl, seconds, gateways, devices, rate } = JSON.parse(process.argv[2])
const METRICS = ['vwc20', 'vwc40', 'vwc60', 't20', 'bat']
const waits = []
let messages = 0
let refusals = 0

async function report(at) {
  const id = `G${at}`
  const client = await connected({ clientId: id, username: id, password: `token-${id}` })
  const pause = (1000 * gateways) / rate
  const began = Date.now()
  const under = new Set()
  for (let number = 0; Date.now() < began + seconds * 1000; number++) {
    const m = Object.fromEntries(METRICS.map((name, metric) => [name, 20 + ((number + metric) % 50) / 10]))
    const sent = performance.now()
    const message = client
      .publishAsync(
        `sf/v1/bench/${id}/${id}-${number % devices}/tele`,
        JSON.stringify({ seq: number, boot: 'b', ts: Date.now(), m }),
        { qos: 1 },
      )
      .then(() => {
        messages++
        waits.push(performance.now() - sent)
        under.delete(message)
      })
    under.add(message)
    await sleep(Math.max(0, began + (number + 1) * pause - Date.now()))
  }
  await Promise.all(under)
  await client.endAsync()
}

/** A gateway that is told to come again later does so. */
async function connected(options) {
  for (;;)
    try {
      return await mqtt.connectAsync(mqttUrl, options)
    } catch {
      refusals++
      await sleep(1_000)
    }
}

await Promise.all(Array.from({ length: gateways }, (_, at) => report(at)))
waits.sort((one, other) => one - other)
const said = {
  messages,
  refusals,
  points: messages * METRICS.length,
  p99: waits[Math.floor(waits.length * 0.99)],
}
process.send(said, () => process.disconnect())
