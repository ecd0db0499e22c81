import type { CurrentUser } from '@runtime/host'
import { LANGUAGES, type Language } from '@runtime/text'
import { client } from '../client'
import { hasChosenLanguage, language, switchLanguage } from '../language'
import { fetchTexts } from '../texts'
import { accountAppearance, setTheme, type Theme } from '../theme'
import { type LayoutType, settings } from './settings'

/**
 * Choices that follow a person to other devices: kept here at once, and with the person's account where the server can be
 * reached (`spec/shell-and-monitoring.md §7.1`: language save sends language, layout save sends theme).
 */
export async function chooseLanguage(next: Language): Promise<void> {
  await switchLanguage(next, fetchTexts)
  await client.call('currentUser.systemLanguage', { language: next }).catch(() => undefined)
}

export async function chooseLayout(next: LayoutType): Promise<void> {
  settings.layoutType = next
  await client.call('currentUser.systemTheme', { theme: next }).catch(() => undefined)
}

/** Darkness and colours. */
export async function chooseTheme(change: Partial<Theme>): Promise<void> {
  setTheme(change)
  await client.call('currentUser.systemTheme', { appearance: accountAppearance() }).catch(() => undefined)
}

/** The language of every new account: it says nothing about what the person wants. */
const UNCHOSEN: Language = 'zh'

/** Takes the language that the person chose elsewhere; one that was chosen on this device goes first. */
export async function followLanguage(user: CurrentUser): Promise<void> {
  const wanted = user['language']
  const known = LANGUAGES.find((name) => name === wanted)
  if (known === undefined || known === UNCHOSEN || known === language.current || hasChosenLanguage()) return
  await switchLanguage(known, fetchTexts)
}
