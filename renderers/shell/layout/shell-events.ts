import { isRecord } from '@runtime/json'
import { LANGUAGES } from '@runtime/text'
import { openAccountChange } from '../openings'
import { beginView } from '../sign-in/viewing'
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
    'view.begin': (payload) => {
      const token = isRecord(payload) ? payload['token'] : undefined
      if (typeof token === 'string') beginView(token)
    },
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
