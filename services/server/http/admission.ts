import { CODE } from '@services/contract/envelope'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { CallerKind } from '../database/callers'
import {
  BYTES_A_REQUEST,
  LARGE_AGAIN,
  LARGE_ANSWER,
  LARGE_BODY,
  LARGE_WORK,
  PUBLIC_SHARE,
  ROUTE_SHARE,
  RUNNING_SHARE,
  SOCKET_BYTES,
  SOCKET_FRAMES,
  SOCKET_SHARE,
} from '../limits'
import { type Allowance, type Budgets, createBudgets } from './budget'
import { Company } from './company'
import { ApiError } from './errors'
import { createRate } from './rate'
import { Recent } from './recent'
import { addressOf, type Subject } from './subject'
import { createTurns } from './turns'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served without a session. */
    readonly isPublic?: boolean
    /** Asked by whoever watches over the server: never refused for asking often. */
    readonly isUnlimited?: boolean
    /** For whom the call's statements run. */
    readonly caller?: CallerKind
    /** Megabytes that a file in its form may have. */
    readonly fileLimit?: number
  }
  interface FastifyInstance {
    admission: Admission
  }
}

/** Who is let in how often (`design/hardening.md §5`). */
export interface Admission {
  /**
   * Counts a request for the person who makes it, and for them at its route.
   * @throws ApiError 429
   */
  admitUser(request: FastifyRequest, userId: string): void
  /**
   * Waits, where a request brings or asks for much, until the person's others of that kind are done (`./turns.ts`).
   * @throws ApiError 429 when that takes too long
   */
  awaitTurn(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void>
  /** Whether somebody else than a person asks anything of late. */
  hasOthers(userId: string): boolean
  /** Takes note of what a person's call has brought out of the database: whether the next one asks for much is known from this. */
  noteAnswer(request: FastifyRequest, userId: string, bytes: number): void
}

/** Allowances, all derived from the requests a minute that one address has. */
export function allowancesOf(rateLimit: number) {
  const of = (requests: number, running: number): Allowance => ({
    requests: Math.max(1, Math.ceil(requests)),
    bytes: Math.max(1, Math.ceil(requests)) * BYTES_A_REQUEST,
    running: Math.max(4, Math.ceil(running)),
  })
  const running = rateLimit / RUNNING_SHARE
  return {
    /** Of an address, behind which a whole office may sit. */
    address: of(rateLimit, 8 * running),
    /** Of an address without a session: judging a password or drawing a picture is dear. */
    public: of(rateLimit / PUBLIC_SHARE, running),
    user: of(rateLimit, running),
    /** Of a person at one route. */
    route: of(rateLimit / ROUTE_SHARE, running / 2),
    /** Open connections of an address. */
    sockets: Math.max(4, Math.ceil(rateLimit / SOCKET_SHARE)),
  }
}

/**
 * Counts every request where it comes in. What counts is the route that serves it and not how its address is written:
 * `/%61pi/…` is the call of `/api/…`, and what leads nowhere is a stranger's.
 */
export function installAdmission(app: FastifyInstance, rateLimit: number): void {
  const allowances = allowancesOf(rateLimit)
  const [known, strange, people, routes] = [1, 2, 3, 4].map(() => createBudgets()) as [
    Budgets,
    Budgets,
    Budgets,
    Budgets,
  ]
  const company = new Company()
  const turns = createTurns({ hasOthers: ({ id }) => company.isBeside(id) })
  const expected = new Recent(LARGE_AGAIN)
  const open = new WeakMap<FastifyRequest, { readonly budgets: Budgets; readonly subject: Subject }[]>()
  const moved = new WeakMap<FastifyRequest, number>()

  const take = (request: FastifyRequest, budgets: Budgets, subject: Subject, allowance: Allowance) => {
    const wait = budgets.begin(subject, allowance)
    if (wait > 0) throw tooMany(wait)
    open.get(request)?.push({ budgets, subject })
  }
  app.decorate('admission', {
    admitUser(request, userId) {
      company.note(userId)
      take(request, people, { kind: 'user', id: userId }, allowances.user)
      take(request, routes, atRoute(request, userId), allowances.route)
    },
    async awaitTurn(request, reply, userId) {
      if (!isLarge(request) && !expected.has(atRoute(request, userId))) return
      const end = await turns.begin({ kind: 'user', id: userId })
      if (!end) throw tooMany(LARGE_WORK.longestRest)
      // Who has gone while waiting has had the turn.
      if (reply.raw.closed || reply.raw.destroyed) end()
      else reply.raw.once('close', end)
    },
    hasOthers: (userId) => company.isBeside(userId),
    noteAnswer(request, userId, bytes) {
      if (bytes > LARGE_ANSWER) expected.add(atRoute(request, userId))
    },
  } satisfies Admission)

  app.addHook('onRequest', async (request) => {
    const { config } = request.routeOptions
    if (config?.isUnlimited) return
    open.set(request, [])
    moved.set(request, bytesOf(request))
    const isStrange = config?.isPublic === true || isNowhere(request)
    if (isStrange) take(request, strange, addressOf(request.ip), allowances.public)
    else take(request, known, addressOf(request.ip), allowances.address)
  })
  const settle = (request: FastifyRequest) => {
    const bytes = Math.max(0, bytesOf(request) - (moved.get(request) ?? 0))
    for (const { budgets, subject } of open.get(request)?.splice(0) ?? []) budgets.end(subject, bytes)
  }
  app.addHook('onResponse', async (request) => settle(request))
  app.addHook('onRequestAbort', async (request) => settle(request))
  admitSockets(app, allowances.sockets, settle)
}

/** A person at a route, as a list that no name can imitate. */
const atRoute = ({ method, routeOptions }: FastifyRequest, userId: string): Subject => ({
  kind: 'route',
  id: JSON.stringify([userId, method, routeOptions.url]),
})

/** A path of the application itself (`/home`) is nowhere for the server, and is answered with the page. */
const isNowhere = (request: FastifyRequest) =>
  request.is404 && /^\/(?:api|websocket)(?:\/|\?|$)/i.test(decoded(request.url))

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '/api'
  }
}

