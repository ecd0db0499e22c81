import type { Command } from './command'

/** What is under way to an actuator, and on whose behalf. */
export interface Holding extends Pick<Command, 'isEssential' | 'state' | 'target'> {
  /** The person; of a run, whoever began it. */
  readonly by: string
  /** Null: a person's own. */
  readonly runId: string | null
}

/**
 * Whether a newer command may take the place of the one under way. A stop or close always may, by anyone: what does not prove itself
 * must never keep others from asking again. Another wish may only where it is the same person's (or run's) and nothing has begun.
 * The start of a pump is taken back by a stop alone, since its message may still arrive.
 */
export function mayReplace(holder: Holding, wish: Pick<Holding, 'by' | 'runId' | 'isEssential'>): boolean {
  if (wish.isEssential) return true
  const isOwn = holder.by === wish.by && holder.runId === wish.runId
  const isTaken = holder.state !== 'QUEUED' && holder.state !== 'SENT'
  return isOwn && !isTaken && !holder.isEssential && holder.target.op !== 'pump.start'
}

/**
 * Whether what takes a command's place inherits what is still on its way: a setting that the valve may yet carry out counts as
 * under way until its heir is proved or given up, even where the rules hold the heir itself back.
 */
export const leavesHeir = ({
  isHeir,
  publishedAt,
  target,
}: Pick<Command, 'isHeir' | 'publishedAt' | 'target'>): boolean =>
  target.op === 'valve.set' && (isHeir || publishedAt !== null)
