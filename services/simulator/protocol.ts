import type { Reported } from '@runtime/field/kinds'
import type { Measured } from './model/farm.types'
import type { Fault, FaultKind } from './model/faults'
import type { PastOrder, PastPiece } from './past/pieces'

/** How the simulator is told what to be: the first message to its process. */
export interface SimulatorConfig {
  /** Where devices connect. */
  readonly url: string
  readonly farms: readonly {
    readonly projectId: string
    /** What each gateway signs in with; one without a token is not simulated. */
    readonly tokens: Readonly<Record<string, string>>
    /** What devices said last: they stand there still. */
    readonly reported: Readonly<Record<string, Partial<Reported>>>
    /** What they measured last; of a farm of which nothing was measured, its past ends now. */
    readonly measured: Readonly<Record<string, Measured>>
  }[]
  readonly seed: number
  /** Whether movements and answers fail by chance. */
  readonly mishaps: boolean
}

export type ToSimulator =
  | { readonly kind: 'start'; readonly config: SimulatorConfig }
  | { readonly kind: 'fault'; readonly projectId: string; readonly fault: Fault }
  | {
      readonly kind: 'mend'
      readonly projectId: string
      readonly fault: FaultKind
      readonly target: string
    }
  | { readonly kind: 'mendAll'; readonly projectId: string }
  | { readonly kind: 'lapse'; readonly projectId: string; readonly factor: number }
  /** To a process that makes a past and nothing else: what of it, and that the last piece has been taken. */
  | { readonly kind: 'past'; readonly order: PastOrder }
  | { readonly kind: 'next' }

/** A simulated farm now. */
export interface FarmState {
  readonly projectId: string
  readonly lapse: number
  readonly faults: readonly Fault[]
  readonly gateways: number
  readonly connected: number
  /** m³/h and MPa at the head works. */
  readonly flow: number
  readonly pressure: number
  readonly pumpsRunning: number
  readonly valvesOpen: number
}

/** What the simulator says: how it is, after every message to it and every few seconds; or pieces of a past, null at its end. */
export type FromSimulator =
  | { readonly kind: 'state'; readonly farms: readonly FarmState[] }
  | { readonly kind: 'piece'; readonly piece: PastPiece | null }
