import { ACK_CODE, type AckPayload, type CommandPayload } from '@runtime/field/topics'

/** Commands whose outcome a device remembers (`design/field.md §2.2`). */
const REMEMBERED = 64

/** What an answer says beyond what the command names. */
export type Outcome = Pick<AckPayload, 'st' | 'code' | 'msg'>

/** What a device remembers of its commands, so that none is carried out twice, too late or out of order. */
export interface Memory {
  /** Whether to begin it; otherwise what to answer, or null for silence (it is under way and has been answered). */
  validate(
    command: CommandPayload,
    now: number,
    isSynchronised: boolean,
  ): { begin: boolean; answer: Outcome | null }
  /** Notes what a command has come to. */
  note(id: string, outcome: Outcome): void
}

export function createMemory(): Memory {
  const outcomes = new Map<string, Outcome>()
  let lastSeq = Number.NEGATIVE_INFINITY
  const note = (id: string, outcome: Outcome) => {
    outcomes.delete(id)
    outcomes.set(id, outcome)
    const [oldest] = outcomes.keys()
    if (outcomes.size > REMEMBERED && oldest !== undefined) outcomes.delete(oldest)
  }
  const reject = (code: number, msg: string) => ({
    begin: false,
    answer: { st: 'REJECTED', code, msg } as const,
  })
  return {
    note,
    validate(command, now, isSynchronised) {
      const known = outcomes.get(command.id)
      if (known) return { begin: false, answer: known }
      // A clock that is not to be trusted does not check times; what the broker keeps too long it drops itself.
      if (isSynchronised && command.exp <= now) return reject(ACK_CODE.expired, 'EXPIRED')
      if (command.seq <= lastSeq) return reject(ACK_CODE.outOfDate, 'OUT_OF_DATE')
      lastSeq = command.seq
      return { begin: true, answer: null }
    },
  }
}
