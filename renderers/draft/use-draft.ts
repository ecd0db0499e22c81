import { type Draft, type DraftPlace, type Drafts, markOf, type OpenDraft } from '@runtime/draft/draft'
import { isKeptInDrafts, withoutSecrets } from '@runtime/draft/kept'
import { changedSince, restoreDraft } from '@runtime/draft/restore'
import { fromWire, valueAt } from '@runtime/form'
import type { FieldPlan, FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useHost } from '../host'
import { useLastingEffect } from '../kept-view'

/** The draft of an open form, and what an earlier one offers. */
export interface FormDraft {
  /** Typed earlier, here or on another device, and not saved. */
  readonly offered: Draft | null
  /** Labels of its fields that somebody has changed since. */
  readonly changedSince: readonly string[]
  /** Fields of the restored draft that somebody has changed since, until the form is saved; null: none. */
  readonly contested: ReadonlySet<string> | null
  restore(): void
  discard(): void
  /** Fills in what was typed into another form of this place, whose save came back. */
  take(draft: Draft): void
  /** What has been typed so far. */
  typed(): Draft | null
  /** The values that the form began with, by path. */
  readonly opened: FormRecord
  /** What was typed has been saved, or given up. */
  end(): void
}

/** Rows from which a sub-table is written a moment later, all that has changed in it at once. */
const MANY_ROWS = 100
/** Milliseconds of that moment. */
const MOMENT = 100

/** Keeps what is typed into a form until it is saved, and looks for what was typed before. */
export function useDraft(store: FormStore, place: DraftPlace, record: FormRecord): FormDraft {
  const host = useHost()
  const { drafts } = host
  const { modelId, recordId } = place
  const [found, setFound] = useState<readonly Draft[]>([])
  const [contested, setContested] = useState<ReadonlySet<string> | null>(null)
  const opened = useMemo(() => fromWire(store.plan, record, undefined), [store, record])
  const keeping = useRef<Keeping | null>(null)
  useLastingEffect(store, () => {
    const begun = drafts && new Keeping(store, drafts, { modelId, recordId }, opened)
    keeping.current = begun ?? null
    return () => begun?.leave()
  })
  useEffect(() => {
    if (!drafts) return
    let gone = false
    Promise.all([drafts.find({ modelId, recordId }), host.saves?.()]).then(
      // What has been saved and waits to be sent is not offered to be saved once more.
      ([list, saves]) =>
        !gone && setFound(list.filter(({ id }) => !saves?.waiting.some(({ typed }) => typed.id === id))),
      // Without them the form is filled in as ever.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [drafts, host.saves, modelId, recordId])
  const [offered = null] = found
  const changed = useMemo(
    () => (offered && recordId !== null ? changedSince(store.plan, offered, opened) : []),
    [offered, recordId, store, opened],
  )
  const fill = (draft: Draft) => {
    restoreDraft(store, draft)
    keeping.current?.flush()
    const since = recordId === null ? [] : changedSince(store.plan, draft, opened)
    if (since.length > 0) setContested(new Set(since.map(({ path }) => path)))
  }
  return {
    offered,
    changedSince: changed.map(({ label }) => host.text(label)),
    contested,
    restore() {
      if (!offered) return
      fill(offered)
      void drafts?.discard(offered.id)
      setFound([])
    },
    discard() {
      if (!offered) return
      void drafts?.discard(offered.id)
      setFound(found.slice(1))
    },
    take: fill,
    typed: () => keeping.current?.typed() ?? null,
    opened,
    end() {
      setContested(null)
      keeping.current?.end()
    },
  }
}

/** Writes what changes in a form into its draft: a value with the keystroke, many rows a moment later. */
class Keeping {
  readonly #store: FormStore
  readonly #drafts: Drafts
  readonly #place: DraftPlace
  #opened: FormRecord
  #draft: OpenDraft
  readonly #later = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #stop: () => void

  constructor(store: FormStore, drafts: Drafts, place: DraftPlace, opened: FormRecord) {
    this.#store = store
    this.#drafts = drafts
    this.#place = place
    this.#opened = opened
    this.#draft = drafts.begin(place)
    this.#stop = store.onChange((paths) => this.#changed(paths))
    addEventListener('pagehide', this.flush)
    document.addEventListener('visibilitychange', this.flush)
  }

  readonly flush = (): void => {
    clearTimeout(this.#timer)
    for (const path of this.#later) this.#keep(path)
    this.#later.clear()
  }

  typed(): Draft {
    const values: Record<string, unknown> = {}
    const bases: Record<string, string> = {}
    for (const field of this.#store.plan.fields.values()) {
      if (!isKeptInDrafts(field)) continue
      const { value, base } = this.#changeOf(field)
      if (markOf(value) === base) continue
      values[field.path] = value
      bases[field.path] = base
    }
    return { id: this.#draft.id, values, bases, revision: 1, changedAt: Date.now() }
  }

  /** All of it has been saved, or given up; what is typed from now on is another draft. */
  end(): void {
    this.#later.clear()
    void this.#draft.end()
    this.#opened = fromWire(this.#store.plan, this.#store.collect(), undefined)
    this.#draft = this.#drafts.begin(this.#place)
  }

  leave(): void {
    this.flush()
    this.#stop()
    removeEventListener('pagehide', this.flush)
    document.removeEventListener('visibilitychange', this.flush)
    this.#draft.leave()
  }

  #changed(paths: ReadonlySet<string>): void {
    // What rules work out as the form opens is no change of anybody's.
    if (!this.#store.status.dirty) return
    for (const path of paths) {
      const field = this.#store.plan.fields.get(path)
      if (!field || !isKeptInDrafts(field)) continue
      if (field.columns && this.#store.table(path).state.ids.length > MANY_ROWS) this.#keepLater(path)
      else this.#keep(path)
    }
  }

  #keepLater(path: string): void {
    if (this.#later.size === 0) this.#timer = setTimeout(this.flush, MOMENT)
    this.#later.add(path)
  }

  #keep(path: string): void {
    const field = this.#store.plan.fields.get(path)
    if (!field) return
    const { value, base } = this.#changeOf(field)
    if (markOf(value) === base) this.#draft.drop(path)
    else this.#draft.put(path, value, base)
  }

  #changeOf(field: FieldPlan): { readonly value: unknown; readonly base: string } {
    return {
      value: withoutSecrets(field, this.#store.kept(field.path)),
      base: markOf(valueAt(this.#opened, field)),
    }
  }
}
