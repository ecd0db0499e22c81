// The embedded MQTT broker, a process of its own that ends with the server's: who may connect, what a gateway may say and hear,
// how much and how fast. A message is acknowledged (PUBACK) when the server says that it is kept.
import { createServer } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { Aedes } from 'aedes'
import { createCrowd } from './crowd.mjs'
import { Gate, Store, weightOf } from './gate.mjs'
import { createLink } from './link.mjs'
import { mayHear, maySay } from './rights.mjs'

/** Seconds' worth of messages that may come at once. */
const BURST = 2
/** How often the server is told who has pinged, in milliseconds. */
const PINGS = 1_000
/** Until a broken connection without traffic is noticed by the system, in milliseconds. */
const PROBE = 60_000

const { settings, link } = await createLink()
const { host, port, mayMove, tls, payloadLimit, rate, root, limits } = settings
const store = new Store(limits.queues)
const place = createCrowd(limits)

/** Gateways that are there: their connections, oldest first, and their pace together. */
const gateways = new Map()

function gatewayOf(id) {
  const known = gateways.get(id)
  if (known) return known
  const made = { clients: new Set(), pace: createPace() }
  gateways.set(id, made)
  return made
}

/** Lets so many messages a second through; `take` answers how long the next must wait, in milliseconds, or 0: it is taken. */
function createPace() {
  let left = rate * BURST
  let since = Date.now()
  return {
    take() {
      const now = Date.now()
      left = Math.min(rate * BURST, left + ((now - since) / 1000) * rate)
      since = now
      if (left < 1) return Math.ceil(((1 - left) / rate) * 1000)
      left -= 1
      return 0
    },
  }
}

const broker = await Aedes.createBroker({
  maxTopicLevels: 8,
  maxInflightInbound: limits.halfOpen,
  connectTimeout: limits.connectWait + limits.signInWait,
  drainTimeout: limits.connectWait,
  preConnect(client, packet, done) {
    client.conn.expectEvery(packet.keepalive)
    // The gate looks after it: behind what waits, aedes would not hear that somebody is there.
    packet.keepalive = 0
    // Nothing outlives its connection: no command is given to who was away, and no store grows by names.
    packet.clean = true
    done(null, true)
  },
  authenticate(client, username, password, done) {
    const refuse = (returnCode) => done(Object.assign(new Error('not authorized'), { returnCode }), false)
    const answered = ({ identity, isAway }) => {
      if (!identity) return refuse(isAway ? 3 : 4)
      client.loam = identity
      // Nobody takes over another gateway's session by calling himself the same.
      client.id = `${identity.gatewayId}/${client.id}`
      done(null, true)
    }
    link.signIn(String(username ?? ''), password ? String(password) : '', answered)
  },
  authorizePublish(client, packet, done) {
    const identity = client?.loam
    if (!identity) return done(new Error('not signed in'))
    // The server keeps the last state of everything: nothing needs to be retained here.
    packet.retain = false
    const isTooLarge = packet.payload.length > payloadLimit
    const isOwn = packet.topic.length <= limits.topic && maySay(identity, packet.topic, root)
    const refused = isOwn ? (isTooLarge ? 'too large' : undefined) : 'not its topic'
    const message = {
      kind: 'message',
      topic: packet.topic.slice(0, limits.topic),
      payload: Uint8Array.from(packet.payload.subarray(0, payloadLimit)),
      gatewayId: identity.gatewayId,
      refused,
    }
    link.hand(message, () => {
      done(isOwn ? null : new Error('not its topic'))
      // A will has not come through the gate as a packet of its own.
      if (packet.cmd === 'publish' && packet.length > 0) client.conn.settle(weightOf(packet.length))
    })
  },
  authorizeSubscribe(client, { topic, ...subscription }, done) {
    const isRoom = Object.keys(client?.subscriptions ?? {}).length < limits.subscriptions
    const may = client?.loam && isRoom && topic.length <= limits.topic && mayHear(client.loam, topic, root)
    done(null, may ? { ...subscription, topic } : null)
  },
  authorizeForward(client, packet) {
    const { protocol, gatewayId } = client?.loam ?? {}
    if (protocol === 'chirpstack' && !packet.topic.startsWith(`application/${gatewayId}/`)) return null
    // ThingsBoard's topics are the same for all: what one gateway says on them is not for another.
    if (packet.clientId && packet.topic.startsWith('v1/')) return null
    // Whoever does not read what he is sent holds up nobody else.
    if (client.conn.isBehind) {
      client.conn.destroy()
      return null
    }
    return packet
  },
})

