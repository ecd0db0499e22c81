import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * For whom a statement runs. `reader`: somebody waits to see something; `writer`: for anything else; `job`: for a call that takes as
 * long as its work does (imports, exports). `viewer`: for who looks as somebody else; nothing can be written there. Each has connections of its own, and its time at them; so has what runs for nobody,
 * the server's own work.
 */
export type CallerKind = 'reader' | 'writer' | 'job' | 'viewer'

const callerStorage = new AsyncLocalStorage<CallerKind | undefined>()

/** Runs work for somebody: its statements take their connections, and have their time. */
export const runAs = <T>(kind: CallerKind | undefined, work: () => T): T => callerStorage.run(kind, work)

export const currentCaller = (): CallerKind | undefined => callerStorage.getStore()
