import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useSnapshot } from 'valtio'
import { type Opening, openings } from './openings'

const OpenedRecord = lazy(async () => (await import('./opened-record')).OpenedRecord)
const OpenedPage = lazy(async () => (await import('./opened-page')).OpenedPage)
const FlowChooser = lazy(async () => (await import('../dialog/flow-chooser')).FlowChooser)
const ApproverChooser = lazy(async () => (await import('../dialog/approver-chooser')).ApproverChooser)
const ImportDialog = lazy(async () => (await import('../transfer')).ImportDialog)
const CutDialog = lazy(async () => (await import('../picture')).CutDialog)
const SheetDialog = lazy(async () => (await import('../picture')).SheetDialog)
const PasswordChange = lazy(async () => (await import('./sign-in/account-changes')).PasswordChange)
const MobileChange = lazy(async () => (await import('./sign-in/account-changes')).MobileChange)
const SelectDialog = lazy(async () => (await import('./routes/select-dialog')).SelectDialog)

/** Records, pages, choices and pictures that widgets and pages have opened over the screen. */
export function Openings() {
  const { list } = useSnapshot(openings) as { readonly list: readonly Opening[] }
  return list.map((opening) => (
    <LazyFallback key={opening.id} shown={null}>
      <Opened opening={opening} />
    </LazyFallback>
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
    case 'approver':
      return <ApproverChooser title={opening.title} onChoose={opening.choose} onClose={opening.close} />
    case 'import':
      return <ImportDialog prompt={opening.prompt} onImported={opening.imported} onClose={opening.close} />
    case 'cut':
      return <CutDialog image={opening.image} cut={opening.cut} take={opening.take} onClose={opening.close} />
    case 'sheet':
      return <SheetDialog title={opening.title} take={opening.take} onClose={opening.close} />
    case 'password':
      return <PasswordChange onClose={opening.close} />
    case 'mobile':
      return <MobileChange onClose={opening.close} />
    case 'rows': {
      const { interfaceId, title, columns, key, mode, width, paged, chosen } = opening.prompt
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
