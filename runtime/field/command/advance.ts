import { CONTROL_MODE, type Reported } from '../kinds'
import { ACK_CODE } from '../topics'
import type { Advance, Command, CommandEffect, CommandEvent, Dice } from './command'
import { type CommandStage, type CommandState, isInFlight, isTerminal, TRANSITIONS } from './machine'
import { MISSES_TO_FAIL, RETRY_MS, retryMs, SAMPLES_TO_VERIFY, waitMs } from './timers'
import { isFaulty, isMoving, meets } from './verify'

/** Severity of the first alarm of a command that is not carried out, and of the worst (`design/field.md §2.4`). */
const FIRST_ALARM = 3
const WORST_ALARM = 1
/** Severity of a command that was given up. */
const TIMEOUT_ALARM = 2

type Change = Partial<Omit<Command, 'state'>>

/** When the command must be advanced by `tick` next, in milliseconds since 1970; null: only events move it. */
export function wakeAt(command: Command): number | null {
  if (isTerminal(command.state)) return null
  const times = [command.deadlineAt, command.retryAt, mayExpire(command) ? command.expiresAt : null]
  const due = times.filter((time) => time !== null)
  return due.length > 0 ? Math.min(...due) : null
}

/**
 * Advances a command by one event. Pure: the same command, event, time and dice give the same. Events that mean nothing in a
 * state (a repeated ack, a tick too early) change nothing. `now` is the server's clock in milliseconds since 1970.
 */
export function advance(command: Command, event: CommandEvent, now: number, dice: Dice): Advance {
  const { state } = command
  if (state === 'TIMEOUT')
    return event.type === 'report' ? lateReport(command, event.reported, now) : same(command)
  if (isTerminal(state)) return same(command)
  switch (event.type) {
    case 'reject':
      return rejected(command, event.result, now)
    case 'requestConfirm':
      if (state !== 'DRAFT') return same(command)
      return go(command, 'AWAIT_CONFIRM', { stage: 'confirm', deadlineAt: now + waitMs('confirm', command) })
    case 'cancel':
      return mayCancel(command) ? end(command, 'CANCELED', now) : same(command)
    case 'queue':
      return state === 'DRAFT' || state === 'AWAIT_CONFIRM' ? queue(command, now) : same(command)
    case 'published':
      return published(command, now)
    case 'ack':
      return acknowledged(command, event, now, dice)
    case 'report':
      return reportedIn(command, event.reported, now, dice)
    case 'supersede':
      return superseded(command, event.byEssential, now)
    case 'tick':
      return tick(command, now, dice)
    case 'restart':
      return restart(command, now)
  }
}

const same = (command: Command): Advance => ({ command, effects: [] })

function go(
  command: Command,
  state: CommandState,
  change: Change,
  effects: readonly CommandEffect[] = [],
): Advance {
  if (state !== command.state && !TRANSITIONS[command.state].includes(state))
    throw new Error(`No way from ${command.state} to ${state}`)
  return { command: { ...command, ...change, state }, effects }
}

/** Ends a command; what an alarm was raised for is over unless the end itself raises it. */
function end(command: Command, state: CommandState, now: number, change: Change = {}): Advance {
  const effects: CommandEffect[] = command.alarm > 0 && !change.alarm ? [{ type: 'clearAlarm' }] : []
  return go(
    command,
    state,
    { deadlineAt: null, retryAt: null, alarm: 0, ...change, finishedAt: now },
    effects,
  )
}

/**
 * Refused before it went out. A sending that is refused later is only left out: the command waits on, since what was sent of it,
 * or of the one before it, may still be carried out, and its end would say otherwise.
 */
function rejected(command: Command, result: Command['result'], now: number): Advance {
  const { state } = command
  if (state === 'DRAFT' || state === 'AWAIT_CONFIRM') return end(command, 'REJECTED', now, { result })
  if (state !== 'QUEUED' || command.stage !== 'broker') return same(command)
  if (command.attempts === 1 && !command.isHeir) return end(command, 'REJECTED', now, { result })
  const deadlineAt = now + waitMs('verify', command)
  return go(command, 'QUEUED', { stage: 'verify', deadlineAt, retryAt: null, result })
}

/**
 * What may have been handed to the broker is not taken back, the opposite is wanted instead; whether the first sending has begun, the
 * caller knows. A stop is never taken back.
 */
function mayCancel({ state, stage, attempts, publishedAt, isEssential }: Command): boolean {
  if (state === 'DRAFT' || state === 'AWAIT_CONFIRM') return true
  const isFirst = state === 'QUEUED' && stage === 'broker' && attempts === 1
  return isFirst && publishedAt === null && !isEssential
}

/** Only what was never delivered expires; a stop or close never does. */
const mayExpire = ({ state, isEssential }: Command): boolean =>
  !isEssential && (state === 'QUEUED' || state === 'DRAFT')

function queue(command: Command, now: number): Advance {
  return !command.isEssential && now >= command.expiresAt ? end(command, 'EXPIRED', now) : send(command, now)
}

