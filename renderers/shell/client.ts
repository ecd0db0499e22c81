import { createClient } from '@services/client'
import { language } from './language'
import { endSession } from './session'

/** The one client of this window. */
export const client = createClient({
  baseUrl: '',
  language: () => language.current,
  onSessionEnd: (_code, message) => endSession(message),
})
