import type { WebSocket } from '@fastify/websocket'
import type { Translate } from '@runtime/host'
import type { clientFrames } from '@services/contract/frames'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Bus } from '../bus/bus'
import { SOCKET_LIMITS } from '../limits'
import { type Locales, languageOf } from '../locales'
import type { Log } from '../log'
import type { Services, SessionUser } from '../module'
import { ApiError } from './errors'
import { createFrameReader, type FrameHandler } from './frames'
import type { Frame, Member } from './member'
import { OpenSockets } from './open-sockets'
import { createPresence } from './presence'
import { closeSoon } from './socket-close'

/** Pushes to the browsers that are connected, whichever server they are connected to, and hears them. */
export interface SocketHub {
  /** To everybody on this server only: what every server notices by itself (a changed file). */
  broadcastHere(frame: Frame): void
  broadcast(frame: Frame): Promise<void>
  toUser(userId: string, frame: Frame): Promise<void>
  /** Tells a session's browsers why it has ended (a locale key) and closes them. */
  endSession(sessionId: string, why: Pick<ApiError, 'code' | 'text'>): Promise<void>
  /** Closes the browsers of this server whose session has ended, here or elsewhere, and tells them why. */
  endOver(): Promise<void>
  /** Serves a frame of the clients (`services/contract/frames.ts`). */
  serve<M extends keyof typeof clientFrames>(method: M, handler: FrameHandler<M>): void
  /** The browsers of a person that are connected to this server. */
  membersOf(userId: string): ReadonlySet<Member>
  /** Who has a browser connected to this server. */
  usersHere(): readonly string[]
  /** Who has a browser connected to any server. */
  online(): readonly string[]
}

declare module '../module' {
  interface Services {
    sockets: SocketHub
  }
}

type Message =
  | { readonly to: 'all'; readonly frame: Frame }
  | { readonly to: 'user'; readonly id: string; readonly frame: Frame }
  | { readonly to: 'session'; readonly id: string; readonly why: Pick<ApiError, 'code' | 'text'> }

const CHANNEL = 'sockets'
/** A connection that answers no ping within this time, in milliseconds, is closed. */
const HEARTBEAT = 30_000
/** What a close says of itself (RFC 6455 §7.4.1). */
const CLOSED = { normally: 1000, byPolicy: 1008, byFailure: 1011 } as const

