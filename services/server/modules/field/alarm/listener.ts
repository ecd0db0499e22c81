import type { WebSocket } from '@fastify/websocket'
import type { Translate } from '@runtime/host'
import type { Language } from '@runtime/text'
import { CONNECT_SUCCESS } from '@services/contract/areas/field/alarm'
import { SOCKET_LIMITS } from '../../../limits'
import type { SessionUser } from '../../../module'

/** A browser that listens to the alarms of projects. */
export class AlarmListener {
  readonly user: SessionUser
  readonly language: Language
  readonly translate: Translate
  /** Whether it is told every change, or, as documented, only those that call for a pop-up. */
  readonly isFull: boolean
  /** How far it has been told, by project. */
  readonly sent = new Map<string, number>()
  /** Whether something was not sent because it read too slowly. */
  hasMissed = false
  private readonly socket: WebSocket
  private isAlive = true

  constructor(
    socket: WebSocket,
    of: { user: SessionUser; language: Language; translate: Translate; isFull: boolean },
  ) {
    this.socket = socket
    this.user = of.user
    this.language = of.language
    this.translate = of.translate
    this.isFull = of.isFull
    socket.on('pong', () => {
      this.isAlive = true
    })
  }

  greet(): void {
    this.socket.send(CONNECT_SUCCESS)
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN
  }

  /** Whether so much waits already that nothing more is to be sent now. */
  get isSlow(): boolean {
    return this.socket.bufferedAmount > SOCKET_LIMITS.alarms
  }

  send(text: string): void {
    if (this.isOpen) this.socket.send(text)
  }

  control(method: 'alarmSync' | 'heartBeat' | 'refreshRequired', project: string): void {
    if (this.isFull) this.send(JSON.stringify({ method, project, seq: this.sent.get(project) ?? 0 }))
  }

  /** Breaks a connection that has not answered since the last time, and asks again. */
  probe(): void {
    if (this.isAlive) this.socket.ping()
    else this.socket.terminate()
    this.isAlive = false
  }

  close(code: number): void {
    this.socket.close(code)
  }
}
