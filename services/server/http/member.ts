import type { Translate } from '@runtime/host'
import type { SessionUser } from '../module'

/** A frame of the wire: `{ method: 'documentChanged', file, version }`. */
export interface Frame {
  readonly method: string
  readonly [member: string]: unknown
}

/** A connected browser. */
export interface Member {
  readonly user: SessionUser
  readonly token: string
  /** How the person is spoken to. */
  readonly translate: Translate
  send(frame: Frame): void
  /** The same for a frame that is text already. */
  sendText(text: string): void
  /** Breaks the connection, so that the client comes back. */
  terminate(): void
  /** Whether the connection stands; of one that does not, `onClose` is not heard any more. */
  readonly isOpen: boolean
  /** Runs once, when the connection has gone. */
  onClose(work: () => void): void
}
