import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { ModuleServer } from '../../../module'

/** How often others are told at most, and how long an import's last word is kept, in milliseconds. */
const TELL_EVERY = 200
const KEPT = 60_000
const TOLD = 'fieldImport.progress'
const CANCEL = 'fieldImport.cancel'

/** How far an import has come. */
export interface Standing {
  /** What it does now: reads the file, goes through its rows (checking alone, or writing too), commits. */
  readonly phase: 'read' | 'check' | 'write' | 'commit'
  readonly done: number
  /** 0 while it is not known. */
  readonly total: number
  /** Rows that cannot be taken. */
  readonly refused: number
}

/** What an import says of itself while it runs. */
export interface Told {
  /** @throws ApiError 400 when the person has cancelled it */
  say(standing: Standing): void
  end(): void
}

/** Imports under way, by who began them and the name that they gave them; on all servers of an installation. */
export interface ImportProgress {
  begin(userId: string, id: string | null | undefined): Told
  of(userId: string, id: string): Standing | null
  cancel(userId: string, id: string): void
}

interface Message {
  readonly key: string
  readonly standing: Standing
}

export function watchImports({ bus, onClose }: Pick<ModuleServer, 'bus' | 'onClose'>): ImportProgress {
  const known = new Map<string, { readonly standing: Standing; readonly at: number }>()
  const running = new Map<string, { isCancelled: boolean }>()
  const keyOf = (userId: string, id: string) => `${userId} ${id}`
  const leave = [
    bus.subscribe(TOLD, (message) => {
      const { key, standing } = message as Message
      const now = Date.now()
      for (const [old, { at }] of known) if (now - at > KEPT) known.delete(old)
      known.set(key, { standing, at: now })
    }),
    bus.subscribe(CANCEL, (key) => {
      const own = running.get(String(key))
      if (own) own.isCancelled = true
    }),
  ]
  onClose(async () => {
    for (const stop of leave) stop()
  })
  return {
    begin(userId, id) {
      if (!id) return { say: () => undefined, end: () => undefined }
      const key = keyOf(userId, id)
      const own = { isCancelled: false }
      running.set(key, own)
      let toldAt = 0
      let phase = ''
      return {
        say(standing) {
          if (own.isCancelled) throw new ApiError(CODE.badRequest, '@field.importCancelled')
          const now = Date.now()
          if (standing.phase === phase && now - toldAt < TELL_EVERY) return
          toldAt = now
          phase = standing.phase
          void bus.publish(TOLD, { key, standing } satisfies Message)
        },
        end: () => void running.delete(key),
      }
    },
    of: (userId, id) => known.get(keyOf(userId, id))?.standing ?? null,
    cancel: (userId, id) => void bus.publish(CANCEL, keyOf(userId, id)),
  }
}
