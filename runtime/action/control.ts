/** Thrown inside a run to end it without an error. */
class Stop extends Error {
  constructor() {
    super('stop')
    this.name = 'Stop'
  }
}

export function stopRun(): never {
  throw new Stop()
}

/** True for what ends a run on purpose: a stop or a cancel. `try` and `retry` let these pass. */
export function isControl(error: unknown): boolean {
  return error instanceof Stop || (error instanceof Error && error.name === 'AbortError')
}

/** Resolves after so many milliseconds; rejects with an AbortError when the signal fires. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const end = () => {
      signal.removeEventListener('abort', abort)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
  })
}
