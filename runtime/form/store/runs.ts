import type { FormEngine } from '../engine/engine'
import type { FormStore, SetOrigin } from '../store.types'

/** When the rules of an open form run: in the next microtask after a change, those with `debounce` when nothing has changed for that long. */
export class Runs {
  #engine: FormEngine
  readonly #status: FormStore['status']
  readonly #onChange: (paths: ReadonlySet<string>) => void
  #debounce = 0
  #scheduled = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #clear = true
  #ended = false

  /** @param onChange told after each run of the paths whose values are others. */
  constructor(
    engine: FormEngine,
    status: FormStore['status'],
    onChange: (paths: ReadonlySet<string>) => void,
  ) {
    this.#engine = engine
    this.#status = status
    this.#onChange = onChange
    this.follow(engine)
  }

  /** The rules are those of another form. */
  follow(engine: FormEngine): void {
    this.#engine = engine
    this.#debounce = Math.max(0, ...engine.plan.rules.map(({ debounce = 0 }) => debounce))
  }

  schedule(origin: SetOrigin | 'undo'): void {
    if (origin === 'user' || origin === 'undo' || origin === 'script') {
      this.#status.changes += 1
      if (!this.#status.dirty) this.#status.dirty = true
    }
    if (origin === 'undo' || origin === 'load') this.keepRelated()
    if (this.#scheduled) return
    this.#scheduled = true
    queueMicrotask(() => {
      if (this.#scheduled) this.run(false)
    })
  }

  /** The next run empties nothing: what is in the form came as a whole. */
  keepRelated(): void {
    this.#clear = false
  }

  /** `all` runs debounced rules too. After an undo they run at once: their results are part of what comes back. */
  run(all: boolean): void {
    this.#scheduled = false
    if (this.#ended) return
    this.#engine.flush(this.#clear, all || !this.#clear)
    this.#clear = true
    clearTimeout(this.#timer)
    if (this.#engine.pending.late) this.#timer = setTimeout(() => this.run(true), this.#debounce)
    const { changed } = this.#engine
    if (changed.size === 0) return
    const paths = new Set(changed)
    changed.clear()
    this.#onChange(paths)
  }

  /** What has been left is computed with: nobody waits for a debounced result after that. */
  settle(): void {
    if (this.#engine.pending.late) this.run(true)
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }
}
