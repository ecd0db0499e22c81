import { Meanwhile, onUse } from '@widgets/shared/on-use'
import { useSnapshot } from 'valtio'
import { type Opening, openings } from './openings'

const OpenedRecord = onUse(async () => (await import('./opened-record')).OpenedRecord)
const OpenedPage = onUse(async () => (await import('./opened-page')).OpenedPage)
const FlowChooser = onUse(async () => (await import('../dialog/flow-chooser')).FlowChooser)
const SelectDialog = onUse(async () => (await import('./places/select-dialog')).SelectDialog)

/** Records, pages and choices that widgets have opened over the screen. */
export function Openings() {
  const { list } = useSnapshot(openings) as { readonly list: readonly Opening[] }
  return list.map((opening) => (
    <Meanwhile key={opening.id} shown={null}>
      <Opened opening={opening} />
    </Meanwhile>
  ))
}

function Opened({ opening }: { readonly opening: Opening }) {
  switch (opening.kind) {
    case 'record':
      return <OpenedRecord modelId={opening.modelId} id={opening.record} onClose={opening.close} />
    case 'page':
      return <OpenedPage opened={opening.page} onClose={opening.close} />
    case 'flows':
      return <FlowChooser modelId={opening.modelId} onChoose={opening.choose} onClose={opening.close} />
    case 'rows': {
      const { interfaceId, title, columns, key, mode, width, paged, chosen } = opening.asked
      return (
        <SelectDialog
          interfaceId={interfaceId}
          title={title}
          columns={columns}
          idMember={key}
          {...(mode && { mode })}
          {...(width !== undefined && { width })}
          {...(paged !== undefined && { hasPage: paged })}
          {...(chosen && { chosen })}
          onConfirm={opening.choose}
          onClose={opening.close}
        />
      )
    }
  }
}
