import { Node, type NodeProps } from '../node'

/** What it was filled with stands in its body since the document was written out. */
export function SlotNode({ node: { body } }: NodeProps<'slot'>) {
  return body ? <Node node={body} /> : null
}
