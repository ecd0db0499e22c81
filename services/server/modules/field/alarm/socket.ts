import type { WebSocket } from '@fastify/websocket'
import { ALARM_PROTOCOL } from '@services/contract/areas/field/alarm-names'
import type { FastifyRequest } from 'fastify'
import { tokenOf } from '../../../http/context'
import { ApiError } from '../../../http/errors'
import { languageOf } from '../../../locales'
import type { ModuleServer } from '../../../module'
import type { AlarmDelivery } from './delivery'
import { AlarmListener } from './listener'

/** Milliseconds between heartbeats (`design/field.md §2.5`). */
export const HEARTBEAT = 20_000
/** What a close says of itself (RFC 6455 §7.4.1). */
const CLOSED = { byPolicy: 1008, byFailure: 1011 } as const

/**
 * `/api/deviceAlarm/websocket/{userId}?projectId=&since=`: greets with `CONNECT_SUCCESS`, then tells. Without a project it
 * tells of all that the person may see, from now on.
 */
export function serveAlarmSocket(
  { services, locales, log, onReady, onClose }: ModuleServer,
  delivery: AlarmDelivery,
): void {
  let changes = 0
  const welcome = async (socket: WebSocket, request: FastifyRequest) => {
    const before = changes
    const { userId } = request.params as { readonly userId: string }
    const {
      projectId,
      since,
      language: requested,
    } = request.query as Readonly<Record<string, string | undefined>>
    socket.on('error', () => socket.terminate())
    const protocols = protocolsOf(request)
    const language = languageOf({ ...request.headers, ...(requested && { 'x-language': requested }) })
    const translate = locales.translator(language).text
    const token = protocols[0] === ALARM_PROTOCOL ? (protocols[1] ?? '') : tokenOf(request)
    try {
      const user = await services.sessions.authenticate(token)
      // A token opens its own person's socket and nobody else's.
      if (user.userId !== userId || user.passwordDue) return socket.close(CLOSED.byPolicy)
      const visible = await services.projects.visible(user)
      if (projectId !== undefined && !visible.includes(projectId)) return socket.close(CLOSED.byPolicy)
      // Who looks as somebody else takes none of that person's places.
      services.socketRoutes.join(socket, user.viewedBy?.userId ?? userId)
      const listener = new AlarmListener(socket, {
        user,
        language,
        translate,
        isFull: protocols[0] === ALARM_PROTOCOL,
      })
      socket.on('close', () => delivery.leave(listener))
      if (!listener.isOpen) return
      listener.greet()
      const place = since !== undefined && /^\d{1,15}$/.test(since) ? Number(since) : undefined
      if (projectId !== undefined) await delivery.join(listener, projectId, place)
      else for (const id of visible) await delivery.join(listener, id, undefined)
      if (!listener.isOpen) delivery.leave(listener)
      else if (before !== changes) await judge([listener])
    } catch (error) {
      if (!(error instanceof ApiError)) {
        log.warn(`a listener to alarms could not be served: ${error}`)
        return socket.close(CLOSED.byFailure)
      }
      socket.send(
        JSON.stringify({ method: 'logout', code: error.code, msg: translate(error.text, error.params) }),
      )
      socket.close(CLOSED.byPolicy)
    }
  }
  services.socketRoutes.serve('/api/deviceAlarm/websocket/:userId', (socket, request) => {
    void welcome(socket, request)
  })

  /** Ends those whose session or right has ended. */
  const judge = async (here: readonly AlarmListener[]) => {
    if (here.length === 0) return
    const [ended, seen] = await Promise.all([
      services.sessions.endedAmong(here.map(({ user }) => user.sessionId)),
      services.projects.seenBy(
        here.map(({ user }) => user.userId),
        here.flatMap(({ sent }) => [...sent.keys()]),
      ),
    ])
    for (const listener of here) {
      const { userId, sessionId } = listener.user
      const isAllowed = [...listener.sent.keys()].every((id) => seen.has(userId, id))
      if (!ended.has(sessionId) && isAllowed) continue
      // What comes while the other side takes its time to close is not for it any more.
      delivery.leave(listener)
      listener.close(CLOSED.byPolicy)
    }
  }
  services.authorities.onChange(async () => {
    changes += 1
    await judge([...delivery.listeners()])
  })
  /** Asks everybody for a sign of life. */
  const beat = async () => {
    const here = [...delivery.listeners()]
    for (const listener of here) {
      for (const projectId of listener.sent.keys()) listener.control('heartBeat', projectId)
      listener.probe()
    }
    await judge(here)
  }
  onReady(async () => {
    const heartbeat = setInterval(() => {
      beat().catch((error: unknown) => log.warn(`listeners to alarms could not be looked after: ${error}`))
    }, HEARTBEAT).unref()
    onClose(async () => clearInterval(heartbeat))
  })
}

function protocolsOf(request: FastifyRequest): readonly string[] {
  const header = request.headers['sec-websocket-protocol'] ?? ''
  return header
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