broker.on('client', (client) => {
  const { clients } = gatewayOf(client.loam.gatewayId)
  clients.add(client)
  const [oldest] = clients
  if (clients.size <= limits.connectionsByGateway) return
  clients.delete(oldest)
  oldest.conn.destroy()
})
broker.on('clientReady', ({ conn, loam, closed }) => {
  if (closed) return
  const { gatewayId } = loam
  conn.onPing = () => pinged.add(gatewayId)
  conn.onTooLarge = (size) => link.tellTooLarge(gatewayId, size)
  conn.place.known()
  conn.admit(gatewayOf(gatewayId).pace)
  link.send({ kind: 'connection', gatewayId, state: 'come' })
})
broker.on('clientDisconnect', (client) => {
  const { gatewayId } = client.loam
  const gateway = gateways.get(gatewayId)
  gateway?.clients.delete(client)
  if (!gateway || gateway.clients.size > 0) return
  gateways.delete(gatewayId)
  link.send({ kind: 'connection', gatewayId, state: 'gone' })
})
// A connection that breaks off is nothing to report: its gateway is missed soon enough.
for (const event of ['clientError', 'connectionError']) broker.on(event, () => undefined)

/** Gateways that have nothing to say and are still there. */
const pinged = new Set()
setInterval(() => {
  if (link.isBehind) return
  for (const gatewayId of pinged) link.send({ kind: 'connection', gatewayId, state: 'ping' })
  pinged.clear()
}, PINGS)

function publish({ id, topic, payload, qos, to, retain }) {
  const packet = { cmd: 'publish', topic, payload: Buffer.from(payload), qos, retain }
  const published = (error) => link.send({ kind: 'published', id, error: error ? String(error) : undefined })
  if (to === undefined) return broker.publish(packet, published)
  const clients = [...(gateways.get(to)?.clients ?? [])]
  if (clients.length === 0) return published(new Error(`gateway ${to} is not connected`))
  let left = clients.length
  for (const client of clients)
    client.publish(packet, () => {
      left--
      if (left === 0) published()
    })
}

link.listen((message) => {
  if (message.kind === 'publish') publish(message)
  else if (message.kind === 'disconnect')
    for (const client of gateways.get(message.gatewayId)?.clients ?? []) client.close()
})

/** @param {import('node:net').Socket} socket */
function welcome(socket) {
  socket.on('error', () => undefined)
  const own = place(socket.remoteAddress ?? '')
  if (!own) {
    socket.destroy()
    return null
  }
  socket.on('close', own.left)
  socket.setNoDelay(true)
  socket.setKeepAlive(true, PROBE)
  return own
}

function serve(socket, own) {
  const gate = new Gate(socket, store, limits)
  gate.place = own
  broker.handle(gate)
}

const server = createServer((socket) => {
  const own = welcome(socket)
  if (own) serve(socket, own)
})
let isFallback = false
server.on('error', (error) => {
  if (error.code !== 'EADDRINUSE' || isFallback || !mayMove) throw error
  isFallback = true
  server.listen(0, host)
})
await new Promise((resolve) => {
  server.once('listening', resolve)
  server.listen(port, host)
})
link.send({ kind: 'listening', port: server.address().port, isFallback, tlsPort: await listenSecurely() })

/** Beside the plain one, where there is a certificate; answers its port. */
async function listenSecurely() {
  if (!tls) return undefined
  const options = { cert: tls.cert, key: tls.key, handshakeTimeout: limits.connectWait }
  const verified = tls.ca ? { ca: tls.ca, requestCert: true, rejectUnauthorized: true } : {}
  const secure = createSecureServer({ ...options, ...verified, minVersion: 'TLSv1.2' })
  const places = new Map()
  const nameOf = ({ remoteAddress, remotePort }) => `${remoteAddress} ${remotePort}`
  secure.on('connection', (socket) => {
    const own = welcome(socket)
    if (!own) return
    const name = nameOf(socket)
    places.set(name, own)
    socket.on('close', () => places.delete(name))
  })
  secure.on('secureConnection', (socket) => {
    const own = places.get(nameOf(socket))
    if (own) serve(socket, own)
    else socket.destroy()
  })
  secure.on('tlsClientError', (_error, socket) => socket.destroy())
  await new Promise((resolve, reject) => {
    secure.once('error', reject)
    secure.listen(tls.port, tls.host, resolve)
  })
  return secure.address().port
}
