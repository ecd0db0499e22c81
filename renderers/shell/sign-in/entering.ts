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

/** Readings of who is signed in, counted as they are asked for; and the newest whose answer is kept. */
const readings = { asked: 0, kept: 0 }

/**
 * Asks who is signed in, with menu and rights. What the server says against it ends the session and stands on the
 * sign-in page (`spec/shell-and-monitoring.md §4, §8`).
 * @returns what to show beside a retry when the server did not answer, or could not; null otherwise.
 */
export async function loadSession(): Promise<string | null> {
  const token = client.token.get()
  readings.asked += 1
  const reading = readings.asked
  // Somebody else may have signed in in the meantime, or an answer have come that was asked for later and knows more.
  const isPast = () => client.token.get() !== token || reading < readings.kept
  let refusal: string | null
  try {
    const { data } = await client.call('session.currentUser')
    if (isPast()) return null
    readings.kept = reading
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
    if (isPast()) return null
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
