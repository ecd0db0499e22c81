import { connect as connectSecurely } from 'node:tls'
import { Worker } from 'node:worker_threads'
import { BROKER_LIMITS, type BrokerLimits } from '@services/server/limits'
import { quiet } from '@tests/api/options'
import mqtt from 'mqtt'
import { afterEach, describe, expect, it } from 'vitest'
import { type Broker, CONNECTION_TOPIC, type Identity, type Message } from './broker'
import type { SecurePort } from './child'
import { startEmbeddedBroker } from './embedded'
import { CERTIFICATE } from './specs/certificate'
import {
  CONNACK,
  connectPacket,
  head,
  PINGREQ,
  publishPacket,
  type Raw,
  rawClient,
  subscribePacket,
} from './specs/raw'

const PATIENCE = { timeout: 45_000, interval: 20 }
const TELE = 'sf/v1/P/G/D/tele'
const open: { broker: Broker; raws: Raw[] }[] = []
afterEach(async () => {
  for (const { broker, raws } of open.splice(0)) {
    for (const { socket } of raws) socket.destroy()
    await broker.close()
  }
})

async function begin({
  limits = {},
  keeps = true,
  tls,
  signIn = async (gatewayId) => ({ gatewayId, projectId: 'P', protocol: 'loam' }),
}: {
  readonly limits?: Partial<BrokerLimits>
  /** Whether what comes is kept at once. */
  readonly keeps?: boolean
  readonly tls?: SecurePort
  readonly signIn?: (user: string) => Promise<Identity | null>
} = {}) {
  const received: Message[] = []
  const receive = (messages: readonly Message[]) => {
    for (const message of messages) {
      if (message.topic !== CONNECTION_TOPIC) received.push(message)
      if (keeps) message.settle()
    }
  }
  const options = { host: '127.0.0.1', port: 0, rate: 100_000, tls, limits: { ...BROKER_LIMITS, ...limits } }
  const broker = await startEmbeddedBroker(options, { receive, connected: () => undefined, signIn }, quiet)
  const raws: Raw[] = []
  open.push({ broker, raws })
  const raw = async () => {
    const client = await rawClient(broker.url)
    raws.push(client)
    return client
  }
  /** A gateway that has signed in. */
  const gateway = async (id = 'G', options = {}) => {
    const client = await raw()
    client.send(connectPacket(id, 'x', options))
    await expect.poll(() => client.heard().subarray(0, 4), PATIENCE).toEqual(CONNACK)
    return client
  }
  return { broker, received, raw, gateway }
}

describe('before sign-in', () => {
  it('a packet above 4 KB ends the connection on its length bytes', async () => {
    const { raw } = await begin()
    for (const bytes of [
      head(0x10, 256 * 2 ** 20 - 1),
      head(0x10, 4 * 2 ** 10),
      // A length that never ends.
      [0x10, 0xff, 0xff, 0xff, 0xff],
      // What is no CONNECT.
      head(0x32, 10),
      [...Buffer.from('GET / HTTP/1.1\r\n')],
    ]) {
      const client = await raw()
      client.send(bytes)
      await client.ended
    }
  })

  it('a connection that says nothing, or a little at a time, ends', async () => {
    const { raw } = await begin({ limits: { connectWait: 200 } })
    const [silent, trickling] = [await raw(), await raw()]
    const bytes = connectPacket('G', 'x')
    let sent = 0
    const timer = setInterval(() => trickling.send(bytes.subarray(sent, ++sent)), 50)
    await Promise.all([silent.ended, trickling.ended])
    clearInterval(timer)
    expect(sent).toBeLessThan(bytes.length)
  })

  it('nothing is taken, and little is held, while nobody has said who it is', async () => {
    const { raw, received } = await begin({
      signIn: () => new Promise(() => undefined),
      limits: { signInWait: 300 },
    })
    const [patient, client] = [await raw(), await raw()]
    for (const one of [patient, client]) one.send(connectPacket('G', 'x'))
    for (let id = 1; id < 5_000; id++) client.send(publishPacket(TELE, 'x'.repeat(1_000), id))
    await Promise.all([patient.ended, client.ended])
    // Unavailable: it comes again. A connection that ends with bytes that nobody has read may end before its answer is.
    const unavailable = Buffer.from([0x20, 2, 0, 3])
    expect(patient.heard()).toEqual(unavailable)
    expect([unavailable, Buffer.alloc(0)]).toContainEqual(client.heard())
    expect(received).toEqual([])
    expect(client.socket.bytesWritten).toBeLessThan(5_000_000)
  })

  it('so many connections are taken, in all and from one address', async () => {
    const all = await begin({ limits: { strangersByAddress: 3 } })
    const [one, two, three] = [await all.raw(), await all.raw(), await all.raw()]
    const four = await all.raw()
    await four.ended
    one?.socket.destroy()
    // Who has signed in is no stranger any more.
    two?.send(connectPacket('G', 'x'))
    await expect.poll(() => two?.heard(), PATIENCE).toEqual(CONNACK)
    expect(three?.isEnded()).toBe(false)
    const again = async () => {
      const client = await all.raw()
      client.send(connectPacket('H', 'x'))
      await expect.poll(() => client.heard().length > 0 || client.isEnded(), PATIENCE).toBe(true)
      return client.isEnded()
    }
    await expect.poll(again, PATIENCE).toBe(false)
    const few = await begin({ limits: { connections: 2 } })
    await few.gateway('A')
    await few.gateway('B')
    const last = await few.raw()
    await last.ended
  })
})

