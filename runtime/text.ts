/** The languages of the interface; Chinese is the fallback (`spec/shell-and-monitoring.md §9`). */
export const LANGUAGES = ['zh', 'zhtw', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/**
 * A text of a document: literal, `"@area.key"` for a locale key, or one text a language; with a `key` (`area.key`) it is what
 * is said where no locale has that.
 */
export type Text =
  | string
  | { readonly zh: string; readonly zhtw?: string; readonly en?: string; readonly key?: string }

/** Values put into a message's `{name}` places; `{count|row|rows}` is the first word for one, else the second. */
export type TextParams = Readonly<Record<string, unknown>>

/** A text with what is put into its places, as a document has it; a page works its values out first. */
export interface FilledText {
  readonly text: Text
  readonly with: TextParams
}

/** Locale entries by key (`area.key`), all languages side by side, as `schemas/locales/<area>.json` has them. */
export type Messages = ReadonlyMap<
  string,
  { readonly zh: string; readonly zhtw?: string; readonly en?: string }
>

/** Where a translator finds its entries; one that is kept in a single language is its text alone. */
export interface MessageLookup {
  get(key: string): string | { readonly zh: string; readonly zhtw?: string; readonly en?: string } | undefined
}

/** Says a text in one language. An unknown key is shown as the key itself, so that a gap is seen and found. */
export interface Translator {
  readonly language: Language
  text(text: Text | FilledText | undefined, params?: TextParams): string
}

/** Builds a translator over locale entries: the one of browser, server, check, print and mails. */
export function createTranslator(language: Language, messages: MessageLookup): Translator {
  return {
    language,
    text(given, values) {
      if (given === undefined) return ''
      const [text, params] =
        typeof given === 'object' && 'text' in given
          ? [given.text, { ...given.with, ...values }]
          : [given, values]
      const key = typeof text === 'object' ? text.key : text.startsWith('@') ? text.slice(1) : undefined
      const entry = (key === undefined ? undefined : messages.get(key)) ?? text
      return fillPlaces(typeof entry === 'string' ? entry : (entry[language] ?? entry.zh), params)
    },
  }
}

/** `{name}`, and `{count|row|rows}`. */
const PLACE = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g

/** Puts values into a message's places; a place whose value is not given stays, or is what `absent` says. */
export function fillPlaces(message: string, params: TextParams | undefined, absent?: string): string {
  if (!params && absent === undefined) return message
  return message.replace(PLACE, (place, name: string, one?: string, other?: string) => {
    if (!params || !Object.hasOwn(params, name)) return absent ?? place
    const value = params[name]
    if (one === undefined || other === undefined) return String(value ?? '')
    return Number(value) === 1 ? one : other
  })
}

/** The names of a message's places, each once. */
export function placesOf(message: string): readonly string[] {
  if (!message.includes('{')) return []
  return [...new Set([...message.matchAll(PLACE)].map(([, name]) => name ?? ''))]
}

/** Flattens the files of `schemas/locales/` (area → entries) into one map of `area.key`. */
export function collectMessages(
  areas: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Messages {
  const messages = new Map<string, { zh: string; zhtw?: string; en?: string }>()
  for (const [area, entries] of Object.entries(areas)) {
    for (const [key, entry] of Object.entries(entries)) {
      if (typeof entry === 'object' && entry !== null && 'zh' in entry) {
        messages.set(`${area}.${key}`, entry as { zh: string; zhtw?: string; en?: string })
      }
    }
  }
  return messages
}
