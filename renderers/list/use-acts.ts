import type { ButtonPlan } from '@runtime/list/plan'
import { useMemo, useState } from 'react'
import { busyKey } from './row-buttons'
import type { Row } from './source'

export interface Acts {
  readonly busy: ReadonlySet<string>
  run(button: ButtonPlan, rows: readonly Row[], row?: Row): void
}

/** Runs buttons: what runs shows it, and a second press is refused. */
export function useActs(onButton: (button: ButtonPlan, rows: readonly Row[]) => unknown): Acts {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  return useMemo(
    () => ({
      busy,
      run(button, rows, row) {
        const key = busyKey(button, row)
        if (busy.has(key)) return
        const answer = onButton(button, rows)
        if (!(answer instanceof Promise)) return
        setBusy((known) => new Set(known).add(key))
        const done = () => setBusy((known) => new Set([...known].filter((one) => one !== key)))
        answer.then(done, done)
      },
    }),
    [busy, onButton],
  )
}
