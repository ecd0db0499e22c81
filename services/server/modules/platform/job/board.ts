import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import { JOBS } from '../../../limits'
import type { ModuleServer } from '../../../module'

/** How often others are told at most, and how long a job's last word is kept, in milliseconds. */
const TELL_EVERY = JOBS.tellEvery
const KEPT = 60_000
const TOLD = 'job.told'
const CANCEL = 'job.cancel'

/** A sentence by its locale key, for whoever asks to read in their own language. */
export interface Sentence {
  readonly text: string
  readonly params?: Readonly<Record<string, number | string>>
}

/** How far a job has come. */
export interface Standing {
  /** What it does now; another first sentence is another part of the job. */
  readonly sentences: readonly Sentence[]
  readonly done: number
  /** 0 while it is not known. */
  readonly total: number
}

/** What a job says of itself while it runs. */
export interface JobTold {
  /** @throws ApiError 400 when the person has cancelled it */
  report(standing: Standing): void
  end(): void
}

/** Jobs under way, by who began them and the name that they gave them; on all servers of an installation. */
export interface Jobs {
  /**
   * @param cancelled locale key of what a person is told who has cancelled it
   * @param whenCancelled hears of it at once
   */
  begin(userId: string, id: string | null | undefined, cancelled: string, whenCancelled?: () => void): JobTold
  of(userId: string, id: string): Standing | null
  cancel(userId: string, id: string): void
}

interface Message {
  readonly key: string
  readonly standing: Standing
}

export function watchJobs({ bus, onClose }: Pick<ModuleServer, 'bus' | 'onClose'>): Jobs {
  const known = new Map<string, { readonly standing: Standing; readonly at: number }>()
  const running = new Map<string, { isCancelled: boolean; readonly whenCancelled?: () => void }>()
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
      if (!own) return
      own.isCancelled = true
      own.whenCancelled?.()
    }),
  ]
  onClose(async () => {
    for (const stop of leave) stop()
  })
  return {
    begin(userId, id, cancelled, whenCancelled) {
      if (!id) return { report: () => undefined, end: () => undefined }
      const key = keyOf(userId, id)
      const own = { isCancelled: false, ...(whenCancelled && { whenCancelled }) }
      running.set(key, own)
      let toldAt = 0
      let part: string | undefined
      return {
        report(standing) {
          if (own.isCancelled) throw new ApiError(CODE.badRequest, cancelled)
          const now = Date.now()
          const next = standing.sentences[0]?.text
          if (next === part && now - toldAt < TELL_EVERY) return
          toldAt = now
          part = next
          void bus.publish(TOLD, { key, standing } satisfies Message)
        },
        end: () => void running.delete(key),
      }
    },
    of: (userId, id) => known.get(keyOf(userId, id))?.standing ?? null,
    cancel: (userId, id) => void bus.publish(CANCEL, keyOf(userId, id)),
  }
}
