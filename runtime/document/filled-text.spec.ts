import { expect, it } from 'vitest'
import { compileValue, scopeOf } from '../expression'
import { createTranslator, type Text } from '../text'
import { filledText } from './filled-text'

const messages = new Map([['list.rows', { zh: '{count}条', en: '{count} {count|row|rows}' }]])
const textOf = (text: unknown, language: 'zh' | 'en' = 'en') =>
  filledText(
    createTranslator(language, messages),
    compileValue<Text>(text),
    scopeOf({ rows: [{ id: 'a' }], name: '{count}' }),
  )

it('fills the places of a locale entry, whose words follow the number', () => {
  const text = { text: '@list.rows', with: { count: '${rows.length}' } }
  expect([textOf(text), textOf(text, 'zh')]).toEqual(['1 row', '1条'])
  expect(textOf({ text: '@list.rows', with: { count: 2 } })).toBe('2 rows')
})

it('takes what stands for a place as it is, and shows a gap', () => {
  expect(textOf({ text: '@list.rows', with: { count: '${name}' } })).toBe('{count} rows')
  expect(textOf({ text: '@list.rows', with: {} })).toBe('{count} {count|row|rows}')
  expect(textOf({ text: '@list.rows', with: { count: '${missing}' } })).toBe(' rows')
})
