import type { Translate } from '../../host'
import type { VolumeNote, VolumeQuality } from './volume'

/** What is said of a volume, in the caller's language, each once. */
export const volumeWords = (notes: readonly VolumeNote[], translate: Translate): readonly string[] => [
  ...new Set(notes.map(({ code }) => translate(`@meter.${code}`))),
]

/** How sure a volume is and why, in words; empty: it was measured and there is nothing to say. */
export function volumeNote(
  quality: VolumeQuality,
  notes: readonly VolumeNote[],
  translate: Translate,
): string {
  const words = volumeWords(notes, translate)
  if (quality === 'measured') return words.join(translate('@meter.and'))
  const how = translate(`@meter.quality.${quality}`)
  return words.length > 0
    ? translate('@meter.because', { how, why: words.join(translate('@meter.and')) })
    : how
}
