// The embedded MQTT broker, in a thread of its own: who may connect, what a gateway may say and hear, how much and how fast.
// A message is acknowledged (PUBACK) when the server says that it is kept.
import { createServer } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { Aedes } from 'aedes'

/** @typedef {import('./broker').Identity} Identity */

const { host, port, mayMove, payloadLimit, rate, root } = workerData
/** Packets of a connection that wait until it has signed in. */
const QUEUE = 5_000
/** Seconds' worth of messages that may come at once. */
const BURST = 2

let next = 1
/** What the server has not answered yet. @type {Map<number, (answer: any) => void>} */
const waiting = new Map()
/** Messages for the server, sent together. @type {object[]} */
let outgoing = []

function ask(message, answer) {
  const id = next++
  waiting.set(id, answer)
  send({ ...message, id })
}

function send(message) {
  if (outgoing.length === 0)
    setImmediate(() => {
      parentPort.postMessage(outgoing)
      outgoing = []
    })
  outgoing.push(message)
}

/** What a gateway may publish. @param {Identity} identity @param {string} topic */
function maySay({ projectId, gatewayId, protocol }, topic) {
  const parts = topic.split('/')
  if (protocol === 'loam') {
    const own = `${root}/${projectId}/${gatewayId}/`
    return (
      topic.startsWith(own) &&
      /^(status|req|res|[^/]+\/(tele|state|event|ack))$/.test(topic.slice(own.length))
    )
  }
  if (protocol === 'thingsboard') return topic.startsWith('v1/gateway/') || topic.startsWith('v1/devices/me/')
  if (protocol === 'chirpstack')
    return topic.startsWith(`application/${gatewayId}/device/`) && parts[4] === 'event' && parts.length === 6
  const [space, group, kind, node] = parts
  return (
    space === 'spBv1.0' &&
    group === projectId &&
    node === gatewayId &&
    parts.length <= 5 &&
    /^[ND](BIRTH|DEATH|DATA)$/.test(kind ?? '')
  )
}

/** What a gateway may listen to. @param {Identity} identity @param {string} filter */
function mayHear({ projectId, gatewayId, protocol }, filter) {
  if (protocol === 'loam') return filter.startsWith(`${root}/${projectId}/${gatewayId}/`)
  if (protocol === 'thingsboard')
    return filter.startsWith('v1/gateway/') || filter.startsWith('v1/devices/me/')
  // ChirpStack listens for all applications; it is given those of its own (`authorizeForward`).
  if (protocol === 'chirpstack') return filter.startsWith('application/')
  return (
    filter === `spBv1.0/${projectId}/NCMD/${gatewayId}` ||
    filter.startsWith(`spBv1.0/${projectId}/DCMD/${gatewayId}/`) ||
    /^(spBv1\.0\/)?STATE\//.test(filter)
  )
}

/** How long a connection must wait before its next message counts, in milliseconds. */
function delayOf(client) {
  const now = Date.now()
  const since = client.loamSince ?? now
  client.loamLeft =
    Math.min(rate * BURST, (client.loamLeft ?? rate * BURST) + ((now - since) / 1000) * rate) - 1
  client.loamSince = now
  return client.loamLeft >= 0 ? 0 : (-client.loamLeft / rate) * 1000
}

const broker = await Aedes.createBroker({
  queueLimit: QUEUE,
  maxTopicLevels: 8,
  authenticate(client, username, password, done) {
    const refuse = (returnCode) => done(Object.assign(new Error('not authorized'), { returnCode }), false)
    ask(
      { kind: 'signIn', username: String(username ?? ''), password: password ? String(password) : '' },
      ({ identity, isAway }) => {
        if (!identity) return refuse(isAway ? 3 : 4)
        client.loam = identity
        // Nobody takes over another gateway's session by calling himself the same.
        client.id = `${identity.gatewayId}/${client.id}`
        done(null, true)
      },
    )
  },
  authorizePublish(client, packet, done) {
    const identity = client?.loam
    if (!identity) return done(new Error('not signed in'))
    // The server keeps the last state of everything: nothing needs to be retained here.
    packet.retain = false
    const isTooLarge = packet.payload.length > payloadLimit
    const isOwn = maySay(identity, packet.topic)
    const refused = isOwn ? (isTooLarge ? 'too large' : undefined) : 'not its topic'
    const message = {
      kind: 'message',
      topic: packet.topic,
      payload: Uint8Array.from(packet.payload.subarray(0, payloadLimit)),
      gatewayId: identity.gatewayId,
      refused,
    }
    const pass = () => ask(message, () => done(isOwn ? null : new Error(`${packet.topic} is not its topic`)))
    const delay = delayOf(client)
    if (delay > 0) setTimeout(pass, delay)
    else pass()
  },
  authorizeSubscribe(client, subscription, done) {
    done(null, client?.loam && mayHear(client.loam, subscription.topic) ? subscription : null)
  },
  authorizeForward(client, packet) {
    const { protocol, gatewayId } = client?.loam ?? {}
    if (protocol === 'chirpstack' && !packet.topic.startsWith(`application/${gatewayId}/`)) return null
    // ThingsBoard's topics are the same for all: what one gateway says on them is not for another.
    return packet.clientId && packet.topic.startsWith('v1/') ? null : packet
  },
})

broker.on('clientReady', ({ loam }) => {
  if (loam) send({ kind: 'connection', gatewayId: loam.gatewayId, state: 'come' })
})
broker.on('clientDisconnect', ({ id, loam }) => {
  if (!loam) return
  const isElsewhere = clientsOf(loam.gatewayId).some((other) => other.id !== id)
  if (!isElsewhere) send({ kind: 'connection', gatewayId: loam.gatewayId, state: 'gone' })
})
// A gateway that has nothing to say is still there.
broker.on('ping', (_packet, { loam }) => {
  if (loam) send({ kind: 'connection', gatewayId: loam.gatewayId, state: 'ping' })
})
// A connection that breaks off is nothing to report: its gateway is missed soon enough.
for (const event of ['clientError', 'connectionError']) broker.on(event, () => undefined)

function clientsOf(gatewayId) {
  return Object.values(broker.clients).filter(({ loam }) => loam?.gatewayId === gatewayId)
}

function publish({ id, topic, payload, qos, to, retain }) {
  const packet = { cmd: 'publish', topic, payload: Buffer.from(payload), qos, retain }
  const published = (error) => send({ kind: 'published', id, error: error ? String(error) : undefined })
  if (to === undefined) return broker.publish(packet, published)
  const clients = clientsOf(to)
  if (clients.length === 0) return published(new Error(`gateway ${to} is not connected`))
  let left = clients.length
  for (const client of clients)
    client.publish(packet, () => {
      left--
      if (left === 0) published()
    })
}

parentPort.on('message', (message) => {
  if (message.kind === 'publish') publish(message)
  else if (message.kind === 'disconnect') for (const client of clientsOf(message.gatewayId)) client.close()
  else
    for (const { id, ...answer } of message.answers) {
      waiting.get(id)?.(answer)
      waiting.delete(id)
    }
})

const server = createServer((connection) => {
  connection.setNoDelay(true)
  broker.handle(connection)
})
let isFallback = false
server.on('error', (error) => {
  if (error.code !== 'EADDRINUSE' || isFallback || !mayMove) throw error
  isFallback = true
  server.listen(0, host)
})
server.on('listening', () => {
  parentPort.postMessage([{ kind: 'listening', port: server.address().port, isFallback }])
})
server.listen(port, host)
