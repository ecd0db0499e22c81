import type { FormRecord } from '@runtime/form/plan'
import { useMemo } from 'react'
import { getVersion } from 'valtio/vanilla'
import { DetailView } from '../../detail'
import { useNodeContext } from '../context'
import { DocumentState } from '../document-state'
import type { NodeProps } from '../node'
import { useFormDocument } from '../use-form-document'

export function DetailNode({ node }: NodeProps<'detail'>) {
  const { screen, scope } = useNodeContext()
  const document = useFormDocument(node.ref)
  const record = (node.record.evaluate(scope) ?? {}) as FormRecord
  const version = `${getVersion(screen.state)} ${getVersion(screen.sources.changes)}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: its rules read the page too, whose other version is another scope.
  const around = useMemo(() => ({ get: (name: string) => scope.get(name) }), [scope, version])
  return (
    <DocumentState document={document}>
      {(plan) => <DetailView plan={plan} record={record} scope={around} />}
    </DocumentState>
  )
}
