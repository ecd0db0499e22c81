import { ASIDE_REASONS, type AsideCorrection } from '@services/contract/areas/field/device-aside'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../http/errors'
import type { Tx } from '../module'
import { writeReadings } from '../modules/field/telemetry/write'
import type { Adaptor, Heard } from './adaptors/adaptor'
import type { Message } from './broker/broker'
import type { Directory } from './directory'
import type { Entry } from './hearing'
import { gather, metricNames, readMessage } from './hearing'
import type { Batch } from './ingest'
import { consume, type KeepOptions, prepare } from './keep'
import type { When } from './readings'
import { corrected, type Fitting, fittingCorrection } from './time-correction'

/** A message that was set aside, and the device (as its sender named it) whose part of it is meant. */
export interface SetAside extends Pick<Message, 'topic' | 'payload' | 'gatewayId' | 'receivedAt'> {
  readonly deviceId: string
}

/** Births give names to numbers: only as they come may they be read. */
const BIRTH = /^spBv1\.0\/[^/]+\/[ND]BIRTH\//

/**
 * The readings of a message that was set aside; null where it has none. Whatever else it says was true when it came and is not
 * now: old states, answers and events are never taken in (`design/field.md §2.1`).
 */
export function readingsIn(
  { deviceId, ...message }: SetAside,
  adaptors: readonly Adaptor[],
  directory: Directory,
): Entry | null {
  if (BIRTH.test(message.topic)) return null
  const read = readMessage({ ...message, settle: () => undefined }, adaptors, directory)
  if (!read.heard) return null
  const messages = read.heard.messages.filter(
    (one) => one.kind === 'readings' && (deviceId === '' || one.deviceId === deviceId),
  )
  return messages.length === 0 ? null : { ...read, heard: { ...read.heard, messages } }
}

/** What the times of its readings are likely to be taken for. */
export function fittingFor({ message: { receivedAt }, heard }: Entry, keptFor: number): Fitting {
  const rows = (heard?.messages ?? []).flatMap((one) => (one.kind === 'readings' ? one.rows : []))
  return fittingCorrection(rows, { receivedAt, keptFor })
}

/** A time that somebody can correct is not passed over: with its message it would be gone. */
const CORRECTABLE: ReadonlySet<string> = new Set([
  ASIDE_REASONS.future,
  ASIDE_REASONS.inSeconds,
  ASIDE_REASONS.notTime,
])

/**
 * Takes readings in as history: kept and summed up, no sign of life and no reason for an alarm.
 * @param to id of the device whose they are (null: the one that the message names), and what times that cannot be kept are taken for
 * @param say names a reason for which they are refused again
 * @param also done in the same transaction
 * @returns how many readings there were
 * @throws ApiError 400 when there are none, their times are not what they are taken for, or they are refused again
 */
export async function takeIn(
  options: KeepOptions,
  aside: SetAside,
  to: { readonly deviceId: string | null; readonly correction: AsideCorrection },
  {
    translate,
    also,
  }: { readonly translate: (reason: string) => string; readonly also: (tx: Tx) => Promise<void> },
): Promise<number> {
  const { db, directory, partitions, rules, consumers } = options
  await directory.refresh()
  const entry = entryFor(options, aside, to)
  await directory.learn([...metricNames(entry, directory)])
  const { samples, aside: refused } = gather([entry], rules)
  const first = refused.find(({ reason }) => CORRECTABLE.has(reason)) ?? refused[0]
  if (samples.length === 0 || (first && CORRECTABLE.has(first.reason))) {
    const params = { reason: first ? translate(first.reason) : '' }
    throw new ApiError(CODE.badRequest, '@deviceAside.refused', { params })
  }
  await partitions.ensure(samples.map(({ at }) => at))
  await prepare([...new Set(samples.map(({ projectId }) => projectId))], consumers)
  const after = await db.transaction().execute(async (tx) => {
    await writeReadings(tx, samples)
    await also(tx)
    const history = samples.map((sample) => ({ ...sample, isHistory: true }))
    const nothing = { states: [], events: [], acks: [], gateways: [], presence: [] }
    const batch: Batch = { ...nothing, samples: history }
    return consume(tx, batch, consumers)
  })
  for (const work of after) await work()
  return samples.length
}

/** The readings as their device would have sent them. */
function entryFor(
  { adaptors, directory, rules: { keptFor } }: KeepOptions,
  aside: SetAside,
  { deviceId, correction }: Parameters<typeof takeIn>[2],
): Entry {
  const sent = readingsIn(aside, adaptors, directory)
  if (!sent?.heard) throw new ApiError(CODE.badRequest, '@deviceAside.noReadings')
  const heard = withTimes(sent.heard, correction, { receivedAt: aside.receivedAt, keptFor })
  if (deviceId === null) return { ...sent, heard }
  const device = directory.device(deviceId)
  if (!device) throw new ApiError(CODE.badRequest, '@deviceAside.deviceOff')
  const messages = heard.messages.map((one) => ({ ...one, deviceId: device.id }))
  return { ...sent, heard: { projectId: device.projectId, gatewayId: device.gatewayId, messages } }
}

function withTimes(heard: Heard, correction: AsideCorrection, when: When): Heard {
  if (correction === 'sent') return heard
  let isCorrected = false
  const messages = heard.messages.map((one) => {
    const rows = one.kind === 'readings' ? corrected(one.rows, correction, when) : null
    isCorrected ||= rows !== null
    return one.kind === 'readings' && rows ? { ...one, rows } : one
  })
  if (!isCorrected) throw new ApiError(CODE.badRequest, '@deviceAside.noFit')
  return { ...heard, messages }
}
