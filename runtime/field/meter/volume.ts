/** A stretch of time in milliseconds since 1970. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** What a meter showed, and when: m³ of a counter, m³/h of a flow. What cannot be believed (BAD) is none. */
export interface MeterReading {
  readonly at: number
  readonly value: number
}

/**
 * How sure a volume is, the surest first. `measured`: between true readings. `estimated`: some of it follows from the flow before
 * and after, or from a share. `partial`: at least so much. `provisional`: so much so far, the meter has yet to report. `unknown`.
 */
export const VOLUME_QUALITIES = ['measured', 'estimated', 'partial', 'provisional', 'unknown'] as const
export type VolumeQuality = (typeof VOLUME_QUALITIES)[number]

/** What is to be said of a volume; words: `@meter.<code>`. */
export const VOLUME_NOTES = [
  'restarted',
  'replaced',
  'rolledOver',
  'backwards',
  'gap',
  'noStart',
  'noEnd',
  'awaiting',
  'interpolated',
  'byRate',
  'byPump',
  'shared',
  'sharedMeter',
  'silent',
  'noMeter',
] as const
export interface VolumeNote {
  readonly code: (typeof VOLUME_NOTES)[number]
  /** Between which moments; absent: all of it. */
  readonly from?: number
  readonly to?: number
}

/** Water in m³ and how far that can be trusted. `m3` is null where nothing is known of it: never nought for that. */
export interface Volume {
  readonly m3: number | null
  readonly quality: VolumeQuality
  readonly notes: readonly VolumeNote[]
}

export const unknownVolume = (...notes: readonly VolumeNote[]): Volume => ({
  m3: null,
  quality: 'unknown',
  notes,
})

const rank = (quality: VolumeQuality): number => VOLUME_QUALITIES.indexOf(quality)

/** The less sure of two. */
export const lessSure = (one: VolumeQuality, other: VolumeQuality): VolumeQuality =>
  rank(one) >= rank(other) ? one : other

/**
 * Volumes together: what is unknown of them makes the sum one that is known in part. Nothing at all is nothing that was
 * measured: 0 of no rows.
 */
export function sumOf(volumes: readonly Volume[]): Volume {
  const known = volumes.filter(({ m3 }) => m3 !== null)
  const notes = notesOf(volumes.flatMap((volume) => volume.notes))
  if (volumes.length > 0 && known.length === 0)
    // What is awaited for one of them is awaited for all.
    return { ...unknownVolume(...notes), quality: volumes.map(qualityOf).reduce(lessSureOfUnknown) }
  const m3 = known.reduce((sum, volume) => sum + (volume.m3 ?? 0), 0)
  const surest: VolumeQuality = known.length < volumes.length ? 'partial' : 'measured'
  return { m3, quality: known.map(qualityOf).reduce(lessSure, surest), notes }
}

const qualityOf = ({ quality }: Volume): VolumeQuality => quality
const lessSureOfUnknown = (one: VolumeQuality, other: VolumeQuality): VolumeQuality =>
  one === 'provisional' || other === 'provisional' ? 'provisional' : 'unknown'

/** A part (0 to 1) of what several had together. */
export function partOf(volume: Volume, part: number, code: 'shared' | 'sharedMeter'): Volume {
  if (part === 1) return volume
  return {
    m3: volume.m3 === null ? null : volume.m3 * part,
    quality: volume.m3 === null ? volume.quality : lessSure(volume.quality, 'estimated'),
    notes: notesOf([...volume.notes, { code }]),
  }
}

/** Each said once. */
export function notesOf(notes: readonly VolumeNote[]): readonly VolumeNote[] {
  const seen = new Map(notes.map((note) => [`${note.code} ${note.from ?? ''} ${note.to ?? ''}`, note]))
  return [...seen.values()]
}
