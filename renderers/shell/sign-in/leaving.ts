import { isUnsaved } from '@renderers/unsaved'
import type { Host } from '@runtime/host'
import { client } from '../client'
import { translate } from '../language'
import { mayLeaveViews } from '../leaving'
import { leaveEverywhere } from './session'
import { leaveView, viewTokens } from './viewing'

/** Asks, ends the session on the server too, and leads to the sign-in page. */
export async function signOut(host: Pick<Host, 'confirm'>): Promise<void> {
  const question = { text: translate('@shell.signOutQuestion') }
  // One question: what is unsaved says more than that one signs out.
  if (await (isUnsaved() ? mayLeaveViews() : host.confirm(question))) await leave('session.logout')
}

/** The same on every device of the person. */
export async function signOutEverywhere(host: Pick<Host, 'confirm'>): Promise<void> {
  const question = { text: translate('@session.signOutEverywhereQuestion'), danger: true }
  if ((await host.confirm(question)) && (await mayLeaveViews())) await leave('currentUser.logoutEverywhere')
}

/** Looks as oneself again. */
export async function endView(): Promise<void> {
  await client.call('session.logout').catch(() => undefined)
  leaveView()
}

/** Leaves without asking. Where the server cannot be told, the token is forgotten all the same. */
export async function leave(by: 'session.logout' | 'currentUser.logoutEverywhere'): Promise<void> {
  if (viewTokens) return endView()
  await client.call(by).catch(() => undefined)
  leaveEverywhere()
  client.token.clear()
}
