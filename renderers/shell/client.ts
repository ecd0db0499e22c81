import { createClient } from '@services/client'
import { language } from './language'
import { lapse } from './sign-in/session'
import { leaveView, viewTokens } from './sign-in/viewing'

/** The one client of this window. */
export const client = createClient({
  baseUrl: '',
  language: () => language.current,
  ...(viewTokens && { token: viewTokens }),
  onSessionEnd: (_code, message) => (viewTokens ? leaveView() : lapse(message)),
})
