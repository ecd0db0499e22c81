import type { Command } from './command'

/** What is under way to an actuator, and on whose behalf. */
export interface Holding extends Pick<Command, 'isEssential' | 'state' | 'target'> {
  /** The person; of a run, whoever began it. */
  readonly by: string
  /** Null: a person's own. */
  readonly runId: string | null
}

/**
 * Whether a newer command may take the place of the one under way. A stop or close may, but for a close of what closes already: the
 * rules may refuse the newer one when it is sent, and nothing would say then that the older is still on its way. Another wish may
 * only where it is the same person's (or run's) and nothing has begun. The start of a pump is taken back by a stop alone, since its
 * message may still arrive.
 */
export function mayReplace(holder: Holding, wish: Pick<Holding, 'by' | 'runId' | 'isEssential'>): boolean {
  if (wish.isEssential) return !(holder.isEssential && holder.target.op === 'valve.set')
  const isOwn = holder.by === wish.by && holder.runId === wish.runId
  const isTaken = holder.state !== 'QUEUED' && holder.state !== 'SENT'
  return isOwn && !isTaken && !holder.isEssential && holder.target.op !== 'pump.start'
}
