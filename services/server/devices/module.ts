import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { createSecureContext } from 'node:tls'
import { limitsOf, limitsVersion } from '@runtime/field/interlock/limits'
import { type ConfigPayload, gatewayTopic, type RequestPayload } from '@runtime/field/topics'
import type { Db, ModuleServer, ServerModule } from '../module'
import { telemetryDays } from '../modules/field/telemetry/module'
import { createPartitions } from '../modules/field/telemetry/partitions'
import type { ServerOptions } from '../options'
import { type Adaptor, type Addressee, bytesOf } from './adaptors/adaptor'
import { createChirpstackAdaptor } from './adaptors/chirpstack'
import { loamAdaptor } from './adaptors/loam'
import { createSparkplugAdaptor } from './adaptors/sparkplug'
import { createThingsboardAdaptor } from './adaptors/thingsboard'
import { serveAside } from './aside-routes'
import { answerAttributes } from './attributes'
import type { Broker, BrokerEvents, Identity, Message } from './broker/broker'
import type { SecurePort } from './broker/child'
import { startEmbeddedBroker } from './broker/embedded'
import { connectBroker } from './broker/external'
import { createCommitter } from './committer'
import { openCredibilityWatch } from './credibility-watch'
import { type Directory, openDirectory } from './directory'
import { createFreezeWatch } from './freeze-watch'
import type { HeardBatch } from './hearing'
import type { Consumer, Devices } from './ingest'
import { type KeepOptions, keepMessages, setMessageAside } from './keep'
import type { LiveChange, Signs } from './live'
import { sweep } from './sweep'
import { createFirstHeard } from './time-quality'

/** How often it is looked for who has fallen silent, and for what has changed in the directory, in milliseconds. */
const SWEEP = 5_000
/** A node that goes on without the birth it was asked for is asked again after this long, in milliseconds. */
const REBIRTH = 10_000
/** Messages a second that one gateway may send. */
const RATE = 1_000
const DAY = 86_400_000

/** Everything between the broker and the rest of the server (`design/field.md §2.6, §2.7, §3.3`). */
export const devicesModule: ServerModule = {
  name: 'devices',
  pool: 'field',
  register(server) {
    const consumers = new Map<string, Consumer>()
    let open: Open | null = null
    const opened = () => {
      if (!open) throw new Error('The devices are not there before the server is ready')
      return open
    }
    server.services.devices = {
      consume: (name, consumer) => consumers.set(name, consumer),
      send: async (to, command) => {
        const { adaptorOf, broker, directory } = opened()
        const called = { ...to, deviceId: directory.calls(to.deviceId) }
        await publish(broker, adaptorOf(to).command(called, command))
      },
      request: async (to, request) => opened().request(to, request),
      configure: async (projectId) => open?.configure(projectId),
      isConnected: () => open?.broker.isConnected() ?? false,
      get crashBroker() {
        return opened().broker.crash ?? null
      },
      get url() {
        return opened().broker.url
      },
    } satisfies Devices
    serveAside(server, () => opened().keeping)
    server.onReady(async () => {
      open = await openDevices(server, consumers)
      server.onClose(open.close)
    })
  },
}

interface Open {
  readonly broker: Broker
  readonly directory: Directory
  readonly keeping: KeepOptions
  adaptorOf(to: Addressee): Adaptor
  request(to: Addressee, request: RequestPayload): Promise<void>
  configure(projectId: string): Promise<void>
  readonly close: () => Promise<void>
}

