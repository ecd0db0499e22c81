import type { CurrentUser } from '@runtime/host'
import type { PermissionEntry } from '@runtime/permission/permission'
import { proxy, ref } from 'valtio/vanilla'

/** An entry of the menu as the server gives it, filtered by the person's rights (`spec/shell-and-monitoring.md §3`). */
export interface MenuEntry {
  readonly id: string
  readonly fullName: string
  readonly enCode: string
  readonly type: number
  readonly icon?: string
  readonly urlAddress?: string
  readonly linkTarget?: string
  readonly propertyJson?: string
  readonly children?: readonly MenuEntry[]
}

export interface SignedIn {
  readonly user: CurrentUser
  readonly menu: readonly MenuEntry[]
  readonly permissions: readonly PermissionEntry[]
  readonly system: Readonly<Record<string, unknown>>
  /** The system's own, in which dates are read and shown; absent: the browser's. */
  readonly timeZone?: string
}

/** Valtio proxy: who is signed in, and why the last session ended (shown once on the sign-in page). */
export const session = proxy<{ signedIn: SignedIn | null; ended: string | null }>({
  signedIn: null,
  ended: null,
})

export function beginSession(data: unknown): void {
  const { userInfo, menuList, permissionList, sysConfigInfo } = data as Readonly<Record<string, unknown>>
  const system = (sysConfigInfo as Readonly<Record<string, unknown>> | null) ?? {}
  session.signedIn = ref({
    user: userInfo as CurrentUser,
    menu: (menuList as readonly MenuEntry[] | null) ?? [],
    permissions: (permissionList as readonly PermissionEntry[] | null) ?? [],
    system,
    ...(typeof system['timeZone'] === 'string' && { timeZone: system['timeZone'] }),
  })
  session.ended = null
}

/** Forgets who was signed in; the router then leads to the sign-in page. */
export function endSession(reason: string | null): void {
  session.signedIn = null
  session.ended = reason
}
