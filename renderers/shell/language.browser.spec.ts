import { expect, it } from 'vitest'
import { startLanguage } from './language'

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
