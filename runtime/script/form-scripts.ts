import type { PlanNode } from '../form/plan'
import type { FormEvent, FormStore } from '../form/store.types'
import { CallError } from '../host'
import { applyToForm } from './apply'
import type { ScriptEffect } from './effects'
import { type RunningScript, runScript, type ScriptEngine } from './engine'
import { type FormHappening, formJob } from './form-job'
import { eventData, scriptValues } from './form-values'
import { SCRIPT_LIMITS } from './limits'
import type { ScriptOutcome, ScriptTrouble } from './run'

/** Milliseconds after the last keystroke at which a field counts as changed; leaving it does so at once. */
export const SETTLING = 150
/** Milliseconds in which the same trouble is told once. */
const SAME_TROUBLE = 5000
/** Milliseconds that trouble stays in view. */
const TROUBLE_TOAST = 6000

interface Happening extends FormHappening {
  /** How many scripts led to it. */
  readonly depth: number
  /** It began with the form, not with a person: what it sets is nothing that could be lost. */
  readonly byLoad?: boolean
}

interface Pending {
  readonly happening: Happening
  readonly timer: ReturnType<typeof setTimeout>
}

/**
 * The scripts of one open form (`reference/formdata-format.md §6`). They run one after another, so that each finds what
 * the one before it set; one that fails or runs away is named to the person, and the form works on.
 */
export class FormScripts {
  readonly #store: FormStore
  readonly #engine: ScriptEngine
  readonly #pending = new Map<string, Pending>()
  readonly #running = new Set<RunningScript>()
  readonly #told = new Map<string, number>()
  #queue: Promise<void> = Promise.resolve()
  #depth = 0
  #byLoad = false
  #closed = false

  constructor(store: FormStore, engine: ScriptEngine) {
    this.#store = store
    this.#engine = engine
    store.onEvent((event) => this.#hear(event))
    void this.#run({ key: 'onLoad', depth: 0, byLoad: true })
  }

  /** An event of a button, a link or a container, by its node's id; resolves when the script has ended. */
  async fire(place: string, event: string, data?: unknown): Promise<void> {
    this.#settleAll()
    await this.#run({ key: `${place}.${event}`, data: () => data, depth: 0 })
  }

  /** Everything that was done to the form has had its script. */
  async settled(): Promise<void> {
    this.#settleAll()
    for (let queue: Promise<void> | undefined; queue !== this.#queue; ) {
      queue = this.#queue
      await queue
      this.#settleAll()
    }
  }

  /**
   * Asks `beforeSubmit`; false when the form must not be sent: it answered false, rejected, or could not decide. A
   * rejection's own words are shown; a script that stops silently is named.
   */
  async maySubmit(): Promise<boolean> {
    const outcome = await this.#run({ key: 'beforeSubmit', depth: 0 })
    if (!outcome || (outcome.state === 'done' && outcome.value !== false)) return true
    const { host } = this.#store
    if (outcome.state === 'done') host.toast('warning', host.text('@form.script.stopped'))
    else if (outcome.reason === 'refused')
      host.toast('warning', outcome.message || host.text('@form.script.stopped'))
    return false
  }

  async afterSubmit(): Promise<void> {
    await this.#run({ key: 'afterSubmit', depth: 0 })
  }

  #hear(event: FormEvent): void {
    if (event.kind === 'load') void this.#run({ key: 'onLoad', depth: 0, byLoad: true })
    if (event.kind === 'dispose') this.#close()
    if (event.kind === 'change' || event.kind === 'blur') this.#hearField(event)
  }

