import { join } from 'node:path'
import { CODE } from '@services/contract/envelope'
import { KEY_FILE } from '../backup/installation'
import { ApiError } from '../http/errors'
import type { Log } from '../log'
import type { ServerOptions } from '../options'
import { keyIdOf, prefixOf, seal, unseal } from './envelope'
import { type Keys, readKeys } from './keys'

declare module '../module' {
  interface Services {
    secrets: Secrets
  }
}

/** What is kept encrypted (AES-256-GCM). A text that is not sealed counts as itself: it was kept before there were keys. */
export interface Secrets {
  /** @param place where it will stand; it opens nowhere else. @throws ApiError when there is no key */
  seal(text: string, place: string): string
  /** Undefined for what cannot be read: its key is not here, or it has been changed. */
  open(kept: string, place: string): string | undefined
  /** Whether a value is sealed by a key that is not here. */
  isLocked(kept: unknown): boolean
  /** Whether a value is still to be sealed, or to be sealed anew by the newest key. */
  isDue(kept: unknown): boolean
  /** What values of the newest key begin with; undefined without a key. */
  readonly prefix: string | undefined
  /** Ids of the keys that are here, the newest first. */
  readonly keyIds: readonly string[]
  /** Why there is no key. */
  readonly problem: string | undefined
  /** Says how many values of a holder cannot be read; undefined while it is being gone through. */
  report(holder: string, locked: number | undefined): void
  /** How many of all cannot be read. */
  locked(): number
  /** Holders that are being gone through, or could not be: an older key is still needed. */
  unfinished(): number
}

export async function openSecrets(options: ServerOptions, log: Log): Promise<Secrets> {
  const keys = await readKeys(options.secretKey, join(options.dataFolder, KEY_FILE))
  if (keys.problem !== undefined) log.error(`secrets cannot be kept: ${keys.problem}`)
  else if (options.redisUrl && !options.secretKey)
    log.warn('LOAM_SECRET_KEY is not set: what one server encrypts no other can read')
  return createSecrets(keys)
}

export function createSecrets({ keys, problem }: Keys): Secrets {
  const byId = new Map(keys.map((key) => [key.id, key]))
  const [newest] = keys
  const reports = new Map<string, number | undefined>()
  const isLocked = (kept: unknown) => {
    const id = keyIdOf(kept)
    return id !== undefined && !byId.has(id)
  }
  return {
    seal(text, place) {
      if (!newest) throw new ApiError(CODE.failed, '@record.secretNoKey')
      return seal(newest, text, place)
    },
    open(kept, place) {
      const id = keyIdOf(kept)
      if (id === undefined) return kept
      const key = byId.get(id)
      return key && unseal(key, kept, place)
    },
    isLocked,
    isDue: (kept) =>
      typeof kept === 'string' &&
      kept !== '' &&
      newest !== undefined &&
      keyIdOf(kept) !== newest.id &&
      !isLocked(kept),
    prefix: newest && prefixOf(newest.id),
    keyIds: keys.map(({ id }) => id),
    problem,
    report: (holder, locked) => void reports.set(holder, locked),
    locked: () => [...reports.values()].reduce<number>((sum, count = 0) => sum + count, 0),
    unfinished: () => [...reports.values()].filter((count) => count === undefined).length,
  }
}
