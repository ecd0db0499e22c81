import { createFormStore } from '@runtime/form'
import type { FormPlan } from '@runtime/form/plan'
import { useCallback, useEffect, useMemo } from 'react'
import { type Act, FormView } from '../../form'
import { useHost } from '../../host'
import { useLastingEffect } from '../../kept-view'
import { BoundValues } from '../bound-values'
import { useNodeContext } from '../context'
import type { NodeProps } from '../node'
import { type PageForm, pageFormOf } from '../page-form'
import { usePageForm } from '../use-page-form'
import { FormPlace } from './form-place'

/** A form whose fields are state of the page: what is chosen in it counts at once. */
export function BoundForm({
  node,
  plan,
  values,
}: NodeProps<'form'> & { readonly plan: FormPlan; readonly values: string }) {
  const { screen, scope, runner } = useNodeContext()
  const host = useHost()
  const [store, bound] = useMemo(() => {
    const made = createFormStore(plan, host, { scope })
    const state = new BoundValues(values, plan, screen.state, screen.plan.state)
    made.load(state.read(), 'existing')
    return [made, state] as const
  }, [plan, host, scope, screen, values])
  useEffect(() => bound.follow(store), [bound, store])
  useLastingEffect(store, () => () => store.dispose())
  const form = useMemo<PageForm>(
    () => ({ ...pageFormOf(store), reset: () => bound.reset(), isDirty: () => false }),
    [store, bound],
  )
  const saving = usePageForm(
    node,
    form,
    useCallback(() => store.collect(), [store]),
  )
  const { source } = saving
  const act = useCallback<Act>(
    (steps, button) => runner.run(steps, { form: store.collect() }, { source: `${source} ${button}` }),
    [runner, store, source],
  )
  const { change } = node
  useEffect(() => {
    if (!change) return undefined
    return store.onEvent((event) => {
      if (event.kind !== 'change' || event.origin !== 'user') return
      store.flush()
      void runner.run(change, { form: store.collect() })
    })
  }, [change, store, runner])
  return (
    <FormPlace node={node} saving={saving}>
      <FormView store={store} act={act} {...(node.layout === 'inline' && { className: INLINE })} />
    </FormPlace>
  )
}

export const INLINE = 'loam-form-inline'
