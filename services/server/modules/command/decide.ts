import { sql } from 'kysely'
import type { Tx } from '../../module'
import { holdProject } from './issue'
import { type Field, readField, readReadings } from './situation'
import { type Commanding, inTransaction, isToBeTriedAgain, type Work } from './work'

/** What is decided about a project while nobody else decides. It may run more than once, and not all of it may last. */
type Deed<T> = (tx: Tx, work: Work, field: Field) => Promise<T>

interface Waiting {
  readonly deviceId: string
  readonly deed: Deed<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}
type Outcome = { readonly value: unknown } | { readonly error: unknown }

/** Deeds of one transaction: nobody else decides meanwhile, and what devices say in between is seen by the next. */
const MOST_TOGETHER = 16

const queues = new WeakMap<Commanding, Map<string, Waiting[]>>()

/**
 * Decides about a project. What comes at once is decided in one transaction, one after the other, each with those before it in
 * view: fifty that wait for the project's lock would each read the whole field anew.
 * @param deviceId the device whose rows the deed will hold, and of no other
 */
export function decide<T>(
  commanding: Commanding,
  projectId: string,
  deviceId: string,
  deed: Deed<T>,
): Promise<T> {
  const projects = queues.get(commanding) ?? new Map<string, Waiting[]>()
  queues.set(commanding, projects)
  return new Promise<T>((resolve, reject) => {
    const waiting = { deviceId, deed, resolve: resolve as Waiting['resolve'], reject }
    const queue = projects.get(projectId)
    if (queue) {
      queue.push(waiting)
      return
    }
    projects.set(projectId, [waiting])
    void drain(commanding, projectId, projects)
  })
}

/** What comes while others are decided waits for them, and goes together then. */
async function drain(
  commanding: Commanding,
  projectId: string,
  projects: Map<string, Waiting[]>,
): Promise<void> {
  for (;;) {
    const some = projects.get(projectId)?.splice(0, MOST_TOGETHER) ?? []
    if (some.length === 0) break
    // In the order in which reports hold devices, so that neither waits for the other in a circle.
    some.sort((one, other) => (one.deviceId < other.deviceId ? -1 : one.deviceId > other.deviceId ? 1 : 0))
    await settle(commanding, projectId, some)
  }
  projects.delete(projectId)
}

async function settle(commanding: Commanding, projectId: string, some: readonly Waiting[]): Promise<void> {
  try {
    const outcomes = await together(commanding, projectId, some)
    for (const [place, { resolve, reject }] of some.entries()) {
      const outcome = outcomes[place]
      if (outcome && 'value' in outcome) resolve(outcome.value)
      else reject(outcome?.error)
    }
  } catch (error) {
    if (some.length === 1) some[0]?.reject(error)
    // One of them has spoilt it for all: each alone.
    else for (const one of some) await settle(commanding, projectId, [one])
  }
}

async function together(
  commanding: Commanding,
  projectId: string,
  some: readonly Waiting[],
): Promise<readonly Outcome[]> {
  const readings = await readReadings(commanding, projectId)
  return inTransaction(commanding, async (tx, work) => {
    await holdProject(tx, projectId)
    let field = await readField(tx, projectId, readings, commanding.now())
    const outcomes: Outcome[] = []
    for (const { deed } of some) {
      // As those before it have left it; one that comes to nothing leaves nothing.
      const { situation } = field
      const own: Field = { ...field, situation: { ...situation, pending: new Map(situation.pending) } }
      const said = work.apart()
      await sql`savepoint deed`.execute(tx)
      try {
        outcomes.push({ value: await deed(tx, said, own) })
        await sql`release savepoint deed`.execute(tx)
        work.join(said)
        field = own
      } catch (error) {
        if (isToBeTriedAgain(error)) throw error
        await sql`rollback to savepoint deed`.execute(tx)
        outcomes.push({ error })
      }
    }
    return outcomes
  })
}