/** The sockets at `/websocket/:token`; a token that is not good gets a `logout` frame and is closed. */
export function openSockets(
  app: FastifyInstance,
  { bus, services, locales, log }: { bus: Bus; services: Services; locales: Locales; log: Log },
): SocketHub {
  const members = new OpenSockets<SocketMember>()
  const reader = createFrameReader(log)
  const presence = createPresence(bus, (userId, isOnline) =>
    hub.broadcastHere({ method: isOnline ? 'Online' : 'Offline', userId }),
  )

  const join = (member: SocketMember) => {
    const { userId } = member.user
    for (const old of members.join(userId, member)) old.end({ method: 'closeSocket' }, CLOSED.byPolicy)
    if (members.of(userId).size === 1) presence.come(userId)
  }
  const leave = (member: SocketMember) => {
    const { userId } = member.user
    if (members.leave(userId, member)) presence.go(userId)
  }
  const end = (member: SocketMember, { code, text }: Pick<ApiError, 'code' | 'text'>) =>
    member.end({ method: 'logout', token: member.token, code, msg: member.translate(text) }, CLOSED.normally)

  const welcome = async (socket: WebSocket, request: FastifyRequest, token: string) => {
    const translate = translatorOf(request, locales)
    // Frames may come before it is known whose they are.
    const early: string[] = []
    let waiting = 0
    const keep = (data: unknown) => {
      const text = String(data)
      waiting += Buffer.byteLength(text)
      if (waiting > SOCKET_LIMITS.early) socket.terminate()
      else early.push(text)
    }
    socket.on('message', keep)
    socket.on('error', () => socket.terminate())
    try {
      const user = await services.sessions.authenticate(token)
      if (socket.readyState !== socket.OPEN) return
      // With the new password comes another session, and with that another connection. Who looks as somebody else is not there
      // as them, and hears nothing that is said to them.
      if (user.passwordDue || user.viewedBy) {
        socket.send(JSON.stringify({ method: 'closeSocket' }))
        return socket.close(CLOSED.byPolicy)
      }
      const member = new SocketMember(socket, user, token, translate)
      const hear = (data: unknown) => reader.hear(member, String(data))
      socket.off('message', keep)
      socket.on('message', hear)
      socket.on('pong', () => member.answered())
      socket.on('close', () => leave(member))
      join(member)
      for (const data of early) hear(data)
    } catch (error) {
      if (!(error instanceof ApiError)) return socket.close(CLOSED.byFailure)
      const msg = translate(error.text, error.params)
      socket.send(JSON.stringify({ method: 'logout', token, code: error.code, msg }))
      socket.close(CLOSED.byPolicy)
    }
  }
  app.get<{ Params: { token: string } }>('/websocket/:token', { websocket: true }, (socket, request) =>
    welcome(socket, request, request.params.token),
  )

  const unsubscribe = bus.subscribe(CHANNEL, (received) => {
    const message = received as Message
    if (message.to === 'all') hub.broadcastHere(message.frame)
    else if (message.to === 'user') for (const member of members.of(message.id)) member.send(message.frame)
    else
      for (const member of members.all()) if (member.user.sessionId === message.id) end(member, message.why)
  })
  const endOver = async () => {
    const here = members.all()
    if (here.length === 0) return
    const ended = await services.sessions.endedAmong(here.map(({ user }) => user.sessionId))
    for (const member of here) {
      const why = ended.get(member.user.sessionId)
      if (why) end(member, why)
    }
  }
  const sweep = async () => {
    const here = members.all()
    const living = here.filter(({ lives }) => lives).map(({ user }) => user.sessionId)
    for (const member of here) member.probe()
    if (here.length === 0) return
    await endOver()
    // A screen that only watches is in use: its session does not end for want of calls.
    await services.sessions.touch(living)
  }
  const heartbeat = setInterval(() => {
    sweep().catch((error: unknown) => log.warn(`sockets could not be looked after: ${error}`))
  }, HEARTBEAT)
  app.addHook('preClose', async () => {
    clearInterval(heartbeat)
    unsubscribe()
    presence.close()
  })

  const hub: SocketHub = {
    broadcastHere(frame) {
      const text = JSON.stringify(frame)
      for (const member of members.all()) member.sendText(text)
    },
    broadcast: (frame) => bus.publish(CHANNEL, { to: 'all', frame } satisfies Message),
    toUser: (id, frame) => bus.publish(CHANNEL, { to: 'user', id, frame } satisfies Message),
    endSession: (id, { code, text }) =>
      bus.publish(CHANNEL, { to: 'session', id, why: { code, text } } satisfies Message),
    endOver,
    serve: reader.serve,
    membersOf: (userId) => members.of(userId),
    usersHere: () => members.users,
    online: presence.online,
  }
  return hub
}

/** A browser cannot name a language in a socket's headers; it does so in the address. */
function translatorOf({ headers, query }: FastifyRequest, locales: Locales): Translate {
  const { language } = query as { readonly language?: unknown }
  return locales.translator(languageOf({ ...headers, ...(language ? { 'x-language': language } : {}) })).text
}

class SocketMember implements Member {
  readonly user: SessionUser
  readonly token: string
  readonly translate: Translate
  private readonly socket: WebSocket
  private isAlive = true

  constructor(socket: WebSocket, user: SessionUser, token: string, translate: Translate) {
    this.socket = socket
    this.user = user
    this.token = token
    this.translate = translate
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  send(frame: Frame): void {
    this.sendText(JSON.stringify(frame))
  }

  sendText(text: string): void {
    if (!this.isOpen) return
    if (this.socket.bufferedAmount + Buffer.byteLength(text) > SOCKET_LIMITS.out) this.terminate()
    else this.socket.send(text)
  }

  terminate(): void {
    this.socket.terminate()
  }

  onClose(work: () => void): void {
    this.socket.once('close', work)
  }

  end(lastFrame: Frame, code: number): void {
    this.send(lastFrame)
    closeSoon(this.socket, code)
  }

  /** Whether it has answered since it was last asked. */
  get lives(): boolean {
    return this.isAlive
  }

  answered(): void {
    this.isAlive = true
  }

  /** Breaks a connection that has not answered since the last time, and asks again. */
  probe(): void {
    if (this.isAlive) this.socket.ping()
    else this.terminate()
    this.isAlive = false
  }
}
