import {
  createTranslator,
  LANGUAGES,
  type Language,
  type Text,
  type TextParams,
  type Translator,
} from '@runtime/text'
import { STORAGE_PREFIX } from '@services/client'
import { proxy } from 'valtio/vanilla'

const KEY = `${STORAGE_PREFIX}language`

/** Valtio proxy: `version` grows whenever texts change, so that whoever shows texts draws again. */
export const language = proxy<{ current: Language; version: number }>({
  current: startLanguage(localStorage.getItem(KEY), navigator.language),
  version: 0,
})

/** Texts by their keys, of the languages that were fetched. */
const fetched = new Map<Language, ReadonlyMap<string, string>>()

type Fetch = (language: Language) => Promise<Readonly<Record<string, string>>>

/** Whether somebody has chosen the language on this device, rather than the browser. */
export function hasChosenLanguage(): boolean {
  return localStorage.getItem(KEY) !== null
}

/**
 * Switches the interface to a language; another one than before is remembered as chosen. Its texts are fetched the first
 * time, or again with `anew`.
 */
export async function switchLanguage(next: Language, fetchTexts: Fetch, anew = false): Promise<void> {
  if (anew || !fetched.has(next)) fetched.set(next, new Map(Object.entries(await fetchTexts(next))))
  if (next !== language.current) localStorage.setItem(KEY, next)
  document.documentElement.lang = HTML_LANGUAGES[next]
  language.current = next
  language.version += 1
}

/** Says a text in the present language; an unknown key is shown as it is, so that a gap is seen. */
export function translate(text: Text | undefined, params?: TextParams): string {
  return translators[language.current].text(text, params)
}

/** What a language lacks is said in Chinese, where that was fetched; places are filled as they are on the server. */
const translators = Object.fromEntries(
  LANGUAGES.map((lng) => {
    const get = (key: string) => fetched.get(lng)?.get(key) ?? fetched.get('zh')?.get(key)
    return [lng, createTranslator(lng, { get })]
  }),
) as Record<Language, Translator>

const HTML_LANGUAGES: Readonly<Record<Language, string>> = { zh: 'zh-CN', zhtw: 'zh-TW', en: 'en' }

/**
 * The one that is kept on this device, else the browser's: tw is traditional Chinese, zh and en themselves, all others Chinese
 * (`spec/shell-and-monitoring.md §9`).
 */
export function startLanguage(stored: string | null, browser: string): Language {
  const known = LANGUAGES.find((name) => name === stored)
  if (known) return known
  if (/tw|hk|hant/i.test(browser)) return 'zhtw'
  return /^en\b/i.test(browser) ? 'en' : 'zh'
}
