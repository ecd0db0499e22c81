/** A signal that comes again within so many milliseconds is the same one, told by a terminal and by whoever started us. */
const SAME = 1_000

/** What is under way has so long to come to its end, in milliseconds; whatever hangs is left then. */
const PATIENCE = 20_000

/**
 * Ends this process in order when it is asked to: by SIGTERM, SIGINT or SIGHUP, or by the end of whoever started it over a channel.
 * What it runs itself (its database) ends with it in any case: its guard hears the end (`bin/guard.mjs`).
 * @param stop answers when everything has ended
 */
export function stopWhenAsked(stop: () => Promise<void>): void {
  let since: number | undefined
  const hear = () => {
    if (since !== undefined) {
      // Asked a second time, it does not wait for what hangs.
      if (Date.now() - since > SAME) process.exit(1)
      return
    }
    since = Date.now()
    setTimeout(() => process.exit(1), PATIENCE).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, hear)
  if (process.channel) {
    process.once('disconnect', hear)
    // The channel alone keeps nothing running.
    process.channel.unref()
  }
  // A terminal that was closed takes no more lines; that must not end what is being stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
