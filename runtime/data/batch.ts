import type { Host } from '../host'
import { isRecord } from '../json'

/** How a call that is asked for one thing is asked for many. */
export interface BatchRule {
  /** The call for many: it takes `ids` and answers, by id, what the call for one answers; what there is not is left out. */
  readonly call: string
  /** The member of the input that says which; it is the only one. */
  readonly key: string
  /** Ids that one request may have. */
  readonly most: number
}

interface Waiting {
  readonly id: string
  readonly signal: AbortSignal
  readonly resolve: (data: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Asks in one request for everything of a call that is asked for in one turn. */
export class Batch {
  private readonly single: string
  private readonly rule: BatchRule
  private readonly call: Host['call']
  private waiting: Waiting[] = []

  constructor(single: string, rule: BatchRule, call: Host['call']) {
    this.single = single
    this.rule = rule
    this.call = call
  }

  /** `data` of the answer for one. @throws CallError as the call for one does. */
  ask(id: string, signal: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) queueMicrotask(() => this.send())
      this.waiting.push({ id, signal, resolve, reject })
    })
  }

  private send(): void {
    const all = this.waiting.filter(({ signal }) => !signal.aborted)
    this.waiting = []
    for (let from = 0; from < all.length; from += this.rule.most) {
      const some = all.slice(from, from + this.rule.most)
      const [one] = some
      if (some.length === 1 && one) void this.sendOne(one)
      else void this.sendMany(some)
    }
  }

  private async sendOne({ id, signal, resolve, reject }: Waiting): Promise<void> {
    await this.call(this.single, { [this.rule.key]: id }, { signal }).then(
      ({ data }) => resolve(data),
      reject,
    )
  }

  /** The request ends when nobody waits for any of it. */
  private async sendMany(some: readonly Waiting[]): Promise<void> {
    const controller = new AbortController()
    for (const { signal } of some) {
      signal.addEventListener(
        'abort',
        () => some.every((one) => one.signal.aborted) && controller.abort(signal.reason),
      )
    }
    try {
      const ids = [...new Set(some.map(({ id }) => id))]
      const { data } = await this.call(this.rule.call, { ids }, { signal: controller.signal })
      const found = isRecord(data) ? data : {}
      // What is missing is asked for alone: the server then says why.
      for (const one of some)
        Object.hasOwn(found, one.id) ? one.resolve(found[one.id]) : void this.sendOne(one)
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }
}
