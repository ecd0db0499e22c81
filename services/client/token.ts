/** Where the session's token is kept between visits; other tabs hear of a change. */
export interface TokenStore {
  get(): string | null
  set(token: string): void
  clear(): void
  /** Called when this or another tab signs in or out. Returns the unsubscribe. */
  onChange(listener: (token: string | null) => void): () => void
}

/** Every key of the product in local storage begins so (`spec/shell-and-monitoring.md §9`). */
export const STORAGE_PREFIX = 'loam_'
const KEY = `${STORAGE_PREFIX}token`

/** Keeps the token in `storage`; where there is none (a closed storage, Node), in memory. */
export function createTokenStore(storage: Storage | null = browserStorage(), key = KEY): TokenStore {
  let memory: string | null = null
  const listeners = new Set<(token: string | null) => void>()
  const tell = (token: string | null) => {
    for (const listener of listeners) listener(token)
  }
  if (storage && typeof addEventListener === 'function') {
    addEventListener('storage', (event) => {
      if (event.storageArea === storage && (event.key === key || event.key === null))
        tell(storage.getItem(key))
    })
  }
  return {
    get: () => (storage ? storage.getItem(key) : memory),
    set(token) {
      if (storage) storage.setItem(key, token)
      else memory = token
      tell(token)
    },
    clear() {
      if (storage) storage.removeItem(key)
      else memory = null
      tell(null)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function browserStorage(): Storage | null {
  try {
    return typeof window === 'undefined' ? null : window.localStorage
  } catch {
    // A browser that forbids storage throws on the mere access.
    return null
  }
}
