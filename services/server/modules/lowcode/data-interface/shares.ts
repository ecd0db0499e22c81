interface Line {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Has so many works of one name run at once; the others wait in the order in which they came. What many share, such as the
 * connections of a pool, nobody takes whole.
 */
export function createShares() {
  const lines = new Map<string, Line>()
  return {
    async run<T>(name: string, most: number, work: () => Promise<T>): Promise<T> {
      const line = lines.get(name) ?? { running: 0, waiting: [] }
      lines.set(name, line)
      if (line.running < most) line.running++
      // Who ends hands the place on: nobody who comes in between takes it.
      else await new Promise<void>((resolve) => line.waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = line.waiting.shift()
        if (next) next()
        else if (--line.running === 0) lines.delete(name)
      }
    },
    /** How many names have work that runs or waits. */
    get size(): number {
      return lines.size
    },
  }
}

export type Shares = ReturnType<typeof createShares>
