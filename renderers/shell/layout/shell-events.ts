import { isRecord } from '@runtime/json'
import { LANGUAGES } from '@runtime/text'
import { openAccountChange } from '../openings'
import { chooseLanguage, chooseTheme } from './preferences'

/**
 * What the shell does of what pages emit; other events are the pages' own.
 * @param reloadMenu fetches menu, person and rights again
 */
export function shellEvents(reloadMenu: () => void): (event: string, payload?: unknown) => void {
  const hears: Readonly<Record<string, (payload: unknown) => void>> = {
    'menu.changed': reloadMenu,
    'password.change': () => openAccountChange('password'),
    'mobile.change': () => openAccountChange('mobile'),
    'language.change': (payload) => {
      const next = LANGUAGES.find((name) => name === payload)
      if (next) void chooseLanguage(next)
    },
    'theme.change': (payload) => {
      const dark = isRecord(payload) ? payload['dark'] : undefined
      if (typeof dark === 'boolean') void chooseTheme({ dark })
    },
  }
  return (event, payload) => {
    if (Object.hasOwn(hears, event)) hears[event]?.(payload)
  }
}
