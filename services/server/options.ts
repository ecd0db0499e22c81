import type { RequestListener, Server } from 'node:http'
import { resolve } from 'node:path'
import { type BackupSchedule, backupScheduleFrom } from './backup/schedule'
import { BUSY, type FileQuota } from './limits'
import type { BlobStore } from './storage/blobs'
import type { S3Options } from './storage/s3'
import { type TileSource, tileSourcesFrom } from './tile-sources'

/** How a server starts; `optionsFromEnvironment` reads them. */
export interface ServerOptions {
  /** The project's folder: `dist/client` stands in it. */
  readonly root: string
  /** Folder of the documents; `LOAM_SCHEMAS` names one outside the project. */
  readonly schemas: string
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  readonly dataFolder: string
  /** Where files that people send are kept; without it, in the bucket `s3`, and without that in the data folder. */
  readonly blobs?: BlobStore | undefined
  /** How much people may send; what is not given is as `FILE_QUOTA` says. */
  readonly fileQuota?: Partial<FileQuota> | undefined
  /** A bucket that several servers share. */
  readonly s3?: S3Options | undefined
  /** An external PostgreSQL; without it the embedded one runs. */
  readonly databaseUrl?: string | undefined
  /** Another login to it, as which the server works; `databaseUrl` is the owner of the tables then. */
  readonly appDatabaseUrl?: string | undefined
  /** A third login to it, as which SQL data interfaces run. */
  readonly readerDatabaseUrl?: string | undefined
  /** A Redis over which several servers hear each other; without it a server is alone. */
  readonly redisUrl?: string | undefined
  /** Where devices connect; without `mqttUrl` the server's own broker listens there. 0 lets the system choose. */
  readonly mqttPort?: number | undefined
  /** Where it listens without TLS: everywhere for the demo, else on this machine alone. */
  readonly mqttHost?: string | undefined
  /** Beside it over TLS: port, and files of the certificate, its key and the authority that devices' own must be of. */
  readonly mqttTls?: MqttTls | undefined
  /** An MQTT 5 broker that devices and several servers share; then no broker of our own runs. */
  readonly mqttUrl?: string | undefined
  /** The server's name at that broker: the same after a restart, another on each server. */
  readonly mqttClientId?: string | undefined
  /** Messages a second that one gateway may send; what is more waits. */
  readonly mqttRate?: number | undefined
  /** Days for which single readings are kept. */
  readonly telemetryDays?: number | undefined
  /** Password of `admin` at first start; without it one is made and printed once. */
  readonly adminPassword?: string | undefined
  /** The demo farm and the demo accounts. */
  readonly demo: boolean
  readonly demoPassword?: string | undefined
  /**
   * Simulated devices of the demo farm, a process of its own; not without the demo. `field`: some movements and answers
   * fail, as they do there; `faultless`: none does by itself.
   */
  readonly simulator?: 'field' | 'faultless' | undefined
  /** Somebody starts the server anew when it is killed: the demo's fault menu may do it then. */
  readonly isSupervised?: boolean | undefined
  readonly logLevel: string
  /** Journal of the ends of this server, which whoever looks after it keeps. */
  readonly endsFile?: string | undefined
  /** Where and when backups are made, and how many are kept. */
  readonly backup?: BackupSchedule | undefined
  /** Port of the loopback on which figures for machines are served; 0 lets the system choose. */
  readonly metricsPort?: number | undefined
  /** Token with which `/metrics` is served on the server's own port. */
  readonly metricsToken?: string | undefined
  /** Keys to encrypted values (`secrets/keys.ts`), the newest first, beside those kept in the data folder. */
  readonly secretKey?: string | undefined
  /** Requests a minute and address. */
  readonly rateLimit: number
  /** Bytes that a call which only looks may have in hand out of the database; without it as `CALL_BYTES` says. */
  readonly callBytes?: number | undefined
  /** Milliseconds by which the event loop may run late before work is refused; without it none is. */
  readonly busyDelay?: number | undefined
  /**
   * How many proxies stand before the server, each adding to `X-Forwarded-For` the address that it saw; the caller's is
   * that many entries from its end, since whatever stands before may be forged. 0: the header counts for nothing.
   */
  readonly trustProxy: number
  /** What HTTP data interfaces may reach: names, addresses and ranges of addresses. Empty: nothing. */
  readonly httpHosts?: readonly string[] | undefined
  /** The white list of addresses is set aside: for who has shut everybody out. */
  readonly ignoresWhiteList?: boolean | undefined
  /**
   * Where short messages are handed over: a gateway of one's own and its token, or what stands in the place of the configured
   * provider's address. Without it and a configured provider, codes go to the log.
   */
  readonly smsUrl?: string | undefined
  readonly smsToken?: string | undefined
  /** Where people reach the product (`https://farm.example`), for links in what leaves it; without it nothing that leaves has any. */
  readonly publicUrl?: string | undefined
  /** What stands in the place of the addresses of WeCom and DingTalk: their own editions inside, or a proxy. */
  readonly wecomUrl?: string | undefined
  readonly dingtalkUrl?: string | undefined
  /** Where the map's background may come from, besides the tiles in the data folder. */
  readonly tileSources?: readonly TileSource[] | undefined
  /** Watches `schemas/` and tells the browsers. */
  readonly watch: boolean
  /**
   * Makes the HTTP server that requests reach by what stands in front of it and has the address (`npm run dev`), with the
   * browser's part instead of `dist/client`.
   */
  readonly front?: ((handler: RequestListener) => Server) | undefined
}

