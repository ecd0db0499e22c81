import { LANGUAGES, type Language, type Text, type TextParams } from '@runtime/text'
import { STORAGE_PREFIX } from '@services/client'
import i18next from 'i18next'
import { proxy } from 'valtio/vanilla'

const KEY = `${STORAGE_PREFIX}language`

/** Valtio proxy: `version` grows whenever texts change, so that whoever shows texts draws again. */
export const language = proxy<{ current: Language; version: number }>({
  current: startLanguage(localStorage.getItem(KEY), navigator.language),
  version: 0,
})

const fetched = new Set<Language>()
const ready = i18next.init({
  lng: language.current,
  fallbackLng: 'zh',
  keySeparator: false,
  nsSeparator: false,
  resources: {},
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
})

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
  await ready
  if (anew || !fetched.has(next)) {
    i18next.addResourceBundle(next, 'translation', await fetchTexts(next), false, true)
    fetched.add(next)
  }
  await i18next.changeLanguage(next)
  if (next !== language.current) localStorage.setItem(KEY, next)
  document.documentElement.lang = HTML_LANGUAGES[next]
  language.current = next
  language.version += 1
}

/** Says a text in the present language; an unknown key is shown as it is, so that a gap is seen. */
export function translate(text: Text | undefined, params?: TextParams): string {
  if (text === undefined) return ''
  const current = language.current
  if (typeof text === 'object') return fill(text[current] ?? text.zh, params)
  if (!text.startsWith('@')) return fill(text, params)
  const key = text.slice(1)
  return i18next.exists(key) ? i18next.t(key, { ...params }) : text
}

function fill(message: string, params: TextParams | undefined): string {
  if (!params) return message
  return message.replace(/\{(\w+)\}/g, (place, name: string) =>
    name in params ? String(params[name] ?? '') : place,
  )
}

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
