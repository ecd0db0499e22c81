import type { FormPlan, FormRecord } from '@runtime/form/plan'
import { useCallback, useEffect, useMemo } from 'react'
import { type Act, FormView } from '../../form'
import { useNodeContext } from '../context'
import { DocumentState } from '../document-state'
import type { NodeProps } from '../node'
import { pageFormOf } from '../page-form'
import { useFormDocument } from '../use-form-document'
import { usePageForm } from '../use-page-form'
import { useScopedForm } from '../use-scoped-form'
import { useStable } from '../use-stable'
import { FormPlace } from './form-place'
import { SchemaNode } from './schema-form'

export function FormNode({ node }: NodeProps<'form'>) {
  const { ref, schema } = node
  return schema ? <SchemaNode node={node} schema={schema} /> : <DocumentForm node={node} file={String(ref)} />
}

function DocumentForm({ node, file }: NodeProps<'form'> & { readonly file: string }) {
  const document = useFormDocument(file)
  return (
    <DocumentState document={document}>{(plan) => <StandingForm node={node} plan={plan} />}</DocumentState>
  )
}

function StandingForm({ node, plan }: NodeProps<'form'> & { readonly plan: FormPlan }) {
  const { scope, runner } = useNodeContext()
  const record = useStable((node.record.evaluate(scope) ?? {}) as FormRecord)
  const store = useScopedForm(plan, record, scope)
  const form = useMemo(() => pageFormOf(store), [store])
  const saving = usePageForm(
    node,
    form,
    useCallback(() => store.collect(), [store]),
  )
  const { source } = saving
  const { change } = node
  useEffect(() => {
    if (!change) return undefined
    return store.onEvent((event) => {
      if (event.kind !== 'change' || event.origin !== 'user') return
      store.flush()
      void runner.run(change, { form: store.collect() })
    })
  }, [change, store, runner])
  const act = useCallback<Act>(
    (steps, button) => runner.run(steps, { form: store.collect() }, { source: `${source} ${button}` }),
    [runner, store, source],
  )
  return (
    <FormPlace node={node} saving={saving}>
      <FormView store={store} act={act} takesFocus={!node.summary} />
    </FormPlace>
  )
}
