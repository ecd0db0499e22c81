import { describe, expect, it } from 'vitest'
import { pinyinSounds } from '../../renderers/pinyin'
import words from '../../schemas/locales/widgets.json'
import { designed } from '../../widgets/designs'
import type { Text } from '../text'
import { matches, type PaletteEntry, paletteOf, searchPalette } from './palette'

const groups = paletteOf({ designed })
const entries = groups.flatMap((group) => group.entries)
const text = (title: Text) => (words as Record<string, { zh: string }>)[String(title).slice(9)]?.zh ?? ''
const find = (query: string) => searchPalette(groups, query, text, pinyinSounds).map(({ key }) => key)

describe('the palette', () => {
  it('offers every widget of a formData once, in an order that no two of a group share', () => {
    expect(new Set(entries.map(({ key }) => key))).toEqual(new Set(designed.keys()))
    for (const { group, entries } of groups) {
      const orders = entries.map(({ key }) => designed.get(key)?.design.order)
      expect(orders, group).toEqual(entries.map((_, index) => index + 1))
    }
    expect(groups[0]?.entries.slice(0, 3).map(({ key }) => key)).toEqual([
      'input',
      'textarea',
      'number-input',
    ])
  })

  it('finds by title, name, other words and pinyin, the title first', () => {
    const input = entries.find(({ key }) => key === 'input') as PaletteEntry
    for (const query of ['', '单行', 'INPUT', 'cominput', '文本框', 'danhang', 'dh', 'dan hang'])
      expect(matches(input, query, text, pinyinSounds), query).toBe(true)
    expect(matches(input, '附件', text, pinyinSounds)).toBe(false)
    expect(matches(input, 'dh', text)).toBe(false)
    expect(find('附件')).toEqual(['file-upload'])
    expect(find('下拉')[0]).toBe('select')
    expect(find('fujian')).toEqual(['file-upload'])
  })
})
