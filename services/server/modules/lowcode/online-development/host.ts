import type { HeadlessHost } from '@runtime/host'
import { createMatcher } from '@runtime/pattern/matches'
import type { CallContext } from '../../../module'
import { TIME_ZONE } from '../../../time-zone'

/** What rules and widgets know of the world on the server: the caller, their language and the time. */
export function hostOf(context: Pick<CallContext, 'user' | 'language' | 'text'>): HeadlessHost {
  return {
    user: context.user,
    language: context.language,
    text: context.text,
    now: () => Date.now(),
    timeZone: TIME_ZONE,
    matches: createMatcher(),
  }
}
