/** Lets equal requests that are under way at the same time share one; it is aborted when nobody waits any more. */
export interface Sharing<T> {
  run(key: string, signal: AbortSignal | undefined, start: (signal: AbortSignal) => Promise<T>): Promise<T>
}

interface Flight<T> {
  readonly result: Promise<T>
  readonly controller: AbortController
  waiting: number
}

export function createSharing<T>(): Sharing<T> {
  const flights = new Map<string, Flight<T>>()

  const take = (key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const known = flights.get(key)
    if (known) return known
    const controller = new AbortController()
    const flight: Flight<T> = { controller, waiting: 0, result: start(controller.signal) }
    flights.set(key, flight)
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    flight.result.then(land, land)
    return flight
  }

  return {
    async run(key, signal, start) {
      signal?.throwIfAborted()
      const flight = take(key, start)
      flight.waiting += 1
      try {
        return await orAborted(flight.result, signal)
      } finally {
        flight.waiting -= 1
        if (flight.waiting === 0) {
          flight.controller.abort()
          // A later caller must not join what has just been given up.
          if (flights.get(key) === flight) flights.delete(key)
        }
      }
    },
  }
}

/** The promise's result, or the signal's reason as soon as that aborts. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