/** Hands it to the broker (again): the answer is `published`. */
function send(command: Command, now: number): Advance {
  const change: Change = {
    stage: 'broker',
    deadlineAt: now + waitMs('broker', command),
    retryAt: null,
    attempts: command.attempts + 1,
    firstSentAt: command.firstSentAt ?? now,
    sentAt: now,
    misses: 0,
  }
  return go(command, 'QUEUED', change, [{ type: 'send' }])
}

function published(command: Command, now: number): Advance {
  if (command.state !== 'QUEUED' || command.stage !== 'broker') return same(command)
  const deadlineAt = now + waitMs('device', command)
  return go(command, 'SENT', { stage: 'device', deadlineAt, publishedAt: command.publishedAt ?? now })
}

type Ack = Extract<CommandEvent, { type: 'ack' }>

function acknowledged(command: Command, ack: Ack, now: number, dice: Dice): Advance {
  if (command.sentAt === null) return same(command)
  if (ack.status === 'REJECTED' || ack.status === 'FAILED') {
    const stage: CommandStage = ack.status === 'FAILED' ? 'motion' : 'device'
    return fail(command, stage, { code: String(ack.code), text: ack.message }, now, dice)
  }
  if (ack.status === 'ACCEPTED') {
    if (command.state !== 'QUEUED' && command.state !== 'SENT') return same(command)
    const change: Change = { stage: 'motion', deadlineAt: now + waitMs('motion', command), retryAt: null }
    return go(command, 'ACCEPTED', { ...change, ackedAt: command.ackedAt ?? now })
  }
  // "Done" is the device's word for the deed; only feedback proves it.
  if (command.stage === 'verify') return same(command)
  const change: Change = { stage: 'verify', deadlineAt: now + waitMs('verify', command), retryAt: null }
  return go(command, 'EXECUTING', { ...change, ackedAt: command.ackedAt ?? now }, [{ type: 'query' }])
}

/** Refused because the device's own switch stands at LOCAL (I10): it alone can do what was asked for. */
const isLocal = ({ result }: Pick<Command, 'result'>): boolean => result?.code === String(ACK_CODE.local)

/**
 * Feedback counts when it follows from this command: a device that names the command it carried out last must name this one,
 * since an older one may still be on its way to it; of another device, what it measured after the command was sent. A stop that
 * was left to the local switch is done when the device says so under LOCAL: no older start can reach it there.
 */
function isOwnSample(command: Command, { ts, cmd, mode }: Partial<Reported>): boolean {
  if (command.firstSentAt === null || ts === undefined) return false
  if (command.sampleAt !== null && ts <= command.sampleAt) return false
  if (command.isEssential && isLocal(command) && mode === CONTROL_MODE.local) return ts > command.firstSentAt
  return cmd === undefined ? ts > command.firstSentAt : cmd === command.id
}

function reportedIn(command: Command, reported: Partial<Reported>, now: number, dice: Dice): Advance {
  if (!isInFlight(command.state) || !isOwnSample(command, reported)) return same(command)
  const sampleAt = reported.ts ?? null
  if (isFaulty(reported, command))
    return fail(
      { ...command, sampleAt },
      'motion',
      { code: 'DEVICE_FAULT', text: reported.fault ?? '' },
      now,
      dice,
    )
  if (meets(reported, command)) return sampled({ ...command, sampleAt, misses: 0 }, now)
  if (isMoving(reported, command)) {
    const isFirst = command.state !== 'EXECUTING' || command.stage !== 'motion'
    const deadlineAt = isFirst ? now + waitMs('motion', command) : command.deadlineAt
    return go(command, 'EXECUTING', {
      stage: 'motion',
      deadlineAt,
      retryAt: null,
      ackedAt: command.ackedAt ?? now,
      sampleAt,
      samples: 0,
      misses: 0,
    })
  }
  return missed({ ...command, sampleAt, samples: 0 }, now, dice)
}

function sampled(command: Command, now: number): Advance {
  const samples = command.samples + 1
  if (samples >= SAMPLES_TO_VERIFY)
    return end(command, 'VERIFIED', now, { samples, verifiedAt: now, stage: null, result: null })
  const isFirst = command.stage !== 'verify'
  const deadlineAt = isFirst ? now + waitMs('verify', command) : command.deadlineAt
  return go(command, 'EXECUTING', { samples, stage: 'verify', deadlineAt, retryAt: null }, [
    { type: 'query' },
  ])
}

/** It stands still off its target: the device has not begun yet, or it has ended in the wrong place. */
function missed(command: Command, now: number, dice: Dice): Advance {
  if (command.state !== 'EXECUTING') return { command, effects: [] }
  const misses = command.misses + 1
  if (misses < MISSES_TO_FAIL) return go(command, 'EXECUTING', { misses }, [{ type: 'query' }])
  return fail(command, 'motion', { code: 'OFF_TARGET', text: '' }, now, dice)
}

