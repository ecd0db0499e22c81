import { type BoundContext, type BoundSettings, boundFields, type Range } from '@runtime/widget/moment-bound'
import { useEffect, useMemo, useReducer } from 'react'
import type { EditProps } from '../../widget'

type Settings = BoundSettings & { readonly format: string }

/** The bounds as they are now; drawn again when a field that one is taken from changes. */
export function useRange<S extends Settings, V>(
  { settings, context, host }: EditProps<S, V>,
  rangeOf: (settings: S, context: BoundContext) => Range,
): Range {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const fields = useMemo(() => boundFields(settings), [settings])
  useEffect(() => (fields.length > 0 ? context.subscribe(fields, redraw) : undefined), [context, fields])
  return rangeOf(settings, {
    now: () => host.now(),
    get: (path) => context.get(path),
    ...(host.timeZone === undefined ? {} : { timeZone: host.timeZone }),
  })
}
