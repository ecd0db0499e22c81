import type { CurrentUser } from '@runtime/host'
import type { MenuEntry } from '@runtime/menu/destination'
import type { PermissionEntry } from '@runtime/permission/permission'
import { STORAGE_PREFIX } from '@services/client'
import { proxy, ref } from 'valtio/vanilla'
import { leaveView, viewTokens } from './viewing'

export interface SignedIn {
  /** With which this was asked for: another token may be another person's. */
  readonly token: string | null
  readonly user: CurrentUser
  readonly menu: readonly MenuEntry[]
  readonly permissions: readonly PermissionEntry[]
  readonly system: Readonly<Record<string, unknown>>
  /** The system's own, in which dates are read and shown; absent: the browser's. */
  readonly timeZone?: string
}

/** Where a tab says to the others that its person has left on purpose. */
const LEFT = `${STORAGE_PREFIX}left`

/** Valtio proxy: who is signed in, and how that began and ended. */
export const session = proxy<{
  /** Stays after the session has lapsed, so that what was typed is still there when the same person is back. */
  signedIn: SignedIn | null
  /** Why the last session ended; shown on the sign-in page until the next begins. */
  ended: string | null
  /** The person has just signed in here, rather than come back to an open session. */
  isFresh: boolean
  /** Grows with each person: what one had on the screen is not drawn on for the next. */
  person: number
}>({ signedIn: null, ended: null, isFresh: false, person: 0 })

export function beginSession(data: unknown, token: string | null): void {
  const { userInfo, menuList, permissionList, sysConfigInfo } = data as Readonly<Record<string, unknown>>
  const system = (sysConfigInfo as Readonly<Record<string, unknown>> | null) ?? {}
  const user = userInfo as CurrentUser
  if (session.signedIn && session.signedIn.user.userId !== user.userId) session.person += 1
  session.signedIn = ref({
    token,
    user,
    menu: (menuList as readonly MenuEntry[] | null) ?? [],
    permissions: (permissionList as readonly PermissionEntry[] | null) ?? [],
    system,
    ...(typeof system['timeZone'] === 'string' && { timeZone: system['timeZone'] }),
  })
  session.ended = null
}

/**
 * A first password has to be changed before anything else, and one that is too old; the server refuses it all
 * (`spec/shell-and-monitoring.md §4`).
 */
export function isPasswordDue({ user, system }: SignedIn): boolean {
  const isFirst =
    Number(system['mandatoryModificationOfInitialPassword']) === 1 && !user['changePasswordDate']
  return isFirst || user['passwordDue'] === true
}

/** The session is over without the person's will: the sign-in page stands over what they were doing. */
export function lapse(reason: string): void {
  session.ended = reason
}

/** Forgets who was signed in and what they were doing; the sign-in page says `reason`. */
export function endSession(reason: string | null): void {
  session.signedIn = null
  session.isFresh = false
  session.ended = reason
}

/** As `endSession`, in the product's other tabs too: nothing of a person who has left stays behind there. */
export function leaveEverywhere(): void {
  endSession(null)
  localStorage.setItem(LEFT, String(Date.now()))
}

addEventListener('storage', ({ key }) => {
  if (key !== LEFT) return
  if (viewTokens) leaveView()
  else endSession(null)
})
