import type { Host } from '@runtime/host'
import { collectMessages, createTranslator, type Language } from '@runtime/text'
import dates from '@schemas/locales/dates.json'
import widgets from '@schemas/locales/widgets.json'
import { testHost } from '../testing'

/** A host that also knows the words of these widgets, and keeps what it was asked to show. */
export function datesHost(language: Language = 'zh'): Host & { readonly toasts: readonly string[] } {
  const toasts: string[] = []
  return {
    ...testHost(language),
    ...createTranslator(language, collectMessages({ widgets, dates })),
    toast: (_, text) => toasts.push(text),
    toasts,
  }
}
