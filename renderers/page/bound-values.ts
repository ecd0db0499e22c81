import type { FormPlan } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { asRecord } from '@runtime/json'
import { jsonEqual } from '@runtime/schema'
import { snapshot, subscribe } from 'valtio/vanilla'

/** Milliseconds after the last letter at which what is typed counts. */
const TYPING = 300
/** Widgets whose value grows letter by letter, or as something is drawn along. */
const TYPED: ReadonlySet<string> = new Set([
  ...['input', 'textarea', 'auto-complete', 'number-input', 'number-range', 'slider', 'rate', 'color-picker'],
  ...['code', 'json', 'template', 'key-value', 'rich-text'],
])

/**
 * The state of a page that the fields of a form are: members of the page's state of their own names (`page`), or those of an
 * object in it (`page.filter`). What is written there otherwise is shown in the fields.
 */
export class BoundValues {
  private readonly path: readonly string[]
  private readonly state: Record<string, unknown>
  private readonly start: Readonly<Record<string, unknown>>
  private readonly names: readonly string[]
  /** What the fields and the state were when they last agreed. */
  private agreed: Readonly<Record<string, unknown>>
  private store: FormStore | undefined
  private isWriting = false
  private timer: ReturnType<typeof setTimeout> | undefined

  /** @param start the page's state as it is when the page opens */
  constructor(
    place: string,
    plan: FormPlan,
    state: Record<string, unknown>,
    start: Readonly<Record<string, unknown>>,
  ) {
    this.path = place.split('.').slice(1)
    this.state = state
    this.start = start
    this.names = [...plan.fields.values()]
      .filter(({ table, place: within }) => table === undefined && within === undefined)
      .map(({ path }) => path)
    this.agreed = this.read()
  }

  /** What the state has of the fields. */
  read(): Readonly<Record<string, unknown>> {
    return this.membersOf(snapshot(this.state))
  }

  /** Follows the store and the state until the answer is called. */
  follow(store: FormStore): () => void {
    this.store = store
    const stops = [
      store.onEvent((event) => {
        if (event.kind === 'blur') this.settle()
        else if (event.kind === 'change' && event.origin === 'user') this.changed(event.path)
      }),
      subscribe(this.state, () => this.show(), true),
    ]
    this.show()
    return () => {
      this.settle()
      for (const stop of stops) stop()
    }
  }

  /** Takes the fields back to what the page opens with. */
  reset(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    const start = this.membersOf(this.start)
    this.write(start)
    for (const name of this.names) this.store?.set(name, start[name], 'load')
  }

  private changed(path: string): void {
    clearTimeout(this.timer)
    const field = this.store?.plan.fields.get(path)
    this.timer = setTimeout(() => this.settle(), field && TYPED.has(field.widget) ? TYPING : 0)
  }

  /** Writes what was filled in and is not written yet. */
  private settle(): void {
    if (this.timer === undefined || !this.store) return
    clearTimeout(this.timer)
    this.timer = undefined
    this.store.flush()
    const filled = this.store.collect()
    this.write(this.of((name) => emptyAsNull(filled[name])))
  }

  private write(values: Readonly<Record<string, unknown>>): void {
    const before = this.agreed
    this.agreed = values
    const changed = this.names.filter((name) => !jsonEqual(values[name], before[name]))
    if (changed.length === 0) return
    this.isWriting = true
    this.put(values, changed)
    this.isWriting = false
  }

  private put(values: Readonly<Record<string, unknown>>, changed: readonly string[]): void {
    const last = this.path.at(-1)
    if (last === undefined) {
      for (const name of changed) this.state[name] = values[name]
      return
    }
    let owner = this.state
    for (const name of this.path.slice(0, -1)) {
      if (typeof owner[name] !== 'object' || owner[name] === null) owner[name] = {}
      owner = owner[name] as Record<string, unknown>
    }
    owner[last] = { ...asRecord(owner[last]), ...values }
  }

  /** Puts into the fields what of the state has changed otherwise. */
  private show(): void {
    if (this.isWriting) return
    const now = this.read()
    const changed = this.names.filter((name) => !jsonEqual(now[name], this.agreed[name]))
    this.agreed = now
    for (const name of changed) this.store?.set(name, now[name], 'load')
  }

  private membersOf(state: unknown): Readonly<Record<string, unknown>> {
    const owner = this.path.reduce<unknown>((place, name) => asRecord(place)[name], state)
    return this.of((name) => asRecord(owner)[name] ?? null)
  }

  private of(valueIn: (name: string) => unknown): Readonly<Record<string, unknown>> {
    return Object.fromEntries(this.names.map((name) => [name, valueIn(name)]))
  }
}

function emptyAsNull(value: unknown): unknown {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null
  return value
}
