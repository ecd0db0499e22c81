import type { Fertigation, Intent } from '../command/intent'
import type { Metered } from '../meter'

/** What ends a turn: whichever comes first. `minutes` always counts, so that no reading can keep water running. */
export interface TurnEnd {
  readonly minutes: number
  readonly targetM3?: number
  /** Soil is wet enough: mean of these stations' metric in %. */
  readonly soil?: { readonly deviceIds: readonly string[]; readonly metric: string; readonly upTo: number }
}

/** One group's turn. Fertilizer goes in for `minutes` once water has flowed long enough (I14). */
export interface Turn {
  readonly groupId: string
  readonly end: TurnEnd
  readonly fertigation?: Fertigation
}

export type RunPhase =
  | 'opening'
  | 'starting'
  | 'watering'
  | 'stoppingPumps'
  | 'closing'
  | 'finished'
  | 'failed'

/** Why a run ended, or is ending; `done` is the good one. Titles: `@rotation.<reason>`. */
export const RUN_REASONS = [
  'done',
  'stopped',
  'notOpened',
  'noPump',
  'pumpNotStarted',
  'pumpStopped',
  'pathLost',
  'leaseRefused',
  'leaseEnded',
  'taken',
  'notClosed',
] as const
export type RunReason = (typeof RUN_REASONS)[number]

/** A run through one or several groups. Plain data: what the server stores. Times in milliseconds since 1970. */
export interface Run {
  readonly id: string
  readonly turns: readonly Turn[]
  readonly turn: number
  readonly phase: RunPhase
  readonly phaseSince: number
  /** Pumps that it owns; chosen when the first outlets are open. */
  readonly pumpIds: readonly string[]
  /** Since when the present turn has its water, and the meter's total in m³ at that moment. */
  readonly wateredSince: number | null
  readonly startTotal: number | null
  /** What the present turn has had so far; null, or absent: no meter has told. */
  readonly metered?: Metered | null
  /** What the turn before had when its water was handed over. */
  readonly handedOver?: Metered | null
  readonly fertilizedSince: number | null
  readonly fertilizerDone: boolean
  /** Since when clear water rinses what was injected; absent or null: nothing is to be rinsed, or not yet. */
  readonly fertilizerEndedAt?: number | null
  /** When it last told a valve to move: valves are told one after the other (I05). */
  readonly lastValveAt: number | null
  /** How often it told each device what the present phase wants of it. */
  readonly tries: Readonly<Record<string, number>>
  readonly reason: RunReason | null
  /** When it asked each device last to renew its lease. */
  readonly renewals?: Readonly<Record<string, number>>
  /** Whose lease could not be renewed in time, where that is why it ends. */
  readonly refusedBy?: string
  /** How long the present turn had had its water when the run was ended early, in milliseconds; absent: it was not. */
  readonly wateredMs?: number
  /** And how much of its fertilizer's time had been injected, in milliseconds. */
  readonly fertilizedMs?: number
}

/** What a run does next. Every intent is checked by the caller before it is sent, as any other. */
export interface RunStep {
  readonly run: Run
  readonly intents: readonly Intent[]
  /** When to step again at the latest; any change of feedback is a reason too. Null: it has ended. */
  readonly wakeAt: number | null
}

export function newRun(id: string, turns: readonly Turn[], now: number): Run {
  return {
    id,
    turns,
    turn: 0,
    phase: 'opening',
    phaseSince: now,
    pumpIds: [],
    wateredSince: null,
    startTotal: null,
    fertilizedSince: null,
    fertilizerDone: false,
    lastValveAt: null,
    tries: {},
    reason: null,
  }
}

/**
 * What is left of a run that was ended early: its present turn with what is missing of its time and volume, and the turns that
 * were to come. `givenM3` is what the present turn has had, where a meter has told.
 */
export function turnsLeft(run: Run, givenM3: number | null): readonly Turn[] {
  const [present, ...rest] = run.turns.slice(run.turn)
  if (!present) return []
  const { end } = present
  const had = (run.wateredMs ?? 0) > 0
  const minutes = Math.max(1, Math.ceil(end.minutes - (run.wateredMs ?? 0) / 60_000))
  const targetM3 =
    end.targetM3 === undefined ? undefined : Math.max(1, end.targetM3 - (had ? (givenM3 ?? 0) : 0))
  const { fertigation: _, ...turn } = present
  const fertigation = fertilizerLeft(run, present)
  return [
    {
      ...turn,
      end: { ...end, minutes, ...(targetM3 !== undefined && { targetM3 }) },
      ...(fertigation && { fertigation }),
    },
    ...rest,
  ]
}

/** What is left of the present turn's fertilizer; nothing is given twice. */
function fertilizerLeft(run: Run, { fertigation }: Turn): Fertigation | undefined {
  if (!fertigation || run.fertilizerDone) return undefined
  const minutes = Math.floor(fertigation.minutes - (run.fertilizedMs ?? 0) / 60_000)
  return minutes >= 1 ? { ...fertigation, minutes } : undefined
}

export const isEnded = (run: Run): boolean => run.phase === 'finished' || run.phase === 'failed'
