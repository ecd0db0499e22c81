import type { ListPlan } from '@runtime/list/plan'
import { ConflictPopup } from '../../list/inline'
import { useNodeContext } from '../context'
import type { NodeProps } from '../node'
import { DrawnList } from './drawn-list'
import { type FormDialog, inlineDialog, useInlineEdits } from './use-inline-edits'

interface InlineListProps extends NodeProps<'list'> {
  readonly plan: ListPlan
}

/** A list whose rows are edited in place. */
export function InlineList({ node, plan }: InlineListProps) {
  const { screen } = useNodeContext()
  const dialog = inlineDialog(plan, screen)
  if (!dialog) return <DrawnList node={node} plan={plan} edits={null} />
  return <EditedList node={node} plan={plan} dialog={dialog} />
}

function EditedList({ node, plan, dialog }: InlineListProps & { readonly dialog: FormDialog }) {
  const { screen } = useNodeContext()
  const edits = useInlineEdits(plan, dialog, screen)
  return (
    <>
      <DrawnList node={node} plan={plan} edits={edits} />
      {edits.conflict && <ConflictPopup conflict={edits.conflict} />}
    </>
  )
}