export interface MqttTls {
  readonly port: number
  readonly cert: string
  readonly key: string
  readonly ca?: string | undefined
}

export function optionsFromEnvironment(env: NodeJS.ProcessEnv, root: string): ServerOptions {
  const port = Number(env['PORT'] || 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`PORT is "${env['PORT']}"; it should be a number from 0 to 65535.`)
  const mqttPort = Number(env['LOAM_MQTT_PORT'] || 1883)
  if (!Number.isInteger(mqttPort) || mqttPort < 0 || mqttPort > 65535)
    throw new Error(`LOAM_MQTT_PORT is "${env['LOAM_MQTT_PORT']}"; it should be a number from 0 to 65535.`)
  const proxies = Number(env['LOAM_TRUST_PROXY'] || 0)
  if (!Number.isInteger(proxies) || proxies < 0)
    throw new Error(`LOAM_TRUST_PROXY is "${env['LOAM_TRUST_PROXY']}"; it should be the number of proxies.`)
  return {
    root,
    schemas: resolve(root, env['LOAM_SCHEMAS'] || 'schemas'),
    host: env['HOST'] || '0.0.0.0',
    port,
    dataFolder: resolve(root, env['LOAM_DATA'] || 'data'),
    s3: s3FromEnvironment(env),
    fileQuota: quotaFromEnvironment(env),
    databaseUrl: env['DATABASE_URL'] || undefined,
    appDatabaseUrl: env['LOAM_APP_DATABASE_URL'] || undefined,
    readerDatabaseUrl: env['LOAM_READER_DATABASE_URL'] || undefined,
    redisUrl: env['REDIS_URL'] || undefined,
    mqttPort,
    mqttHost: env['LOAM_MQTT_HOST'] || (env['LOAM_DEMO'] === '0' ? '127.0.0.1' : undefined),
    mqttTls: mqttTlsFromEnvironment(env, root),
    mqttUrl: env['MQTT_URL'] || undefined,
    mqttClientId: env['LOAM_MQTT_CLIENT_ID'] || undefined,
    mqttRate: Number(env['LOAM_MQTT_RATE']) || undefined,
    telemetryDays: Number(env['LOAM_TELEMETRY_DAYS']) || undefined,
    adminPassword: env['LOAM_ADMIN_PASSWORD'] || undefined,
    demo: env['LOAM_DEMO'] !== '0',
    demoPassword: env['LOAM_DEMO_PASSWORD'] || undefined,
    simulator:
      env['LOAM_SIMULATOR'] === '0'
        ? undefined
        : env['LOAM_SIMULATOR'] === 'faultless'
          ? 'faultless'
          : 'field',
    isSupervised: env['LOAM_SUPERVISED'] === '1',
    logLevel: env['LOAM_LOG'] || 'warn',
    endsFile: env['LOAM_ENDS'] || undefined,
    backup: backupScheduleFrom(env['LOAM_BACKUP']),
    metricsPort: env['LOAM_METRICS_PORT'] ? portOf(env, 'LOAM_METRICS_PORT', 0) : undefined,
    metricsToken: env['LOAM_METRICS_TOKEN'] || undefined,
    secretKey: env['LOAM_SECRET_KEY'] || undefined,
    rateLimit: Number(env['LOAM_RATE_LIMIT']) || 60_000,
    busyDelay: Number(env['LOAM_BUSY_DELAY'] || BUSY.delay) || undefined,
    trustProxy: proxies,
    httpHosts: (env['LOAM_HTTP_HOSTS'] ?? '').split(',').filter((host) => host.trim() !== ''),
    ignoresWhiteList: env['LOAM_WHITELIST'] === '0',
    smsUrl: addressFromEnvironment(env, 'LOAM_SMS_URL'),
    smsToken: env['LOAM_SMS_TOKEN'] || undefined,
    publicUrl: publicUrlFrom(env),
    wecomUrl: addressFromEnvironment(env, 'LOAM_QYWX_URL'),
    dingtalkUrl: addressFromEnvironment(env, 'LOAM_DINGTALK_URL'),
    tileSources: tileSourcesFrom(env['LOAM_TILES']),
    watch: true,
  }
}

