import type { ChosenPerson } from '@runtime/host'
import type { Text } from '@runtime/text'
import { LazyPicker, type PickedNode } from '@widgets/shared/picker'
import { peopleAndPlaces } from '@widgets/shared/picker/people'
import { useMemo } from 'react'
import { useHost } from '../host'

/** CSS width of the dialog (`spec/administration.md §9`). */
const WIDTH = '450px'
const NOBODY: readonly PickedNode[] = []

/** A dialog in which one person is chosen as approver, out of the tree of units (`spec/administration.md §2`). */
export function ApproverChooser({
  title,
  onChoose,
  onClose,
}: {
  readonly title?: Text | undefined
  readonly onChoose: (person: ChosenPerson) => void
  readonly onClose: () => void
}) {
  const host = useHost()
  const panes = useMemo(() => [peopleAndPlaces(host)], [host])
  return (
    <LazyPicker
      host={host}
      title={title ?? '@picker.approver'}
      panes={panes}
      multiple={false}
      chosen={NOBODY}
      alone={WIDTH}
      refusal={([node]) => (node?.kind === 'user' ? null : '@picker.chooseApprover')}
      onConfirm={([node]) => {
        if (node) onChoose({ id: String(node.data?.['id']), fullName: node.name })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