async function openDevices(server: ModuleServer, consumers: ReadonlyMap<string, Consumer>): Promise<Open> {
  const { db, pools, options, log } = server
  const directory = await openDirectory(db)
  const signs: Signs = { gateways: new Map(), devices: new Map() }
  const adaptors: Readonly<Record<Identity['protocol'], Adaptor>> = {
    loam: loamAdaptor,
    thingsboard: createThingsboardAdaptor(),
    // Several servers hear each other over Redis, and a broker of others shares a node's messages out among them.
    sparkplug: createSparkplugAdaptor({ hearsAll: !options.mqttUrl || !options.redisUrl }),
    chirpstack: createChirpstackAdaptor(),
  }
  const adaptorOf = ({ gatewayId }: Addressee) => adaptors[directory.gateway(gatewayId)?.protocol ?? 'loam']
  const request = async (to: Addressee, requested: RequestPayload) => {
    const outgoing = adaptorOf(to).request(to, requested)
    if (outgoing) await publish(broker, outgoing)
  }
  const requestState = (to: Addressee) =>
    request(to, { id: randomUUID(), what: 'state' }).catch((error: unknown) =>
      log.info(`gateway ${to.gatewayId} could not be asked for its state: ${error}`),
    )
  const keeping: KeepOptions = {
    ...{ db, directory, consumers, signs },
    adaptors: Object.values(adaptors),
    partitions: createPartitions(pools.owner),
    rules: {
      directory,
      isFrozen: createFreezeWatch(),
      isCredible: await openCredibilityWatch(db),
      firstHeard: createFirstHeard(),
      keptFor: telemetryDays(options) * DAY,
    },
    respond: (heard, change) => () => respond(heard, change),
  }
  const reborn = new Map<string, number>()
  const respond = async (heard: HeardBatch, change: LiveChange) => {
    const ask = new Map<string, Addressee>()
    for (const gateway of change.gateways)
      if (gateway.change === 'online') ask.set(gateway.gatewayId, gateway)
    for (const gatewayId of heard.unborn) {
      const gateway = directory.gateway(gatewayId)
      if (!gateway || Date.now() - (reborn.get(gatewayId) ?? 0) < REBIRTH) continue
      reborn.set(gatewayId, Date.now())
      ask.set(gatewayId, gateway)
    }
    for (const to of ask.values()) void requestState(to)
    for (const { request: requested, ...to } of heard.requests)
      void answer({ db, broker, directory, log: log.info }, to, requested)
    for (const requested of heard.attributeRequests)
      void answerAttributes(db, directory, requested)
        .then((outgoing) => publish(broker, outgoing))
        .catch((error: unknown) => log.info(`gateway ${requested.gatewayId} could not be answered: ${error}`))
  }
  const committer = createCommitter<Message>({
    commit: (messages) => keepMessages(keeping, messages),
    setAside: (message, error) => setMessageAside(keeping, message, error),
    sizeOf: ({ payload }) => payload.length,
    settle: (message) => message.settle(),
    log,
  })
  // Before the broker is open there is nobody to send away.
  let sendAway = () => {}
  const events: BrokerEvents = {
    receive: committer.receive,
    async signIn(username, password) {
      const identity = await directory.signIn(username, password)
      // Who comes with a new token ends what goes on under the old one; after he is let in he would be sent away himself.
      sendAway()
      return identity
    },
    // Whatever was said while nobody listened is asked for again; gateways of the embedded broker come by themselves.
    connected: () => {
      if (options.mqttUrl) void requestAll(server, requestState)
    },
  }
  const broker = await openBroker(server, events)
  sendAway = () => {
    for (const gatewayId of directory.revoked()) broker.disconnect(gatewayId)
  }
  const timer = setInterval(() => {
    const work = async () => {
      await directory.refresh()
      sendAway()
      return sweep(db, consumers, signs, (error, projectId) =>
        log.warn(`silent devices of project ${projectId} could not be looked for: ${error}`),
      )
    }
    committer
      .run(work)
      .catch((error: unknown) => log.warn(`silent devices could not be looked for: ${error}`))
  }, SWEEP).unref()
  return {
    broker,
    directory,
    keeping,
    adaptorOf,
    request,
    async configure(projectId) {
      await directory.refresh()
      for (const { gatewayId, protocol } of directory.gatewaysOf(projectId))
        if (protocol === 'loam')
          await answer(
            { db, broker, directory, log: log.info },
            { projectId, gatewayId },
            { id: '', what: 'config' },
          )
    },
    async close() {
      clearInterval(timer)
      broker.pause()
      await committer.close()
      await broker.close()
    },
  }
}

