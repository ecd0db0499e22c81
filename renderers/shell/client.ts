import { createClient } from '@services/client'
import { language } from './language'
import { lapse } from './sign-in/session'

/** The one client of this window. */
export const client = createClient({
  baseUrl: '',
  language: () => language.current,
  onSessionEnd: (_code, message) => lapse(message),
})