  #hearField(event: Extract<FormEvent, { readonly path: string }>): void {
    const { kind, path, rowId } = event
    const place = `${path} ${rowId ?? ''}`
    if (kind === 'blur') this.#settle(place)
    const key = `${path}.${kind}`
    const field = this.#store.plan.fields.get(path)
    if (!field || !this.#store.plan.scripts.has(key)) return
    const byScript = kind === 'change' && event.origin === 'script'
    const happening = {
      key,
      field,
      data: () => eventData(this.#store, field, rowId),
      ...(rowId === undefined ? {} : { rowId }),
      depth: byScript ? this.#depth : 0,
      byLoad: byScript && this.#byLoad,
    }
    if (kind === 'blur') void this.#run(happening)
    else this.#wait(place, happening, byScript ? 0 : SETTLING)
  }

  /** Holds a change back until it has settled: a script does not run for every letter. */
  #wait(place: string, happening: Happening, milliseconds: number): void {
    clearTimeout(this.#pending.get(place)?.timer)
    const timer = setTimeout(() => this.#settle(place), milliseconds)
    this.#pending.set(place, { happening, timer })
  }

  #settle(place: string): void {
    const pending = this.#pending.get(place)
    if (!pending) return
    clearTimeout(pending.timer)
    this.#pending.delete(place)
    void this.#run(pending.happening)
  }

  #settleAll(): void {
    for (const place of [...this.#pending.keys()]) this.#settle(place)
  }

  async #run(happening: Happening): Promise<ScriptOutcome | undefined> {
    const source = this.#store.plan.scripts.get(happening.key)
    if (source === undefined || this.#closed) return undefined
    if (happening.depth > SCRIPT_LIMITS.depth) {
      this.#tell(happening.key, 'loop')
      return undefined
    }
    const before = this.#queue
    let release: () => void = () => undefined
    this.#queue = new Promise((resolve) => {
      release = resolve
    })
    await before
    try {
      if (this.#closed) return undefined
      const running = this.#start(source, happening)
      await running.begun
      release()
      const outcome = await running.outcome
      this.#running.delete(running)
      this.#count(happening.key, outcome)
      return outcome
    } finally {
      release()
    }
  }

  #start(source: string, happening: Happening): RunningScript {
    const store = this.#store
    const running = runScript(this.#engine, formJob(store, source, happening), {
      values: () => scriptValues(store),
      apply: (effects) => this.#apply(effects, happening),
      request: async ({ url, method, data: sent }) => {
        if (!store.host.request) throw new CallError(0, store.host.text('@form.script.noRequests'))
        const answer = await store.host.request(method, url, sent)
        return { code: 200, msg: answer.msg, data: answer.data }
      },
    })
    this.#running.add(running)
    return running
  }

  #apply(effects: readonly ScriptEffect[], { key, field, depth, byLoad = false }: Happening): void {
    if (this.#closed) return
    const store = this.#store
    const untouched = byLoad && !store.status.dirty
    this.#depth = depth + 1
    this.#byLoad = byLoad
    try {
      for (const name of applyToForm(store, effects, field?.table)) this.#tell(key, 'unknownField', name)
    } finally {
      this.#depth = 0
      this.#byLoad = false
    }
    if (untouched) store.markSaved()
  }

  #count(key: string, outcome: ScriptOutcome): void {
    if (outcome.state === 'done' || this.#closed) return
    // A field's script may wait for nothing and refuse nothing: only who asks cares.
    if (outcome.reason === 'waiting' && outcome.message === '' && key !== 'beforeSubmit') return
    if (outcome.reason === 'refused' && key === 'beforeSubmit') return
    this.#tell(key, outcome.reason === 'refused' ? 'threw' : outcome.reason, outcome.message)
  }

  /** Names a script to the person: the field, the event and what went wrong. */
  #tell(key: string, reason: ScriptTrouble | 'loop' | 'unknownField', message = ''): void {
    const { host } = this.#store
    const now = host.now()
    const same = `${key} ${reason}`
    if (now - (this.#told.get(same) ?? Number.NEGATIVE_INFINITY) < SAME_TROUBLE) return
    this.#told.set(same, now)
    const text = host.text('@form.script.failed', {
      place: this.#nameOf(key),
      reason: host.text(`@form.script.trouble.${reason}`, { message }),
    })
    host.toast('error', text, TROUBLE_TOAST)
  }

  #nameOf(key: string): string {
    const { host, plan } = this.#store
    const dot = key.lastIndexOf('.')
    const event = host.text(`@form.script.event.${key.slice(dot + 1)}`)
    if (dot < 0) return event
    const place = key.slice(0, dot)
    const label = host.text(plan.fields.get(place)?.label ?? labelIn(plan.nodes, place)) || place
    return `${label} · ${event}`
  }

  #close(): void {
    this.#closed = true
    for (const { timer } of this.#pending.values()) clearTimeout(timer)
    this.#pending.clear()
    for (const running of this.#running) running.stop()
  }
}

function labelIn(nodes: readonly PlanNode[], id: string): Extract<PlanNode, { label: unknown }>['label'] {
  for (const node of nodes) {
    if (node.kind === 'field') continue
    if (node.id === id) return node.label
    const below = node.kind === 'container' ? labelIn(node.children, id) : ''
    if (below !== '') return below
  }
  return ''
}
