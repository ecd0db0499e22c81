/** How many chunks are on their way at once, over all files. */
export const LANES = 3

/** Lets a few works run at a time; the others wait their turn, or leave when they are called off. */
export function createLanes(count = LANES) {
  let free = count
  const waiting: (() => void)[] = []
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  const enter = (signal: AbortSignal): Promise<void> => {
    if (free > 0) {
      free--
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        waiting.splice(waiting.indexOf(go), 1)
        reject(signal.reason)
      }
      waiting.push(go)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }
  return {
    /** True when work that comes now would have to wait. */
    get full() {
      return free === 0
    },
    async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      signal.throwIfAborted()
      await enter(signal)
      try {
        signal.throwIfAborted()
        return await work()
      } finally {
        leave()
      }
    },
  }
}

export type Lanes = ReturnType<typeof createLanes>
