import type { CallContext, Services } from '../../../module'
import type { Sentence } from '../job/board'
import type { Directory, Third } from './directory'
import type { Pair, State } from './state'

/** Something that a run has done. */
export interface DoneItem {
  readonly act: string
  readonly what: string
  readonly direction: number
  readonly own_id: string
  readonly their_id: string
  readonly before: State | null
  readonly after: State | null
  readonly replaced: readonly Pair[] | null
}

/** What undoing needs. */
export interface Undoing {
  readonly third: Third
  readonly context: CallContext
  readonly services: Services
  readonly directory: Directory
  tick(): Promise<void>
  /** What was removed and has come back by another id. */
  readonly renewed: Map<string, string>
}

/** How it went: what stands for what by now, and what of it could not be brought back. */
export interface Undone {
  readonly reason?: Sentence
  /** The id that something came back by. */
  readonly renewed?: string
}

/** Takes one item back. @throws ApiError, OutboundProblem where it cannot be */
export type UndoOne = (item: DoneItem) => Promise<Undone>
