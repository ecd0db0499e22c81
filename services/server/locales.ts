import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isRecord } from '@runtime/json'
import {
  collectMessages,
  createTranslator,
  LANGUAGES,
  type Language,
  type MessageLookup,
  type Messages,
  type Translator,
} from '@runtime/text'
import { parse } from 'jsonc-parser'

/** The interface texts under `schemas/locales/`, as they are on disk now. */
export interface Locales {
  readonly messages: Messages
  translator(language: Language): Translator
  reload(): void
}

export function openLocales(folder: string): Locales {
  let messages: Messages = new Map()
  let translators = new Map<Language, Translator>()
  const locales: Locales = {
    get messages() {
      return messages
    },
    translator(language) {
      const translator = translators.get(language) ?? createTranslator(language, messages)
      translators.set(language, translator)
      return translator
    },
    reload() {
      messages = collectMessages(readAreas(folder))
      translators = new Map()
    },
  }
  locales.reload()
  return locales
}

/** The texts of a folder for those who say few: an area is read when it is first asked for one. */
export function openTexts(folder: string): MessageLookup {
  const areas = new Map<string, Messages>()
  return {
    get(key) {
      const [area = ''] = key.split('.')
      const messages = areas.get(area) ?? collectMessages(readArea(folder, area))
      areas.set(area, messages)
      return messages.get(key)
    },
  }
}

function readArea(folder: string, area: string): Record<string, Record<string, unknown>> {
  try {
    const content = contentOf(readFileSync(join(folder, `${area}.json`), 'utf8'))
    return isRecord(content) ? { [area]: content } : {}
  } catch {
    return {}
  }
}

function readAreas(folder: string): Record<string, Record<string, unknown>> {
  const areas: Record<string, Record<string, unknown>> = {}
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.json')) continue
    const content = contentOf(readFileSync(join(folder, name), 'utf8'))
    // A file that is broken keeps its texts out until it is mended; its keys show in the meantime.
    if (typeof content === 'object' && content !== null)
      areas[basename(name, '.json')] = content as Record<string, unknown>
  }
  return areas
}

/** What is no JSON gives what can be read of it. */
function contentOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return parse(text)
  }
}

/** The language a request asks for: `x-language`, else the first known of `Accept-Language`, else Chinese. */
export function languageOf(headers: Readonly<Record<string, unknown>>): Language {
  const requested = headers['x-language']
  if (LANGUAGES.includes(requested as Language)) return requested as Language
  for (const part of String(headers['accept-language'] ?? '')
    .toLowerCase()
    .split(',')) {
    if (/^\s*zh-(tw|hk|mo|hant)/.test(part)) return 'zhtw'
    if (/^\s*zh/.test(part)) return 'zh'
    if (/^\s*en/.test(part)) return 'en'
  }
  return 'zh'
}

/** What a terminal without a language of its own speaks. */
const NO_LANGUAGE = /^(c|posix)(\.|@|$)/i

/**
 * The language of a terminal: that of the first variable that is set, as programs read them. `C` and `POSIX` are English; where none
 * is set, and of languages that are not ours, Chinese.
 */
export function languageOfEnvironment(env: NodeJS.ProcessEnv): Language {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return NO_LANGUAGE.test(locale) ? 'en' : languageOf({ 'accept-language': locale.replaceAll('_', '-') })
}
