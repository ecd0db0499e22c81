import { describe, expect, it } from 'vitest'
import { collectMessages, createTranslator } from './text'

const messages = collectMessages({
  table: { rowCount: { zh: '共 {count} 行', en: '{count} {count|row|rows}' } },
})

describe('a message', () => {
  it('says one and many in their own words', () => {
    const { text } = createTranslator('en', messages)
    expect([0, 1, 2].map((count) => text('@table.rowCount', { count }))).toEqual([
      '0 rows',
      '1 row',
      '2 rows',
    ])
    expect(createTranslator('zh', messages).text('@table.rowCount', { count: 1 })).toBe('共 1 行')
  })

  it('is what stands beside its key where no locale has that', () => {
    const { text } = createTranslator('en', messages)
    expect(text({ zh: '行数', key: 'table.rowCount' }, { count: 2 })).toBe('2 rows')
    expect(text({ zh: '行数', key: 'table.gone' })).toBe('行数')
  })

  it('has what a document puts into its places, and what is said with it over that', () => {
    const { text } = createTranslator('zh', messages)
    const filled = { text: '@table.rowCount', with: { count: '{count}' } }
    expect(text(filled)).toBe('共 {count} 行')
    expect(text(filled, { count: 3 })).toBe('共 3 行')
  })

  it('keeps a place whose value is not given, and an unknown key', () => {
    const { text } = createTranslator('en', messages)
    expect(text('{a} and {b}', { a: 1 })).toBe('1 and {b}')
    expect(text('{a|x|y}', {})).toBe('{a|x|y}')
    expect(text('@table.none')).toBe('@table.none')
  })
})
