import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { Printable } from '@runtime/print'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useFetched } from '../detail/use-fetched'
import { Popup } from '../dialog'
import { useHost } from '../host'
import { FailedPlace, SkeletonRows } from '../list/notices'
import { hasMarginTexts, printsMarginBoxes } from './margin-boxes'
import { Paper, type PaperHandle } from './paper'
import { layOut } from './printout'
import './print.css'
import { RecordPager } from './record-pager'
import { useSaving } from './use-saving'

/** How far loading has come, in records. */
export interface PrintProgress {
  readonly done: number
  readonly of: number
}

export interface PrintDeskProps {
  /** Must be the same function from drawing to drawing; tells `onProgress` of what comes in several answers. */
  readonly load: (
    signal: AbortSignal,
    onProgress: (progress: PrintProgress) => void,
  ) => Promise<readonly Printable[]>
  /** Name of what is saved, without its ending. */
  readonly fileName: string
  readonly title: string
  /** Said above the paper. */
  readonly notice?: ReactNode
  /** Told after printing, with the number of records. */
  readonly onPrinted?: (count: number) => void
  readonly onClose: () => void
}

/** Records in a print template, on paper's own white, to be printed or saved for Word (`spec/widgets.md §1`). */
export function PrintDesk({ load, fileName, title, notice, onPrinted, onClose }: PrintDeskProps) {
  const host = useHost()
  const paper = useRef<PaperHandle>(null)
  const [progress, setProgress] = useState<PrintProgress | null>(null)
  const [record, setRecord] = useState(0)
  const fetch = useCallback(
    async (signal: AbortSignal) => {
      const printables = await load(signal, setProgress)
      setRecord(0)
      return layOut(printables, host, signal)
    },
    [host, load],
  )
  const { value: printout, error, retry } = useFetched(fetch)

  const { saving, save } = useSaving(printout, fileName)
  const count = printout?.starts.length ?? 0
  const isBare = printout !== null && hasMarginTexts(printout.page) && !printsMarginBoxes()
  return (
    <Popup
      mode="fullScreen"
      width="100%"
      className="loam-print"
      title={title}
      visible
      onClose={onClose}
      status={
        (isBare || count > 1) && (
          <div className="loam-print-status">
            {count > 1 && <RecordPager {...{ record, count }} onShow={(next) => paper.current?.show(next)} />}
            {isBare && <span role="note">{host.text('@print.noMarginBoxes')}</span>}
          </div>
        )
      }
      footer={
        <>
          <Button
            disabled={!printout || saving === 'docx'}
            loading={saving === 'doc'}
            title={host.text('@print.olderWord')}
            onClick={() => void save('doc')}
          >
            {host.text('@print.download')}
          </Button>
          <Button
            disabled={!printout || saving === 'doc'}
            loading={saving === 'docx'}
            onClick={() => void save('docx')}
          >
            {host.text('@print.word')}
          </Button>
          <Button
            type="primary"
            disabled={!printout}
            onClick={() => paper.current?.print(() => onPrinted?.(count))}
          >
            {host.text('@print.print')}
          </Button>
        </>
      }
    >
      {error !== null && <FailedPlace message={error} onRetry={retry} />}
      {error === null && !printout && <SkeletonRows />}
      {error === null && !printout && progress && (
        <p className="loam-print-progress" role="status">
          {host.text('@print.progress', { ...progress })}
        </p>
      )}
      {notice}
      {printout && <Paper {...{ printout, title, record }} handle={paper} onShown={setRecord} />}
    </Popup>
  )
}
