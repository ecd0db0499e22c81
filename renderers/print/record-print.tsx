import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useEffect, useState } from 'react'
import { useHost } from '../host'
import { PrintChooser } from './print-chooser'
import './print.css'

// It brings what draws codes.
const PrintPreview = lazy(() => import('./print-preview').then((own) => own.PrintPreview))

/** Printing of a record, or of several on sheets of their own: the only template at once, one of several by choice. */
export function RecordPrint({
  templateIds,
  recordIds,
  formName,
  onClose,
}: {
  readonly templateIds: readonly string[]
  readonly recordIds: readonly string[]
  readonly formName: string
  readonly onClose: () => void
}) {
  const [only] = templateIds.length === 1 ? templateIds : []
  const [chosen, setChosen] = useState<string | undefined>(only)
  const host = useHost()
  const isRefused = host.isTrial === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, as it is opened.
  useEffect(() => {
    if (!isRefused) return
    host.toast('warning', host.text('@print.notInPreview'))
    onClose()
  }, [isRefused])
  if (isRefused) return null
  if (chosen === undefined) return <PrintChooser ids={templateIds} onChoose={setChosen} onClose={onClose} />
  return (
    <LazyFallback shown={null}>
      <PrintPreview templateId={chosen} recordIds={recordIds} formName={formName} onClose={onClose} />
    </LazyFallback>
  )
}