describe('a gateway', () => {
  it('is told at the length bytes that a packet is too large; one above the payload is set aside', async () => {
    const { gateway, received } = await begin()
    for (const bytes of [head(0x32, 256 * 2 ** 20 - 1), head(0x82, 9_000)]) {
      const client = await gateway()
      client.send(bytes)
      await client.ended
    }
    await expect
      .poll(() => received.map(({ refused }) => refused), PATIENCE)
      .toEqual(['too large', 'too large'])
    const client = await gateway()
    client.send(publishPacket(TELE, 'x'.repeat(9_000), 1), publishPacket(TELE, '{}', 2))
    await expect.poll(() => client.heard().length, PATIENCE).toBe(12)
    expect(received.slice(2).map(({ refused, payload }) => [refused, payload.length])).toEqual([
      ['too large', 8_192],
      [undefined, 2],
    ])
  })

  it('has so many connections; the oldest goes', async () => {
    const { gateway } = await begin({ limits: { connectionsByGateway: 3 } })
    const clients: Raw[] = []
    for (let n = 0; n < 8; n++) clients.push(await gateway('G', { clientId: `c${n}` }))
    await expect
      .poll(() => clients.map((client) => client.isEnded()), PATIENCE)
      .toEqual([true, true, true, true, true, false, false, false])
  })

  it('has so many subscriptions, of so many characters, and topics of as many', async () => {
    const { gateway, received } = await begin({ limits: { subscriptions: 3 } })
    const client = await gateway()
    client.send(
      subscribePacket(
        Array.from({ length: 6 }, (_, n) => `sf/v1/P/G/${n}/cmd`),
        1,
      ),
    )
    await expect.poll(() => client.heard().length, PATIENCE).toBe(4 + 10)
    client.send(subscribePacket([`sf/v1/P/G/${'x'.repeat(300)}/cmd`], 2))
    await expect.poll(() => client.heard().length, PATIENCE).toBe(4 + 10 + 5)
    expect(client.heard().at(-1)).toBe(128)
    expect([...client.heard().subarray(8, 14)]).toEqual([1, 1, 1, 128, 128, 128])
    client.send(publishPacket(`sf/v1/P/G/${'x'.repeat(300)}/tele`, '{}', 3))
    await client.ended
    expect(received.map(({ refused }) => refused)).toEqual(['not its topic'])
  })

  it('that never reads what it is sent, or pings without end, is sent away and holds up nobody', async () => {
    const { gateway, broker } = await begin({ limits: { behind: 64 * 2 ** 10 } })
    const [deaf, other] = [await gateway('G'), await gateway('H')]
    deaf.socket.pause()
    deaf.send(subscribePacket(['sf/v1/P/G/D/cmd'], 1))
    other.send(subscribePacket(['sf/v1/P/H/D/cmd'], 1))
    await expect.poll(() => other.heard().length, PATIENCE).toBe(9)
    const payload = new Uint8Array(8_000)
    const flood = Array.from({ length: 2_000 }, () => broker.publish('sf/v1/P/G/D/cmd', payload, { qos: 1 }))
    await broker.publish('sf/v1/P/H/D/cmd', new Uint8Array(10), { qos: 1 })
    await expect.poll(() => other.heard().length, PATIENCE).toBeGreaterThan(20)
    await Promise.all(flood)
    deaf.socket.resume()
    await deaf.ended
    const pinging = await gateway('I')
    pinging.send(Array.from({ length: 5_000 }, () => PINGREQ).flat())
    await pinging.ended
  })

  it('is answered and kept while the server does nothing, and what it says waits within bounds', async () => {
    const { gateway, received } = await begin({
      keeps: false,
      limits: { queue: 256 * 2 ** 10, inHand: 64 * 2 ** 10 },
    })
    const client = await gateway('G', { keepalive: 1 })
    // More than one read of the socket, all of it waiting.
    const many = Array.from({ length: 1_200 }, (_, n) => publishPacket(TELE, 'x'.repeat(100), n + 1))
    client.send(...many)
    const began = Date.now()
    const ping = setInterval(() => client.send(PINGREQ), 400)
    await expect.poll(() => Date.now() - began > 2_500, PATIENCE).toBe(true)
    clearInterval(ping)
    expect(client.isEnded()).toBe(false)
    // CONNACK, then pings alone: nothing is acknowledged.
    const answers = client.heard().subarray(4)
    expect(answers.length).toBeGreaterThanOrEqual(6)
    expect([...answers].filter((_, index) => index % 2 === 0).every((byte) => byte === 0xd0)).toBe(true)
    expect(received.length).toBeLessThan(1_200)
    const settled = new Set<Message>()
    const settle = () => {
      for (const message of received.filter((one) => !settled.has(one))) {
        settled.add(message)
        message.settle()
      }
      return settled.size
    }
    await expect.poll(settle, PATIENCE).toBe(1_200)
    // Each acknowledged, in order.
    await expect.poll(() => client.heard().length, PATIENCE).toBeGreaterThanOrEqual(4 + 1_200 * 4)
  })

  it('is there all the same when the server’s thread is stuck', async () => {
    const { broker } = await begin()
    const script = `
      const { parentPort, workerData } = require('node:worker_threads')
      const mqtt = require('mqtt')
      const client = mqtt.connect(workerData, { username: 'G', password: 'x', keepalive: 1, reconnectPeriod: 0 })
      let closes = 0
      client.on('close', () => closes++)
      client.on('connect', () => {
        for (let n = 0; n < 500; n++) client.publish('${TELE}', 'x'.repeat(200), { qos: 1 })
        parentPort.postMessage('up')
      })
      setTimeout(() => parentPort.postMessage(closes), 4500)`
    const worker = new Worker(script, { eval: true, workerData: broker.url })
    const posted: unknown[] = []
    worker.on('message', (message) => posted.push(message))
    await expect.poll(() => posted, PATIENCE).toEqual(['up'])
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_000)
    await expect.poll(() => posted, PATIENCE).toEqual(['up', 0])
    await worker.terminate()
  })

  it('keeps no session beyond its connection', async () => {
    const { broker } = await begin()
    const connect = () =>
      mqtt.connectAsync(broker.url, {
        username: 'G',
        password: 'x',
        clientId: 'same',
        clean: false,
        reconnectPeriod: 0,
      })
    const first = await connect()
    await first.subscribeAsync('sf/v1/P/G/D/cmd', { qos: 1 })
    await first.endAsync()
    await broker.publish('sf/v1/P/G/D/cmd', new Uint8Array(3), { qos: 1 })
    const again = mqtt.connect(broker.url, { username: 'G', password: 'x', clientId: 'same', clean: false })
    const present = await new Promise((resolve) =>
      again.once('connect', (ack) => resolve(ack.sessionPresent)),
    )
    expect(present).toBe(false)
    await again.endAsync()
  })
})

