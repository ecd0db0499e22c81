import { riseOf } from './rise'
import {
  lessSure,
  type MeterReading,
  notesOf,
  type Volume,
  type VolumeNote,
  type VolumeQuality,
} from './volume'

/** What a turn that goes on has had so far, by one meter. Plain data: it is kept with the run. */
export interface Metered {
  readonly meterId: string
  /** The reading that was taken in last. */
  readonly last: MeterReading
  /** m³ */
  readonly m3: number
  readonly quality: VolumeQuality
  readonly notes: readonly VolumeNote[]
}

export interface MeterNow extends MeterReading {
  readonly meterId: string
}

/** A turn begins with what its meter shows. */
export const meteredFrom = ({ meterId, at, value }: MeterNow): Metered => ({
  meterId,
  last: { at, value },
  m3: 0,
  quality: 'measured',
  notes: [],
})

/**
 * Takes in what the meter shows now. One that began anew, or is another, goes on from there: what it did not count is no water
 * of the turn, and is said. @param part of the water that is this turn's, 0 to 1: others may water at the same time
 */
export function meterOn(metered: Metered, now: MeterNow, part: number, mostM3h?: number): Metered {
  const { meterId, last } = metered
  if (now.meterId === meterId && now.at <= last.at) return metered
  const next = { ...metered, meterId: now.meterId, last: { at: now.at, value: now.value } }
  const rise =
    now.meterId === meterId ? riseOf(last, now, mostM3h) : ({ kind: 'replaced', m3: null } as const)
  const shared = part < 1
  const quality = lessSure(metered.quality, rise.m3 === null ? 'partial' : shared ? 'estimated' : 'measured')
  const notes: VolumeNote[] = [
    ...(rise.kind === 'rise' || (rise.kind === 'backwards' && (rise.m3 ?? 0) >= -1)
      ? []
      : [{ code: rise.kind, from: last.at, to: now.at }]),
    ...(shared ? [{ code: 'sharedMeter' as const }] : []),
  ]
  return {
    ...next,
    m3: metered.m3 + (rise.m3 ?? 0) * part,
    quality,
    notes: notesOf([...metered.notes, ...notes]),
  }
}

/** What is known of the turn's water; null: no meter has told. */
export const volumeOfMetered = (metered: Metered | null | undefined): Volume | null =>
  metered ? { m3: Math.max(0, metered.m3), quality: metered.quality, notes: metered.notes } : null
