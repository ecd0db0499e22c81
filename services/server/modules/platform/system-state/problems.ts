/** What a state is checked by. */
export interface Evaluated {
  readonly diskFree: number
  readonly diskSize: number
  /** Milliseconds. */
  readonly lag: number
  readonly isBrokerConnected: boolean
  /** Callers that wait for a connection to the database. */
  readonly waiting: number
  /** Ends of the last day, by nobody's will. */
  readonly ends: number
  readonly backup: { readonly newest: number | undefined; readonly failure: string | undefined } | undefined
  readonly secrets: {
    /** Encrypted values that cannot be read. */
    readonly locked: number
    /** Tables that are still being encrypted. */
    readonly unfinished: number
    readonly keyId: string | undefined
    /** Why there is no key. */
    readonly problem: string | undefined
  }
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface Problem {
  /** A key of `systemState.problem`. */
  readonly id: string
  readonly values: Readonly<Record<string, string | number>>
}

/** Gigabytes, and the part of the disk, below which it is nearly full. */
const LOW_DISK = { gigabytes: 5, part: 0.1 }
/** Milliseconds of lag that people notice. */
const LATE = 200
/** A day and some hours: a backup that is made daily is missing then. */
const BACKUP_DUE = 30 * 3_600_000

/** What is wrong, the worst first. */
export function problemsOf(state: Evaluated): Problem[] {
  const { diskFree, diskSize, lag, backup, secrets, now } = state
  const problem = (isThere: boolean, id: string, values: Problem['values'] = {}) =>
    isThere ? [{ id, values }] : []
  return [
    ...problem(diskFree < LOW_DISK.gigabytes && diskFree < diskSize * LOW_DISK.part, 'disk', {
      free: diskFree,
    }),
    ...problem(secrets.problem !== undefined, 'noKey', { reason: secrets.problem ?? '' }),
    ...problem(secrets.locked > 0, 'locked', {
      count: secrets.locked,
      key: secrets.keyId?.slice(0, 8) ?? '–',
    }),
    ...problem(secrets.unfinished > 0, 'sealing', { count: secrets.unfinished }),
    ...problem(!state.isBrokerConnected, 'broker'),
    ...problem(state.ends > 0, 'ends', { count: state.ends }),
    ...problem(backup === undefined, 'noBackup'),
    ...problem(backup?.failure !== undefined, 'backupFailed', { reason: backup?.failure ?? '' }),
    ...problem(
      backup !== undefined && backup.failure === undefined && (backup.newest ?? 0) < now - BACKUP_DUE,
      'backupDue',
    ),
    ...problem(state.waiting > 0, 'waiting', { count: state.waiting }),
    ...problem(lag > LATE, 'late', { lag }),
  ]
}
