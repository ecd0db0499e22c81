import { compileForm } from '@runtime/form'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import { catalogue } from '@widgets/definitions'
import { useCallback, useEffect, useMemo } from 'react'
import { type Act, FormView } from '../../form'
import { compileFailure } from '../compile-failure'
import { useNodeContext } from '../context'
import { DocumentState } from '../document-state'
import type { NodeProps } from '../node'
import { pageFormOf } from '../page-form'
import { type FormDocument, useFormDocument } from '../use-form-document'
import { usePageForm } from '../use-page-form'
import { useScopedForm } from '../use-scoped-form'
import { useStable } from '../use-stable'
import { BoundForm, INLINE } from './bound-form'
import { FormPlace } from './form-place'
import { SchemaNode } from './schema-form'

export function FormNode({ node }: NodeProps<'form'>) {
  const { ref, schema, fields } = node
  if (schema) return <SchemaNode node={node} schema={schema} />
  if (fields) return <FieldsForm node={node} fields={fields} />
  return <DocumentForm node={node} file={String(ref)} />
}

/** A form whose fields stand in the page itself. */
function FieldsForm({ node, fields }: NodeProps<'form'> & { readonly fields: readonly unknown[] }) {
  const { file } = useNodeContext().screen.plan
  const document = useMemo((): FormDocument => {
    const form = { layout: { labelPosition: 'left' }, fields }
    try {
      return { state: 'ready', plan: compileForm(form, { id: `${file}#${node.name}`, catalogue, file }) }
    } catch (error) {
      return compileFailure(file, error, () => undefined)
    }
  }, [file, fields, node.name])
  return <DocumentState document={document}>{(plan) => <PlacedForm node={node} plan={plan} />}</DocumentState>
}

function PlacedForm({ node, plan }: NodeProps<'form'> & { readonly plan: FormPlan }) {
  const { values } = node
  if (values === undefined) return <StandingForm node={node} plan={plan} />
  return <BoundForm node={node} plan={plan} values={values} />
}

function DocumentForm({ node, file }: NodeProps<'form'> & { readonly file: string }) {
  const document = useFormDocument(file)
  return <DocumentState document={document}>{(plan) => <PlacedForm node={node} plan={plan} />}</DocumentState>
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
      <FormView
        store={store}
        act={act}
        takesFocus={!node.summary}
        {...(node.layout === 'inline' && { className: INLINE })}
      />
    </FormPlace>
  )
}
