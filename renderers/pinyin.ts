import type { Sounds } from '@runtime/sounds'
import { pinyin } from 'pinyin-pro'

/** Pinyin of a title without tones: `灌溉轮次` is `guangailunci` and `gglc`. Its dictionary is large: imported on use. */
export const pinyinSounds: Sounds = (text) => {
  const syllables = pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).map((syllable) =>
    syllable.toLowerCase(),
  )
  return {
    whole: syllables.join(''),
    initials: syllables.map((syllable) => syllable.slice(0, 1)).join(''),
  }
}
