import { interpolate } from '@runtime/expression'
import type { FormRecord } from '@runtime/form/plan'
import { DetailView } from '../../detail'
import { usePlace } from '../context'
import { DocumentPlace } from '../document-place'
import type { NodeProps } from '../node'
import { useFormDocument } from '../use-form-document'

export function DetailNode({ node }: NodeProps) {
  const { scope } = usePlace()
  const document = useFormDocument(`forms/${String(node['ref'])}`)
  const record = (interpolate(node['record'] ?? {}, scope) ?? {}) as FormRecord
  return (
    <DocumentPlace document={document}>{(plan) => <DetailView plan={plan} record={record} />}</DocumentPlace>
  )
}
