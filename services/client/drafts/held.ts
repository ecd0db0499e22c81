/** Which drafts open forms of this browser are writing, whichever window they are in; a window that dies holds none. */
export interface Held {
  /** Holds a draft until the answer is called. */
  hold(draft: string): () => void
  others(): Promise<ReadonlySet<string>>
}

const PREFIX = 'loam.draft.'

/** By the browser's own locks. Where it has none (an address without TLS), what another window is writing is not known. */
export function createHeld(locks: LockManager | undefined = globalThis.navigator?.locks): Held {
  const own = new Set<string>()
  return {
    hold(draft) {
      own.add(draft)
      let release = () => undefined as undefined
      const held = new Promise<void>((resolve) => {
        release = () => {
          own.delete(draft)
          resolve()
        }
      })
      locks?.request(PREFIX + draft, () => held).catch(() => undefined)
      return release
    },
    async others() {
      const { held = [] } = (await locks?.query()) ?? {}
      const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? name.slice(PREFIX.length) : []))
      return new Set([...own, ...names])
    },
  }
}
