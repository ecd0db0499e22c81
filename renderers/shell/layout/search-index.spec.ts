import { pinyinSounds } from '@renderers/pinyin'
import type { MenuEntry } from '@runtime/menu/destination'
import { describe, expect, it } from 'vitest'
import { entriesOf, searchEntries, THRESHOLD, WEIGHTS } from './search-index'

const entry = (id: string, fullName: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  id,
  fullName,
  enCode: id,
  type: 2,
  urlAddress: id,
  ...more,
})
const MENU: readonly MenuEntry[] = [
  entry('field', '田间管理', {
    type: 0,
    urlAddress: '',
    children: [entry('field/rotation', '灌溉轮次'), entry('field/moisture', '墒情记录')],
  }),
  entry('system/dictionary', '数据字典'),
]
const titles = (words: string, sounds = pinyinSounds) =>
  searchEntries(entriesOf(MENU), sounds)(words).map(({ title }) => title)

it('searches with the documented threshold and weights', () => {
  expect({ THRESHOLD, WEIGHTS }).toEqual({ THRESHOLD: 0.4, WEIGHTS: { title: 0.7, path: 0.3 } })
})

it('knows every place with what stands above it', () => {
  expect(entriesOf(MENU).map(({ title, above, path }) => [title, above, path])).toEqual([
    ['灌溉轮次', '田间管理', '/field/rotation'],
    ['墒情记录', '田间管理', '/field/moisture'],
    ['数据字典', '', '/system/dictionary'],
  ])
})

describe('the menu search', () => {
  it('finds by title and by path, with slips', () => {
    expect(titles('字典')).toEqual(['数据字典'])
    expect(titles('moisture')[0]).toBe('墒情记录')
    expect(titles('dictonary')[0]).toBe('数据字典')
  })

  it('finds by pinyin and by its first letters', () => {
    expect(titles('gglc')[0]).toBe('灌溉轮次')
    expect(titles('shuju')[0]).toBe('数据字典')
    expect(titles('sj zd')[0]).toBe('数据字典')
  })

  it('names each place once, and nothing for nothing', () => {
    expect(titles('dictionary')).toEqual([...new Set(titles('dictionary'))])
    expect(titles('   ')).toEqual([])
    expect(titles('zzzzqq')).toEqual([])
  })
})
