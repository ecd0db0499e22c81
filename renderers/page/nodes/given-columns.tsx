import type { Computed } from '@runtime/expression'
import { ListError } from '@runtime/list'
import { columnsGiven } from '@runtime/list/given-columns'
import type { ListPlan } from '@runtime/list/plan'
import { catalogue } from '@widgets/definitions'
import { type ReactNode, useMemo } from 'react'
import { useNodeContext } from '../context'
import { ErrorNote } from '../error-note'

/** A list whose columns a place of the page gives: its plan with them, another one only when they read otherwise. */
export function GivenColumns({
  plan,
  columns: place,
  children,
}: {
  readonly plan: ListPlan
  readonly columns: Computed<unknown>
  readonly children: (whole: ListPlan) => ReactNode
}) {
  const { screen, scope } = useNodeContext()
  const text = JSON.stringify(place.evaluate(scope) ?? [])
  const { whole, problem } = useMemo(() => {
    try {
      return { whole: { ...plan, columns: columnsGiven(JSON.parse(text), catalogue) } }
    } catch (error) {
      return { problem: error instanceof ListError ? error.text : '@list.noColumns' }
    }
  }, [plan, text])
  return whole ? children(whole) : <ErrorNote message={screen.host.text(problem)} />
}
