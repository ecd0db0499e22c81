import { CallError, CODE } from '@services/client'
import { followAlarmSound } from '../alarms/sound-choice'
import { learnBrand } from '../brand'
import { client } from '../client'
import { translate } from '../language'
import { followFavourites } from '../layout/favourites'
import { followLayout } from '../layout/settings'
import { setLock } from '../lock/lock'
import { followAppearance } from '../theme'
import { beginSession, endSession, session } from './session'
import { leaveView, viewTokens } from './viewing'

/**
 * A person has proved who they are: their token and layout are kept (`spec/shell-and-monitoring.md §4`), what was locked is
 * open.
 * @param theme the layout that signing in has answered; a link brings none.
 */
export function enter(token: string, theme?: string): void {
  session.isFresh = true
  followLayout(theme)
  setLock(false)
  client.token.set(token)
}

/** The reading of who is signed in that was asked for last. */
let newest: { readonly controller: AbortController; readonly failure: Promise<string | null> } | undefined

/**
 * Asks who is signed in, with menu and rights. What the server says against it ends the session and stands on the
 * sign-in page (`spec/shell-and-monitoring.md §4, §8`). One that is under way is given up: its answer may be of before what it is
 * asked again for.
 * @returns what to show beside a retry when the server did not answer, or could not; null otherwise.
 */
export function loadSession(): Promise<string | null> {
  newest?.controller.abort()
  const controller = new AbortController()
  newest = { controller, failure: readSession(controller.signal) }
  return newest.failure
}

async function readSession(signal: AbortSignal): Promise<string | null> {
  const token = client.token.get()
  let refusal: string | null
  try {
    const { data } = await client.call('session.currentUser', {}, { signal })
    if (signal.aborted) return newest?.failure ?? null
    // Somebody else may have signed in in the meantime.
    if (client.token.get() !== token) return null
    refusal = refusalOf(data)
    if (refusal === null) {
      const { userInfo } = data
      // Before anything of the inside is drawn, so that nothing is drawn twice; and once, since what is chosen here is sent after it.
      if (session.signedIn?.user.userId !== userInfo.userId) {
        followAppearance(userInfo.appearance)
        followAlarmSound(userInfo.alarmSound)
        followLayout(userInfo.theme)
        followFavourites(userInfo.favourites)
      }
      learnBrand(data.sysConfigInfo ?? {})
      beginSession(data, token)
    }
  } catch (error) {
    if (signal.aborted) return newest?.failure ?? null
    if (client.token.get() !== token) return null
    const { code, message } = error instanceof CallError ? error : { code: 0, message: '' }
    if (code === 0 || code === CODE.failed || code === CODE.tooMany)
      return message || translate('@session.hasError')
    refusal = message || translate('@session.hasError')
  }
  if (refusal !== null && viewTokens) leaveView()
  else if (refusal !== null) {
    client.token.clear()
    endSession(refusal)
  }
  return null
}

function refusalOf(data: unknown): string | null {
  const { userInfo, menuList } = (data ?? {}) as { readonly userInfo?: unknown; readonly menuList?: unknown }
  if (!userInfo) return translate('@session.invalid')
  return Array.isArray(menuList) && menuList.length > 0 ? null : translate('@session.noMenu')
}
