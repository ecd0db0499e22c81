import type { FormPlan, FormRecord } from '@runtime/form/plan'
import { useMemo } from 'react'
import { DetailView } from '../../detail'
import { useNodeContext, usePageReads } from '../context'
import { DocumentState } from '../document-state'
import type { NodeProps } from '../node'
import { readsOfDetail } from '../reads'
import { useFormDocument } from '../use-form-document'

export function DetailNode({ node }: NodeProps<'detail'>) {
  const document = useFormDocument(node.ref)
  return <DocumentState document={document}>{(plan) => <Detail node={node} plan={plan} />}</DocumentState>
}

function Detail({ node, plan }: NodeProps<'detail'> & { readonly plan: FormPlan }) {
  const { screen, scope } = useNodeContext()
  const record = (node.record.evaluate(scope) ?? {}) as FormRecord
  const seen = usePageReads(screen, readsOfDetail(plan))
  // biome-ignore lint/correctness/useExhaustiveDependencies: where its rules read the page otherwise, the scope is another.
  const around = useMemo(() => ({ get: (name: string) => scope.get(name) }), [scope, seen])
  return <DetailView plan={plan} record={record} scope={around} />
}
