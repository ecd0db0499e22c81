import { UNSUBSCRIBE_PATH } from '@runtime/menu/fixed-paths'

/** Where a person who has no token is led, and comes back from. */
export const SIGN_IN_PATH = '/login'
/** Where a locked session is led. */
export const LOCK_PATH = '/lockScreen'

/**
 * The path that an address asks to be led to after signing in. Only one of this product: another site (`//elsewhere`,
 * `/\elsewhere`, a full address) and the gates themselves are the home instead.
 * @param part the `#part` of the address itself: of a path that was put into it as it is, the part has come apart from it
 */
export function redirectOf(search: string, part = ''): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? ''
  if (!wanted.startsWith('/') || !URL.canParse(wanted, ANY_SITE)) return '/'
  const { origin, pathname, search: query, hash } = new URL(wanted, ANY_SITE)
  return origin !== ANY_SITE || pathname.startsWith('//') || isGate(pathname)
    ? '/'
    : `${pathname}${query}${hash || part}`
}

/** A path that leads away from one site leads away from any. */
const ANY_SITE = 'http://site.invalid'

/** The address of a gate that leads back to where one was (`spec/shell-and-monitoring.md §2.1`). */
export function gateTo(gate: string, from: string): string {
  return isGate(from.replace(/[?#].*/s, '')) ? gate : `${gate}?redirect=${encodeURIComponent(from)}`
}

export function isGate(pathname: string): boolean {
  return pathname === SIGN_IN_PATH || pathname === LOCK_PATH
}

/** Where a phone confirms a QR code; whoever is not signed in does so right there. */
export const SCAN_PATH = '/sso'
/** Pages that say something without a token too (`spec/shell-and-monitoring.md §2.1`). */
const OPEN_TO_ALL = new Set(['/auth-redirect', '/formShortLink', UNSUBSCRIBE_PATH])

export function isOpenToAll(pathname: string): boolean {
  return OPEN_TO_ALL.has(pathname)
}

/** Pages to which a link may bring its own token (`spec/shell-and-monitoring.md §2.1`). */
const LINKED = new Set(['/appMap', '/appAuto', '/workFlowDetail', '/auth-redirect'])

/** The token that a link brings, and the address without it; null for any other link. */
export function tokenOfLink(
  pathname: string,
  search: string,
  hash = '',
): { token: string; rest: string } | null {
  if (!LINKED.has(pathname)) return null
  const query = new URLSearchParams(search)
  const token = query.get('token')
  if (!token) return null
  query.delete('token')
  if (pathname === '/auth-redirect') return { token, rest: redirectOf(`?${query}`, hash) }
  return { token, rest: `${pathname}${query.size > 0 ? `?${query}` : ''}${hash}` }
}
