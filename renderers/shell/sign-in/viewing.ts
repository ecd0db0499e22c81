import { createTokenStore, STORAGE_PREFIX } from '@services/client'

/** Where this tab, and no other, keeps the token with which it looks as somebody else. */
const tokens = createTokenStore(sessionStorage, `${STORAGE_PREFIX}view`)

/** The tokens of a tab that looks as somebody else; null in any other. A tab is loaded anew when that begins and when it ends. */
export const viewTokens = tokens.get() === null ? null : tokens

/** Shows the product as somebody else sees it; the person's own session waits in its own tabs. */
export function beginView(token: string): void {
  tokens.set(token)
  location.assign('/home')
}

/** Back to where people are looked as from. */
export function leaveView(): void {
  tokens.clear()
  location.assign('/permission/user')
}
