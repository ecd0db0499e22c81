import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTranslator, LANGUAGES } from '@runtime/text'
import type { Call } from '@services/contract/call'
import { calls } from '@services/contract/calls'
import { memberWords } from '@services/contract/member-words'
import {
  DESCRIPTION_FILES,
  descriptionsIn,
  explainIn,
} from '@services/server/modules/lowcode/handbook/descriptions'
import { entriesOf } from '@services/server/modules/lowcode/handbook/entries'
import { LanguageWords, wordsOf } from '@services/server/modules/lowcode/handbook/language'
import { pageOf } from '@services/server/modules/lowcode/handbook/page'
import { describe, expect, it } from 'vitest'
import { shippedMessages } from './fixtures/shipped-messages'

const SCHEMAS = join(import.meta.dirname, '../schemas')
const WHERE = `schemas/handbook/{${DESCRIPTION_FILES.join(',')}}`
/** Signs that traditional Chinese writes otherwise, of those that are used most here. */
const SIMPLIFIED = /[这们说为时对开关页执择显单调务图录输设项组当发]/u
const words = new LanguageWords(SCHEMAS)
const translations = descriptionsIn(SCHEMAS)
const messages = shippedMessages()

/** All that the handbook's pages describe, each with the first page that does. */
const described = new Map<string, string>()
for (const entry of entriesOf([], (text) => String(text))) {
  const heard = (description: string) => {
    if (description !== '' && !described.has(description)) described.set(description, entry.id)
    return description
  }
  pageOf(entry, { guides: [], language: words, text: String, explain: heard })
}
const sentences = [...described].filter(([text]) => !text.startsWith('@'))

describe('what the handbook describes', () => {
  it('is written in Chinese of both kinds', () => {
    const missing = sentences
      .filter(([text]) => !translations[text]?.zh.trim() || !translations[text].zhtw.trim())
      .map(([text, entry]) => `${entry}: ${text}`)
    expect(missing, `Add them, with "zh" and "zhtw", to ${WHERE}`).toEqual([])
  })

  it('is every member that a call takes', () => {
    const bare = Object.values(calls as Readonly<Record<string, Call>>).flatMap((call) =>
      [call.params, call.query, call.body]
        .flatMap(wordsOf)
        .filter(({ name, description }) => !description && !memberWords(call, name))
        .map(({ name }) => `${call.name}: ${name}`),
    )
    expect(
      bare,
      'Give them a title in the contract, or add them to services/contract/member-words.ts',
    ).toEqual([])
    const page = (id: string) => {
      const [kind = '', name = ''] = id.split('/')
      const sources = { guides: [], language: words, text: String, explain: String }
      return pageOf({ id, kind: kind as 'call', name, title: '' }, sources as never)
    }
    expect(page('call/role.list')).toContain('Page, counted from 1')
    expect(page('call/role.create')).toContain('@common.name')
  })

  it('is still described where there is a translation', () => {
    const orphans = Object.keys(translations).filter((text) => !described.has(text))
    expect(orphans, `Nothing says this any more: take it out of ${WHERE}`).toEqual([])
  })

  it('stands in one file, once', () => {
    const all = DESCRIPTION_FILES.flatMap((file) =>
      Object.keys(JSON.parse(readFileSync(join(SCHEMAS, 'handbook', file), 'utf8'))),
    )
    expect(all.length).toBe(Object.keys(translations).length)
  })

  it('reads as Chinese to who reads Chinese: nothing left in English, no simplified sign among the traditional', () => {
    const han = /\p{Script=Han}/u
    for (const [text] of sentences) {
      const { zh = '', zhtw = '' } = translations[text] ?? {}
      expect([text, han.test(zh), han.test(zhtw)]).toEqual([text, true, true])
      expect(zhtw, text).not.toMatch(SIMPLIFIED)
    }
  })

  it('is a key that every language says, where it is a key', () => {
    for (const [key, entry] of described)
      if (key.startsWith('@'))
        for (const language of LANGUAGES)
          expect(createTranslator(language, messages).text(key), `${entry}, ${language}`).not.toMatch(/^@/)
  })

  it('is said in the language of who reads it, and in English where nobody has translated it', () => {
    const text = (key: string) => `said ${key}`
    const known = { Waits: { zh: '等待', zhtw: '等待一下' } }
    const of = (language: (typeof LANGUAGES)[number], description: string) =>
      explainIn(known, language, text as never)(description)
    expect([of('zh', 'Waits'), of('zhtw', 'Waits'), of('en', 'Waits')]).toEqual(['等待', '等待一下', 'Waits'])
    expect([of('zh', 'New'), of('zh', 'constructor'), of('zh', '@a.b')]).toEqual([
      'New',
      'constructor',
      'said @a.b',
    ])
  })
})