describe('over TLS', () => {
  it('it is the same broker, with the same limits, and is there again after it has failed', async () => {
    const tls = { host: '127.0.0.1', port: 0, ...CERTIFICATE }
    const { broker, received } = await begin({ tls, limits: { connectWait: 300 } })
    const options = { ca: CERTIFICATE.cert, username: 'G', password: 'x', reconnectPeriod: 50 }
    const client = await mqtt.connectAsync(broker.secureUrl ?? '', options)
    client.on('error', () => undefined)
    await client.publishAsync(TELE, '{}', { qos: 1 })
    expect(received.map(({ gatewayId }) => gatewayId)).toEqual(['G'])
    // No handshake, and a handshake without a CONNECT.
    const { port } = new URL(broker.secureUrl ?? '')
    const plain = await rawClient(`mqtt://127.0.0.1:${port}`)
    const silent = connectSecurely({ host: '127.0.0.1', port: Number(port), ca: CERTIFICATE.cert })
    silent.on('error', () => undefined)
    await Promise.all([plain.ended, new Promise((resolve) => silent.once('close', resolve))])
    await broker.crash?.()
    await expect.poll(() => client.connected, PATIENCE).toBe(false)
    await expect.poll(() => client.connected, PATIENCE).toBe(true)
    await client.publishAsync(TELE, '{}', { qos: 1 })
    expect(received).toHaveLength(2)
    await client.endAsync(true)
  })

  it('lets in only who has a certificate of the authority that is named', async () => {
    const tls = { host: '127.0.0.1', port: 0, ...CERTIFICATE, ca: CERTIFICATE.cert }
    const { broker } = await begin({ tls })
    const options = { ca: CERTIFICATE.cert, username: 'G', password: 'x', reconnectPeriod: 0 }
    await expect(mqtt.connectAsync(broker.secureUrl ?? '', options, false)).rejects.toThrow()
    const client = await mqtt.connectAsync(broker.secureUrl ?? '', { ...options, ...CERTIFICATE }, false)
    await client.endAsync(true)
  })
})
