import type { Host } from '@runtime/host'
import { client } from '../client'
import { translate } from '../language'
import { leaveEverywhere } from './session'
import { leaveView, viewTokens } from './viewing'

/** Asks, ends the session on the server too, and leads to the sign-in page. */
export async function signOut(host: Pick<Host, 'confirm'>): Promise<void> {
  if (await host.confirm({ text: translate('@shell.signOutQuestion') })) await leave('session.logout')
}

/** The same on every device of the person. */
export async function signOutEverywhere(host: Pick<Host, 'confirm'>): Promise<void> {
  const question = { text: translate('@session.signOutEverywhereQuestion'), danger: true }
  if (await host.confirm(question)) await leave('currentUser.logoutEverywhere')
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