function mqttTlsFromEnvironment(env: NodeJS.ProcessEnv, root: string): MqttTls | undefined {
  const [given, cert, key, ca] = ['PORT', 'CERT', 'KEY', 'CA'].map(
    (name) => env[`LOAM_MQTT_TLS_${name}`] || undefined,
  )
  if (!given && !cert && !key && !ca) return undefined
  if (!cert || !key)
    throw new Error(
      'LOAM_MQTT_TLS_CERT and LOAM_MQTT_TLS_KEY name the files of a certificate and its key; both are needed.',
    )
  const port = Number(given ?? 8883)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`LOAM_MQTT_TLS_PORT is "${given}"; it should be a number from 0 to 65535.`)
  return { port, cert: resolve(root, cert), key: resolve(root, key), ca: ca && resolve(root, ca) }
}

function portOf(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const port = Number(env[name] || otherwise)
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port
  throw new Error(`${name} is "${env[name]}"; it should be a number from 0 to 65535.`)
}

function quotaFromEnvironment(env: NodeJS.ProcessEnv): Partial<FileQuota> {
  const perUser = Number(env['LOAM_FILE_QUOTA']) * 2 ** 30
  const freeDisk = Number(env['LOAM_FREE_DISK']) * 2 ** 30
  return { ...(perUser > 0 && { perUser }), ...(freeDisk > 0 && { freeDisk }) }
}

function s3FromEnvironment(env: NodeJS.ProcessEnv): S3Options | undefined {
  const bucket = env['S3_BUCKET']
  if (!bucket) return undefined
  const accessKeyId = env['S3_ACCESS_KEY_ID'] || undefined
  const secretAccessKey = env['S3_SECRET_ACCESS_KEY'] || undefined
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are given together or not at all.')
  return {
    bucket,
    endpoint: env['S3_ENDPOINT'] || undefined,
    region: env['S3_REGION'] || undefined,
    accessKeyId,
    secretAccessKey,
  }
}

/** The origin alone: the product is served at the root of its address. */
function publicUrlFrom(env: NodeJS.ProcessEnv): string | undefined {
  const address = addressFromEnvironment(env, 'LOAM_PUBLIC_URL')
  if (address === undefined) return undefined
  const { origin, href } = new URL(address)
  if (href === `${origin}/`) return origin
  throw new Error(
    `LOAM_PUBLIC_URL is "${address}"; it should be the product's address alone, like https://farm.example.`,
  )
}

function addressFromEnvironment(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const address = env[name] || undefined
  if (address === undefined || /^https?:$/.test(URL.parse(address)?.protocol ?? '')) return address
  throw new Error(`${name} is "${address}"; it should be an address that begins with http:// or https://.`)
}
