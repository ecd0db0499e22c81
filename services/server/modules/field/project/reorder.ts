/** Puts numbered frames that come from several servers into their order. */
export interface Reorder<T> {
  /** Keeps from now on what is heard, until it is known where to begin. */
  open(key: string): void
  /** What is numbered up to `seq` need not be waited for; a line that has begun goes on as it was. */
  begin(key: string, seq: number): void
  hear(key: string, seq: number, frame: T): void
  /** The highest number that has been passed on. */
  reached(key: string): number
  forget(key: string): void
}

interface Line<T> {
  /** Null until it is known. */
  reached: number | null
  readonly waiting: Map<number, T>
}

/**
 * A frame whose predecessor has not come waits; what is missing still after the time that `later` gives is taken for
 * lost, and the gap is left for the reader to see.
 */
export function createReorder<T>(pass: (frame: T) => void, later: (work: () => void) => void): Reorder<T> {
  const lines = new Map<string, Line<T>>()

  const passOn = (line: Line<T>, from: number) => {
    let next = from + 1
    for (let frame = line.waiting.get(next); frame !== undefined; frame = line.waiting.get(next)) {
      line.waiting.delete(next)
      line.reached = next
      next += 1
      pass(frame)
    }
  }
  const giveUp = (line: Line<T>, seq: number) => {
    for (const waiting of [...line.waiting.keys()].sort((a, b) => a - b)) {
      if (waiting > seq) break
      if (line.waiting.has(waiting)) passOn(line, waiting - 1)
    }
  }

  return {
    open(key) {
      if (!lines.has(key)) lines.set(key, { reached: null, waiting: new Map() })
    },
    begin(key, seq) {
      const line = lines.get(key)
      if (!line || line.reached !== null) return
      line.reached = seq
      for (const old of line.waiting.keys()) if (old <= seq) line.waiting.delete(old)
      passOn(line, seq)
    },
    hear(key, seq, frame) {
      const line = lines.get(key)
      if (!line) return
      if (line.reached !== null && seq <= line.reached) return
      line.waiting.set(seq, frame)
      if (line.reached === null) return
      passOn(line, line.reached)
      if (line.reached < seq) later(() => giveUp(line, seq))
    },
    reached: (key) => lines.get(key)?.reached ?? 0,
    forget: (key) => {
      lines.delete(key)
    },
  }
}
