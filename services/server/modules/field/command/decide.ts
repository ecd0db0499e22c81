import { type Intent, isStopping } from '@runtime/field/command'
import { isAnyOf } from '../../../database/batches'
import { forEverybody } from '../../../database/call-scope'
import type { Tx } from '../../../module'
import { type Held, holdFree, holdWater } from './hold'
import { missing } from './refusals'
import type { CommandRow } from './rows'
import { type Field, readField, readReadings } from './situation'
import { type Take, turnsOf } from './turns'
import { type Commanding, inTransaction, TooLong, type Work } from './work'

/** What a deed works with. */
export interface Scene {
  readonly tx: Tx
  readonly work: Work
  /** The water as those decided before it in the same transaction have left it. */
  readonly field: Field
  readonly held: Held
  /** The command of the id that was asked for, where it has come before. */
  readonly before: CommandRow | undefined
}

/** What is decided about an actuator that is held, while nobody else checks its water. It may run more than once, and not all of it may last. */
type Deed<T> = (scene: Scene) => Promise<T>

/** Whose actuator is asked for, for what, and by which command. */
export interface Wanted {
  readonly intent: Intent & { readonly deviceId: string }
  readonly commandId: string
}

interface Waiting {
  readonly deviceId: string
  readonly commandId: string
  readonly isUrgent: boolean
  readonly deed: Deed<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}
/** `isBusy`: somebody else holds its actuator at this moment. */
type Outcome = { readonly value: unknown } | { readonly isBusy: true }

/** Deeds of one transaction: nobody else checks the water in the meantime, and what devices say in between is seen by the next. */
const MOST_TOGETHER = 8

const queues = new WeakMap<Commanding, Map<string, Waiting[]>>()

/** Nothing refuses it and it makes nothing less safe: it needs no look at the water that nobody else changes. */
const isFree = ({ kind }: Intent): boolean => kind === 'pump.stop' || kind === 'fert.stop'

/**
 * Decides about an actuator. What comes at once is decided in one transaction, one after the other, each with those before it in
 * view: fifty that wait for the water's lock would each read the whole field anew. Whose actuator somebody else holds waits
 * for that one alone and keeps none of the others; closes go before the rest, and a stop waits for its own actuator only.
 */
export function decide<T>(
  commanding: Commanding,
  projectId: string,
  { intent, commandId }: Wanted,
  deed: Deed<T>,
): Promise<T> {
  const { deviceId } = intent
  const isUrgent = isStopping(intent)
  return new Promise<T>((resolve, reject) => {
    const one = { deviceId, commandId, isUrgent, deed, resolve: resolve as Waiting['resolve'], reject }
    const isOfWater = !isFree(intent)
    // Several people's deeds go together, and no stop waits for the caller's other calls.
    forEverybody(() => {
      if (turnsOf(commanding).isAwaited(deviceId)) void inTurn(commanding, projectId, one, isOfWater)
      else if (isOfWater) enqueue(commanding, projectId, one)
      else void settle(commanding, projectId, [one], isOfWater)
    })
  })
}

function enqueue(commanding: Commanding, projectId: string, one: Waiting): void {
  const projects = queues.get(commanding) ?? new Map<string, Waiting[]>()
  queues.set(commanding, projects)
  const queue = projects.get(projectId)
  if (queue) {
    queue.push(one)
    return
  }
  projects.set(projectId, [one])
  void drain(commanding, projectId, projects)
}

/** What comes while others are decided waits for them, and goes together then. */
async function drain(
  commanding: Commanding,
  projectId: string,
  projects: Map<string, Waiting[]>,
): Promise<void> {
  for (;;) {
    const some = takeSome(projects.get(projectId) ?? [])
    if (some.length === 0) break
    await settle(commanding, projectId, some)
  }
  projects.delete(projectId)
}

/** The next that go together: those that stop before those that do not, and of an actuator one at a time. */
function takeSome(queue: Waiting[]): readonly Waiting[] {
  const isUrgent = queue.some((one) => one.isUrgent)
  const some = new Map<string, Waiting>()
  for (const one of queue)
    if (one.isUrgent === isUrgent && some.size < MOST_TOGETHER && !some.has(one.deviceId))
      some.set(one.deviceId, one)
  const taken = new Set(some.values())
  queue.splice(0, queue.length, ...queue.filter((one) => !taken.has(one)))
  return [...taken]
}

async function settle(
  commanding: Commanding,
  projectId: string,
  some: readonly Waiting[],
  isOfWater = true,
): Promise<void> {
  try {
    const outcomes = await together(commanding, projectId, some, { isOfWater })
    for (const [place, one] of some.entries()) {
      const outcome = outcomes[place]
      if (outcome && 'value' in outcome) one.resolve(outcome.value)
      else void inTurn(commanding, projectId, one, isOfWater)
    }
  } catch (error) {
    // Its own words: what it needs is kept by others, and would be from each alone.
    if (some.length === 1 || error instanceof TooLong) for (const { reject } of some) reject(error)
    // One of them has spoilt it for all: each alone.
    else for (const one of some) await settle(commanding, projectId, [one])
  }
}

/** Waits for its actuator and is decided alone. */
async function inTurn(
  commanding: Commanding,
  projectId: string,
  one: Waiting,
  isOfWater: boolean,
): Promise<void> {
  try {
    const [outcome] = await turnsOf(commanding).take(one.deviceId, one.isUrgent, (take) =>
      together(commanding, projectId, [one], { take, isOfWater }),
    )
    if (outcome && 'value' in outcome) one.resolve(outcome.value)
    else one.reject(missing())
  } catch (error) {
    one.reject(error)
  }
}

async function together(
  commanding: Commanding,
  projectId: string,
  some: readonly Waiting[],
  { take, isOfWater }: { readonly take?: Take; readonly isOfWater: boolean },
): Promise<readonly Outcome[]> {
  const readings = await readReadings(commanding, projectId)
  return inTransaction(commanding, async (tx, work) => {
    const held = take
      ? await holdTaken(tx, take)
      : await holdFree(
          tx,
          some.map(({ deviceId }) => deviceId),
        )
    if (held.size === 0) return some.map(() => ({ isBusy: true }))
    const earlier = await commandsOf(tx, projectId, some)
    if (isOfWater) await holdWater(tx, projectId)
    const field = await readField(tx, projectId, readings, commanding.now())
    const outcomes: Outcome[] = []
    for (const { deviceId, commandId, deed } of some) {
      const own = held.get(deviceId)
      const before = earlier.get(commandId)
      outcomes.push(own ? { value: await deed({ tx, work, field, held: own, before }) } : { isBusy: true })
    }
    return outcomes
  })
}

async function holdTaken(tx: Tx, take: Take): Promise<ReadonlyMap<string, Held>> {
  const held = await take(tx)
  return new Map(held ? [[held.actuator.id, held]] : [])
}

/** The commands of these ids: of actuators that are held they change by nobody else, of any other their id alone counts. */
async function commandsOf(
  tx: Tx,
  projectId: string,
  some: readonly Waiting[],
): Promise<ReadonlyMap<string, CommandRow>> {
  const rows = await tx
    .selectFrom('command')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(
      isAnyOf(
        'id',
        some.map(({ commandId }) => commandId),
      ),
    )
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
