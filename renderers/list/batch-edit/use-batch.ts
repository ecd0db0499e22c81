import type { FormStore } from '@runtime/form/store.types'
import { CallError, type Host } from '@runtime/host'
import { useCallback, useMemo, useRef, useState } from 'react'
import { idOf, type Row } from '../source'
import { type BatchPlace, type BatchRecord, type Outcome, runBatch } from './run'
import { VALUE } from './value'

export interface Batch {
  readonly total: number
  readonly outcomes: readonly Outcome[]
  readonly counts: Readonly<Record<Outcome['state'], number>>
  readonly isRunning: boolean
  /** It has been carried out, whole or in part: `outcomes` tell what has become of each. */
  readonly isDone: boolean
  readonly problem: string | null
  /** A field whose value is given to the records; the answer gives it up. */
  take(path: string, store: FormStore): () => void
  /** What was previewed is not what is asked for any more. */
  forget(): void
  preview(): Promise<void>
  /** Answers the records that were changed. */
  carryOut(): Promise<readonly Outcome[]>
  /** No further part is begun. */
  stop(): void
}

interface Shown {
  readonly outcomes: readonly Outcome[]
  readonly phase: 'asked' | 'running' | 'done'
  readonly problem: string | null
}
const NOTHING: Shown = { outcomes: [], phase: 'asked', problem: null }

/** Values for many records: previewed, then carried out on what the preview has seen. */
export function useBatch(place: BatchPlace, rows: readonly Row[], host: Host): Batch {
  const { modelId, menuId } = place
  const [shown, setShown] = useState(NOTHING)
  const given = useRef(new Map<string, FormStore>())
  const running = useRef(new AbortController())
  const stop = useCallback(() => running.current.abort(), [])

  /** Runs a call over records, telling what is known as it comes. */
  const run = useCallback(
    async (call: 'batchPreview' | 'batchUpdate', records: readonly BatchRecord[]) => {
      if (given.current.size === 0) return []
      for (const store of given.current.values()) store.flush()
      running.current.abort()
      running.current = new AbortController()
      const { signal } = running.current
      const outcomes: Outcome[] = []
      const tell = (phase: Shown['phase'], problem: string | null) =>
        setShown({ outcomes: [...outcomes], phase, problem })
      const known = (more: readonly Outcome[]) => {
        outcomes.push(...more)
        if (!signal.aborted) tell('running', null)
      }
      const fields = [...given.current].map(([field, store]) => ({ field, value: store.get(VALUE) ?? null }))
      const input = { modelId, menuId, fields }
      const after = call === 'batchUpdate' ? 'done' : 'asked'
      tell('running', null)
      try {
        await runBatch(host, call, input, records, { signal, known })
        if (!signal.aborted) tell(after, null)
      } catch (problem) {
        const text = problem instanceof CallError ? problem.message : host.text('@view.loadFailed')
        tell(outcomes.length > 0 ? after : 'asked', text)
        if (!(problem instanceof CallError)) throw problem
      }
      return outcomes
    },
    [host, modelId, menuId],
  )

  return useMemo(() => {
    const counts = { changed: 0, same: 0, refused: 0 }
    for (const { state } of shown.outcomes) counts[state] += 1
    return {
      total: rows.length,
      outcomes: shown.outcomes,
      counts,
      isRunning: shown.phase === 'running',
      isDone: shown.phase === 'done',
      problem: shown.problem,
      take(path, store) {
        given.current.set(path, store)
        return () => {
          if (given.current.get(path) === store) given.current.delete(path)
        }
      },
      forget() {
        stop()
        setShown(NOTHING)
      },
      async preview() {
        const stores = [...given.current.values()]
        for (const store of stores) store.touch(VALUE)
        if (stores.flatMap((store) => store.validate()).length > 0) return
        await run(
          'batchPreview',
          rows.map((row) => ({ id: idOf(row) })),
        )
      },
      async carryOut() {
        // Each as the preview has seen it: what somebody changes in between is left alone and said.
        const wanted = shown.outcomes.filter(({ state }) => state === 'changed')
        const others = shown.outcomes.filter(({ state }) => state !== 'changed')
        const outcomes = await run(
          'batchUpdate',
          wanted.map(({ id, version }) => ({ id, version })),
        )
        const before = new Map(wanted.map((outcome) => [outcome.id, outcome.changes]))
        const told = outcomes.map((outcome) =>
          outcome.state === 'changed' ? { ...outcome, changes: before.get(outcome.id) ?? [] } : outcome,
        )
        setShown((now) => (now.phase === 'done' ? { ...now, outcomes: [...told, ...others] } : now))
        return outcomes.filter(({ state }) => state === 'changed')
      },
      stop,
    }
  }, [shown, rows, run, stop])
}