/** Whether a request brings much, or does not say how much. */
function isLarge({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return Number(headers['content-length'] ?? 0) > LARGE_BODY
}

/** What has gone over a request's connection so far, both ways: requests over one connection come one after the other. */
function bytesOf({ raw }: FastifyRequest): number {
  return (raw.socket?.bytesRead ?? 0) + (raw.socket?.bytesWritten ?? 0)
}

/**
 * Web sockets: so many connections of one address, refused before they are opened; and on each so many frames and bytes,
 * counted where frames come in, so that no route can forget to.
 */
function admitSockets(app: FastifyInstance, most: number, settle: (request: FastifyRequest) => void): void {
  const counts = new Map<string, number>()
  const change = (id: string, by: number) => {
    const count = (counts.get(id) ?? 0) + by
    if (count > 0) counts.set(id, count)
    else counts.delete(id)
  }
  app.addHook('preValidation', async (request) => {
    if (!request.ws) return
    const { id } = addressOf(request.ip)
    if ((counts.get(id) ?? 0) >= most) throw tooMany(1_000)
    change(id, 1)
    request.raw.socket.once('close', () => change(id, -1))
    // A connection stays for hours: it is no request that runs.
    settle(request)
  })
  app.addHook('onReady', async () => {
    app.websocketServer.on('connection', (socket: WebSocket) => meter(socket))
  })
}

/** Ends a connection that sends more than anybody types, clicks or is asked for. */
function meter(socket: WebSocket): void {
  const frames = createRate(SOCKET_FRAMES.burst, SOCKET_FRAMES.perSecond)
  const bytes = createRate(SOCKET_BYTES.burst, SOCKET_BYTES.perSecond)
  const hear = (data: { readonly length?: number; readonly byteLength?: number }) => {
    const kilobytes = Math.ceil((data.byteLength ?? data.length ?? 0) / 1024)
    if (frames() === 0 && bytes(kilobytes) === 0) return
    socket.off('message', hear)
    socket.removeAllListeners('message')
    socket.close(BY_POLICY)
    // Who goes on sending is not waited for.
    setTimeout(() => socket.terminate(), 1_000).unref()
  }
  socket.on('message', hear)
}

/** What a close says of itself (RFC 6455 §7.4.1). */
const BY_POLICY = 1008

/** A refusal that says how many seconds are left. */
function tooMany(wait: number): ApiError {
  return new ApiError(CODE.tooMany, '@server.tooMany', {
    status: CODE.tooMany,
    data: { retryAfter: Math.ceil(wait / 1_000) },
  })
}
