import type { Told } from '../results.mjs'

/** To `tests/run.mjs`, where it has started the runner; answers once it is on its way. */
export function tell(told: Told): Promise<void> {
  return new Promise((sent) => {
    if (process.send) process.send(told, undefined, undefined, () => sent())
    else sent()
  })
}
