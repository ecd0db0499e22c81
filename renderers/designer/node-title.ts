import { definitionOf, nameOf } from '@runtime/design/dialect'
import type { Widgets } from '@runtime/design/references'
import type { Node } from '@runtime/form/formdata/identities'
import type { Host } from '@runtime/host'
import { asRecord, isRecord } from '@runtime/json'

/** What a node is called where it is spoken of: its label, its title, else what it is. */
export function titleOfNode(node: unknown, { catalogue }: Widgets, host: Pick<Host, 'text'>): string {
  if (!isRecord(node)) return ''
  const { label } = asRecord((node as Node)['__config__'])
  for (const text of [label, node['title'], node['header']])
    if (typeof text === 'string' && text !== '') return host.text(text)
  return host.text(definitionOf(node, catalogue)?.title) || nameOf(node) || kindOf(node)
}

function kindOf(node: Node): string {
  return String(asRecord(node['__config__'])['jnpfKey'] ?? '')
}
