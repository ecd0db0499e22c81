import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { SessionUser } from '../module'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the call that the route serves (`role.update`). */
    readonly call?: string
  }
}

/** What failed in the server itself, without a value that the caller has sent. */
export interface HeardFailure {
  readonly message: string
  readonly stack: string
}

/** A request as the log keeps it: who, what and how long. Of its query and its body nothing. */
export interface HeardRequest {
  readonly at: Date
  readonly userId: string
  readonly account: string
  readonly ip: string
  readonly device: string
  readonly requestId: string
  readonly call: string
  readonly method: string
  readonly url: string
  /** Milliseconds. */
  readonly duration: number
  readonly status: number
  /** Whether the call changes nothing. */
  readonly isRead: boolean
  readonly failure: HeardFailure | null
}

/** What has come in over HTTP, told to whoever listens once it is answered. */
export interface HeardRequests {
  /** One listener; told in the request's own turn, so that it must only take note. */
  listen(listener: (request: HeardRequest) => void): void
}

declare module '../module' {
  interface Services {
    heardRequests: HeardRequests
  }
}

const callers = new WeakMap<FastifyRequest, SessionUser>()
const failures = new WeakMap<FastifyRequest, FastifyError | Error>()

/** Takes note of who makes a request. */
export const noteCaller = (request: FastifyRequest, user: SessionUser): void =>
  void callers.set(request, user)
/** Takes note of what went wrong with a request in the server itself. */
export const noteFailure = (request: FastifyRequest, error: FastifyError | Error): void =>
  void failures.set(request, error)

/** Tells of each request at a call once it is answered. */
export function hearRequests(app: FastifyInstance): HeardRequests {
  let listener: ((request: HeardRequest) => void) | undefined
  app.addHook('onResponse', (request, reply, done) => {
    const { call } = request.routeOptions.config
    if (listener && call !== undefined) {
      const user = callers.get(request)
      const error = failures.get(request)
      listener({
        at: new Date(Date.now() - Math.round(reply.elapsedTime)),
        userId: user?.userId ?? '',
        account: user?.userAccount ?? '',
        ip: request.ip,
        device: String(request.headers['user-agent'] ?? '').slice(0, 300),
        requestId: request.id,
        call,
        method: request.method,
        url: addressOf(request),
        duration: Math.round(reply.elapsedTime),
        status: reply.statusCode,
        isRead: request.routeOptions.config.caller === 'reader',
        failure: error ? failureOf(error, request) : null,
      })
    }
    done()
  })
  return {
    listen(heard) {
      listener = heard
    },
  }
}

/** Parameters of paths that let somebody in, whoever reads them. */
const KEYS = /ticket|token|scan|code|secret|timestamp/i
/** Characters of an address that are kept. */
const LONGEST = 500

/** The path of a request by its route, its parameters filled in; those of what strangers ask are keys and are not. */
function addressOf({ routeOptions, params }: FastifyRequest): string {
  const { url = '', config } = routeOptions
  if (config.isPublic) return url
  const values = (params ?? {}) as Readonly<Record<string, unknown>>
  return url
    .replace(/:(\w+)/g, (place, name: string) => (KEYS.test(name) ? place : String(values[name] ?? place)))
    .slice(0, LONGEST)
}

/** Members of bodies whose values are nobody's to read, wherever they come up again. */
const SECRETS = /pass|secret|token|key|code|ticket|proof|pwd/i
const MOST_STACK = 4_000

/**
 * What an error says of itself. A database quotes the value that it could not take, and a library may quote anything it was
 * given: what stands in quotes goes, and so does every secret of the request.
 */
function failureOf(error: FastifyError | Error, request: FastifyRequest): HeardFailure {
  const secrets = [...secretsIn(request.body), ...secretsIn(request.query)]
  const clean = (text: string) => {
    const open = text.replace(/"(?:[^"\\]|\\.){1,2000}"/g, (quoted) =>
      // Names of tables and columns are no secret, and without them nobody knows where to look.
      /^"[a-z_][a-z0-9_.]{0,62}"$/.test(quoted) && 'severity' in error ? quoted : '"…"',
    )
    return secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), open)
  }
  const { code } = error as { readonly code?: unknown }
  const kind = code === undefined ? error.name : `${error.name} ${String(code)}`
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    message: clean(`${kind}: ${error.message}`).slice(0, 1_000),
    stack: clean(frames.join('\n')).slice(0, MOST_STACK),
  }
}

function secretsIn(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > 4) return []
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member === 'string') return SECRETS.test(name) && member.length >= 4 ? [member] : []
    return secretsIn(member, depth + 1)
  })
}
