import type { Node } from 'jsonc-parser'
import { isRecord } from '../json'
import { LANGUAGES, placesOf } from '../text'
import { below } from './positions'
import type { Report } from './report'

/** A locale file: every text in every language, with the same parameters in each. */
export function checkLocale(root: Node, report: Report): void {
  for (const { children: [key, entry] = [] } of root.children ?? []) {
    if (!key || !entry) continue
    const pointer = below('', String(key.value))
    if (entry.type !== 'object') {
      report.add('type', entry, pointer, {
        expected: '{ "zh": …, "zhtw": …, "en": … }',
        params: { found: entry.type },
      })
      continue
    }
    const texts = new Map<string, Node>()
    for (const { children: [language, text] = [] } of entry.children ?? []) {
      if (!language || !text) continue
      const name = String(language.value)
      const place = below(pointer, name)
      if (!LANGUAGES.some((known) => known === name))
        report.add('unknownKey', language, place, {
          params: { key: name },
          written: name,
          choices: LANGUAGES,
        })
      else if (text.type !== 'string')
        report.add('type', text, place, { expected: 'text', params: { found: text.type } })
      else texts.set(name, text)
    }
    for (const language of LANGUAGES) {
      const text = texts.get(language)
      if (!text || String(text.value).trim() === '')
        report.add('missingLanguage', text ?? key, text ? below(pointer, language) : pointer, {
          params: { key: key.value, language },
          expected: `"${language}": "…"`,
        })
    }
    checkParameters(texts, pointer, report)
  }
}

/** Whether a locale file has nothing wrong, seen without the places of its parts. */
export function isWholeLocale(content: unknown): boolean {
  return isRecord(content) && Object.values(content).every(isWholeEntry)
}

function isWholeEntry(entry: unknown): boolean {
  if (!isRecord(entry) || Object.keys(entry).length !== LANGUAGES.length) return false
  const texts = LANGUAGES.map((language) => entry[language])
  if (!texts.every((text) => typeof text === 'string' && text.trim() !== '')) return false
  if (!texts.some((text) => String(text).includes('{'))) return true
  const [first = '', ...others] = texts.map((text) => placesOf(String(text)).toSorted().join())
  return others.every((places) => places === first)
}

/** A parameter of one language that another leaves out is lost to those who read that one. */
function checkParameters(texts: ReadonlyMap<string, Node>, pointer: string, report: Report): void {
  const all = new Set([...texts.values()].flatMap(({ value }) => placesOf(String(value))))
  for (const [language, text] of texts) {
    const own = new Set(placesOf(String(text.value)))
    for (const name of all) {
      if (own.has(name)) continue
      const details = { params: { name, language }, expected: `{${name}}` }
      report.add('missingParameter', text, below(pointer, language), details)
    }
  }
}