async function openBroker({ options, log }: ModuleServer, events: BrokerEvents): Promise<Broker> {
  if (!options.mqttUrl)
    return startEmbeddedBroker(
      {
        host: options.mqttHost ?? options.host,
        port: options.mqttPort ?? 0,
        tls: await securePort(options),
        rate: options.mqttRate ?? RATE,
      },
      events,
      log,
    )
  // A server on a port of the system's choice has no name that would outlive it.
  const name = options.port === 0 ? randomUUID() : `${hostname()}-${options.port}`
  return connectBroker(
    { url: options.mqttUrl, clientId: options.mqttClientId ?? `loam-${name}` },
    events,
    log,
  )
}

/** @throws Error with the name of the setting where a file cannot be read */
async function securePort({ host, mqttTls }: ServerOptions): Promise<SecurePort | undefined> {
  if (!mqttTls) return undefined
  const read = async (setting: string, file: string) => {
    try {
      return await readFile(file, 'utf8')
    } catch (error) {
      throw new Error(`${setting} names a file that cannot be read: ${messageOf(error)}`)
    }
  }
  const cert = await read('LOAM_MQTT_TLS_CERT', mqttTls.cert)
  const key = await read('LOAM_MQTT_TLS_KEY', mqttTls.key)
  const ca = mqttTls.ca === undefined ? undefined : await read('LOAM_MQTT_TLS_CA', mqttTls.ca)
  try {
    createSecureContext({ cert, key, ca })
  } catch (error) {
    throw new Error(`LOAM_MQTT_TLS_CERT, _KEY and _CA do not go together: ${messageOf(error)}`)
  }
  return { host, port: mqttTls.port, cert, key, ca }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function publish(
  broker: Broker,
  { topic, payload, ...how }: ReturnType<Adaptor['command']>,
): Promise<void> {
  await broker.publish(topic, payload, how)
}

async function requestAll({ db }: ModuleServer, ask: (to: Addressee) => Promise<void>): Promise<void> {
  const rows = await db
    .selectFrom('gateway')
    .select(['id', 'project_id'])
    .where('is_online', '=', true)
    .execute()
  for (const { id, project_id } of rows) await ask({ projectId: project_id, gatewayId: id })
}

/** What an answer to a gateway is made from. */
interface Answering {
  readonly db: Db
  readonly broker: Broker
  readonly directory: Directory
  readonly log: (line: string) => void
}

/** Answers what a gateway asks: the time, or what it works by. */
async function answer(answering: Answering, to: Addressee, { id, what }: RequestPayload): Promise<void> {
  const { broker, log } = answering
  try {
    const body = what === 'config' ? await configOf(answering, to, id) : { id, what, ts: Date.now() }
    const topic = gatewayTopic(to.projectId, to.gatewayId, 'res')
    await broker.publish(topic, bytesOf(body), { qos: 1 })
  } catch (error) {
    log(`gateway ${to.gatewayId} could not be answered: ${error}`)
  }
}

/** A gateway's devices and how often they report, and the interlock table that its commands are checked by. */
async function configOf(
  { db, directory }: Answering,
  { projectId, gatewayId }: Addressee,
  id: string,
): Promise<ConfigPayload> {
  const project = await db
    .selectFrom('project')
    .select('limits')
    .where('id', '=', projectId)
    .executeTakeFirst()
  const limits = limitsOf(project?.limits)
  const devices = [...directory.devicesOf(gatewayId)].map(({ id: device, kind, everySec }) => ({
    id: device,
    kind,
    every: everySec,
  }))
  return { id, what: 'config', ts: Date.now(), devices, il: limitsVersion(limits), limits }
}
