import { afterAll, describe, expect, it } from 'vitest'
import { startLanguage, switchLanguage, translate } from './language'

it.each([
  [null, 'zh-CN', 'zh'],
  [null, 'zh', 'zh'],
  [null, 'zh-TW', 'zhtw'],
  [null, 'zh-Hant-HK', 'zhtw'],
  [null, 'en-US', 'en'],
  [null, 'EN', 'en'],
  [null, 'fr-FR', 'zh'],
  [null, '', 'zh'],
  ['en', 'zh-CN', 'en'],
  ['zhtw', 'en', 'zhtw'],
  ['klingon', 'en-GB', 'en'],
] as const)('with %j kept, a browser in %j begins in %s', (stored, browser, language) => {
  expect(startLanguage(stored, browser)).toBe(language)
})

describe('a text in the shell', () => {
  const texts = {
    zh: { 'messages.hoursAgo': '{count}小时前', 'only.chinese': '只有中文 {name}' },
    en: { 'messages.hoursAgo': '{count} {count|hour|hours} ago', 'a.nested': '$t(messages.hoursAgo) {name}' },
  }
  const speak = (language: 'zh' | 'en') => switchLanguage(language, async () => texts[language], true)
  afterAll(() => localStorage.clear())

  it('says one and many in their own words, from a locale and from a document', async () => {
    await speak('en')
    const said = [1, 3].map((count) => translate('@messages.hoursAgo', { count }))
    expect(said).toEqual(['1 hour ago', '3 hours ago'])
    const own = { zh: '{count} 行', en: '{count} {count|row|rows}' }
    expect([1, 3].map((count) => translate(own, { count }))).toEqual(['1 row', '3 rows'])
    expect(translate('{count} {count|row|rows}', { count: 1 })).toBe('1 row')
  })

  it('is that of its key where a locale has it, Chinese where no other has, and the key where none has', async () => {
    await speak('zh')
    await speak('en')
    expect(translate({ zh: '之前', en: 'before', key: 'messages.hoursAgo' }, { count: 1 })).toBe('1 hour ago')
    expect(translate('@only.chinese', { name: 'x' })).toBe('只有中文 x')
    expect(translate('@none.such')).toBe('@none.such')
  })

  it('puts a value in as it is, and keeps a place without one', async () => {
    await speak('en')
    expect(translate('@messages.hoursAgo', {})).toBe('{count} {count|hour|hours} ago')
    expect(translate('@a.nested', { name: '<b> $t(x) {count}' })).toBe(
      '$t(messages.hoursAgo) <b> $t(x) {count}',
    )
  })
})