/** A stop or close is not given up: it is sent again, and its alarm rises; at once where somebody has to go there (LOCAL). */
function fail(
  command: Command,
  stage: CommandStage,
  result: Command['result'],
  now: number,
  dice: Dice,
): Advance {
  if (command.isEssential) return again({ ...command, result }, stage, now, dice)
  const isTold = stage === 'motion'
  const ended = end(command, 'FAILED', now, { stage, result, alarm: isTold ? FIRST_ALARM : 0 })
  return isTold ? { ...ended, effects: [{ type: 'alarm', severity: FIRST_ALARM, stage }] } : ended
}

function again(command: Command, stage: CommandStage, now: number, dice: Dice): Advance {
  if (command.retryAt !== null) return same(command)
  const isOverdue = command.isEssential && (command.attempts > RETRY_MS.length || isLocal(command))
  const rises = isOverdue && command.alarm !== WORST_ALARM
  const alarm = rises ? (command.alarm === 0 ? FIRST_ALARM : command.alarm - 1) : command.alarm
  const change: Change = {
    stage,
    deadlineAt: null,
    retryAt: now + retryMs(command.attempts, dice()),
    samples: 0,
    misses: 0,
    alarm,
  }
  return go(command, 'QUEUED', change, rises ? [{ type: 'alarm', severity: alarm, stage }] : [])
}

function superseded(command: Command, byEssential: boolean, now: number): Advance {
  const { state } = command
  const isOpen = state === 'QUEUED' || state === 'SENT'
  if (isOpen || (byEssential && isInFlight(state))) return end(command, 'SUPERSEDED', now)
  return state === 'DRAFT' || state === 'AWAIT_CONFIRM' ? end(command, 'CANCELED', now) : same(command)
}

function tick(command: Command, now: number, dice: Dice): Advance {
  const { state, stage, deadlineAt, retryAt } = command
  if (state === 'AWAIT_CONFIRM')
    return deadlineAt !== null && now >= deadlineAt ? end(command, 'EXPIRED', now) : same(command)
  if (mayExpire(command) && now >= command.expiresAt) return expired(command, now)
  if (retryAt !== null && now >= retryAt) return send(command, now)
  if (deadlineAt === null || now < deadlineAt || stage === null) return same(command)
  if (command.isEssential) return again(command, stage, now, dice)
  const isUndelivered = stage === 'broker' || stage === 'device'
  if (isUndelivered && command.attempts <= RETRY_MS.length) return again(command, stage, now, dice)
  // What nobody has answered may still arrive while its message is good, and counts as under way until then.
  if (command.ackedAt === null && now < command.expiresAt)
    return go(command, state, { deadlineAt: command.expiresAt })
  return timedOut(command, stage, now)
}

/** Nobody knows whether what the broker had once, of it or of the one before it, came in time: that is a timeout, whose truth may follow. */
function expired(command: Command, now: number): Advance {
  return command.publishedAt === null && !command.isHeir
    ? end(command, 'EXPIRED', now)
    : timedOut(command, command.stage ?? 'broker', now)
}

function timedOut(command: Command, stage: CommandStage, now: number): Advance {
  const ended = go(command, 'TIMEOUT', {
    stage,
    deadlineAt: null,
    retryAt: null,
    samples: 0,
    finishedAt: now,
    alarm: TIMEOUT_ALARM,
  })
  return { command: ended.command, effects: [{ type: 'alarm', severity: TIMEOUT_ALARM, stage }] }
}

/**
 * The truth of a command that was given up: kept beside the time at which it was. Of devices that name no command, the caller
 * passes reports only while no newer one was given.
 */
function lateReport(command: Command, reported: Partial<Reported>, now: number): Advance {
  if (!isOwnSample(command, reported)) return same(command)
  const sampleAt = reported.ts ?? null
  if (!meets(reported, command)) return { command: { ...command, sampleAt, samples: 0 }, effects: [] }
  const samples = command.samples + 1
  if (samples < SAMPLES_TO_VERIFY)
    return { command: { ...command, sampleAt, samples }, effects: [{ type: 'query' }] }
  return go(command, 'LATE_VERIFIED', { sampleAt, samples, verifiedAt: now, alarm: 0 }, [
    { type: 'clearAlarm' },
  ])
}

/** Never replay old intent: what was handed over is asked after before anything is sent again. */
function restart(command: Command, now: number): Advance {
  const { state } = command
  if (state === 'DRAFT' || state === 'AWAIT_CONFIRM') return tick(command, now, () => 0)
  if (mayExpire(command) && now >= command.expiresAt) return expired(command, now)
  // A stop that nobody was told of yet waits for no answer.
  if (state === 'QUEUED' && command.isEssential && command.publishedAt === null) return send(command, now)
  const deadlineAt = now + waitMs('verify', command)
  return go(command, state, { stage: 'verify', deadlineAt, retryAt: null, samples: 0, misses: 0 }, [
    { type: 'query' },
  ])
}
