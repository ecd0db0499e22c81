import type { Db, Tx } from '../module'
import type { Partitions } from '../modules/field/telemetry/partitions'
import { writeReadings } from '../modules/field/telemetry/write'
import type { Adaptor } from './adaptors/adaptor'
import { writeAside } from './aside'
import type { Message } from './broker/broker'
import type { AfterCommit } from './committer'
import type { Directory } from './directory'
import {
  type Entry,
  gather,
  type HeardBatch,
  metricNames,
  readMessage,
  senderOf,
  unknownIds,
} from './hearing'
import type { Batch, Consumer } from './ingest'
import { type LiveChange, type Signs, writeLive } from './live'
import type { Rules } from './readings'

export interface KeepOptions {
  readonly db: Db
  readonly directory: Directory
  readonly adaptors: readonly Adaptor[]
  readonly partitions: Partitions
  readonly consumers: ReadonlyMap<string, Consumer>
  readonly rules: Rules
  readonly signs: Signs
  /** What is asked of gateways in consequence; runs after the commit. */
  readonly respond: (heard: HeardBatch, change: LiveChange) => AfterCommit
}

/** A consumer failed; the batch is as good as before. */
export class ConsumerFailed extends Error {
  constructor(name: string, cause: unknown) {
    super(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** Keeps messages: readings, live state and gateways, then what the consumers make of them, all in one transaction. */
export async function keepMessages(
  options: KeepOptions,
  messages: readonly Message[],
): Promise<readonly AfterCommit[]> {
  const heard = await hear(options, messages)
  await prepare(projectsOf(heard, options.directory), options.consumers)
  return transact(options, heard, (tx, batch) => consume(tx, batch, options.consumers))
}

function projectsOf(heard: HeardBatch, directory: Directory): readonly string[] {
  const gateways = [...heard.gatewaysSeen.keys(), ...heard.statuses.map(({ gatewayId }) => gatewayId)]
  return [...new Set(gateways.flatMap((id) => directory.gateway(id)?.projectId ?? []))]
}

/** Has the consumers ready for what comes of these projects; to be called before the transaction in which they run. */
export async function prepare(
  projectIds: readonly string[],
  consumers: ReadonlyMap<string, Consumer>,
): Promise<void> {
  for (const consumer of consumers.values()) await consumer.prepare?.(projectIds)
}

/**
 * Keeps what it can of a message that does not pass: its readings and states without the consumer that fails, or nothing of
 * it. Either way it stands in `device_aside` with the reason.
 */
export async function setMessageAside(
  options: KeepOptions,
  message: Message,
  error: unknown,
): Promise<readonly AfterCommit[]> {
  const { topic, payload } = message
  const sender = senderOf(message, options.directory)
  const reason = error instanceof Error ? error.message : String(error)
  const aside = { ...sender, topic, payload, reason }
  if (error instanceof ConsumerFailed)
    try {
      const heard = await hear(options, [message])
      heard.aside.push(aside)
      return await transact(options, heard, async () => [])
    } catch (another) {
      if (!(another instanceof Error)) throw another
    }
  await options.db.transaction().execute((tx) => writeAside(tx, [aside]))
  return []
}

/** Runs consumers one after the other in a transaction; answers what follows once it is committed. */
export async function consume(
  tx: Tx,
  batch: Batch,
  consumers: ReadonlyMap<string, Consumer>,
): Promise<AfterCommit[]> {
  const after: AfterCommit[] = []
  for (const [name, consumer] of consumers)
    try {
      const work = await consumer(tx, batch)
      if (work) after.push(work)
    } catch (error) {
      throw isOfDatabase(error) ? error : new ConsumerFailed(name, error)
    }
  return after
}

/** Classes of SQLSTATE that are nobody's mistake: connection, rolled back (deadlock), resources, intervention. */
const PASSING = /^(08|40|53|57)/
const isOfDatabase = (error: unknown) => PASSING.test(String((error as { code?: unknown }).code ?? ''))

async function hear(options: KeepOptions, messages: readonly Message[]): Promise<HeardBatch> {
  const { directory, adaptors, rules, partitions } = options
  const read = () => messages.map((message) => readMessage(message, adaptors, directory))
  let entries: readonly Entry[] = read()
  const unknown = new Set(entries.flatMap((entry) => [...unknownIds(entry, directory)]))
  if (unknown.size > 0) {
    await directory.refresh(unknown)
    entries = read()
  }
  await directory.learn(entries.flatMap((entry) => [...metricNames(entry, directory)]))
  const heard = gather(entries, rules)
  await partitions.ensure(new Set(heard.samples.map(({ at }) => Math.floor(at / DAY) * DAY)))
  return heard
}

const DAY = 86_400_000

async function transact(
  { db, signs, respond }: KeepOptions,
  heard: HeardBatch,
  consumed: (tx: Tx, batch: Batch) => Promise<readonly AfterCommit[]>,
): Promise<readonly AfterCommit[]> {
  try {
    return await db.transaction().execute(async (tx) => {
      await writeReadings(tx, heard.samples)
      const change = await writeLive(tx, heard, signs)
      if (heard.aside.length > 0) await writeAside(tx, heard.aside)
      const batch: Batch = { samples: heard.samples, events: heard.events, acks: heard.acks, ...change }
      return [...(await consumed(tx, batch)), respond(heard, change)]
    })
  } catch (error) {
    // What was noted as written is not.
    signs.gateways.clear()
    signs.devices.clear()
    throw error
  }
}
