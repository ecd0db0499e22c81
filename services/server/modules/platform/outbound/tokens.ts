/** An access token, and until when it is good, in milliseconds since 1970. */
export interface Token {
  readonly token: string
  readonly until: number
}

/** Access tokens of accounts: each is asked for once while it is good, however many need it at the same moment. */
export interface Tokens {
  of(account: string, ask: () => Promise<Token>): Promise<string>
  /** The provider takes one no more before its time: the next who needs one asks anew. */
  forget(account: string, token: string): void
}

/** Milliseconds before its end from which a token is not begun with any more. */
const MARGIN = 60_000

export function createTokens(now: () => number = Date.now): Tokens {
  const held = new Map<string, { readonly asked: Promise<Token>; found?: Token }>()
  return {
    async of(account, ask) {
      const known = held.get(account)
      if (known && (!known.found || known.found.until - MARGIN > now())) return (await known.asked).token
      const entry: { readonly asked: Promise<Token>; found?: Token } = { asked: ask() }
      held.set(account, entry)
      try {
        entry.found = await entry.asked
        return entry.found.token
      } catch (error) {
        if (held.get(account) === entry) held.delete(account)
        throw error
      }
    },
    forget(account, token) {
      if (held.get(account)?.found?.token === token) held.delete(account)
    },
  }
}
