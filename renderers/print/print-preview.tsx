import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { Host } from '@runtime/host'
import { fillSheets, type Printable, printDocument, sheetWidth } from '@runtime/print'
import { useCallback, useRef } from 'react'
import { useFetched } from '../detail/use-fetched'
import { Popup } from '../dialog'
import { useHost } from '../host'
import { FailedPlace, SkeletonRows } from '../list/notices'
import { drawInto } from './drawings'
import './print.css'
import { wordDocument } from './word'

export interface PrintPreviewProps {
  readonly templateId: string
  readonly recordIds: readonly string[]
  /** The form's name; empty: it has none. */
  readonly formName: string
  readonly onClose: () => void
}

/** Records in a print template, on paper's own white, to be printed or saved for Word (`spec/widgets.md §1`). */
export function PrintPreview({ templateId, recordIds, formName, onClose }: PrintPreviewProps) {
  const host = useHost()
  const frame = useRef<HTMLIFrameElement>(null)
  const fetch = useCallback(
    async (signal: AbortSignal) => {
      const printables = await printablesOf(host, templateId, recordIds, signal)
      const options = { timeZone: host.timeZone ?? null, text: host.text }
      const { page, sheets, watermark } = fillSheets(printables, options)
      const parts = await Promise.all(
        sheets.map(async ({ body, head, foot }) => ({ head, foot, body: await drawInto(body) })),
      )
      return {
        page: printDocument({ page, parts, watermark, title: host.text('@print.title') }),
        width: sheetWidth(page),
        count: printables.length,
      }
    },
    [host, templateId, recordIds],
  )
  const { value, error, retry } = useFetched(fetch)
  const name = formName === '' ? host.text('@print.document') : formName

  const download = async () => {
    if (!value) return
    const url = URL.createObjectURL(await wordDocument(value.page))
    try {
      await host.download(url, `${name}.doc`)
    } finally {
      // The browser has begun to save by then; at once, some would find nothing there.
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    }
  }
  const print = () => {
    const paper = frame.current?.contentWindow
    if (!paper || !value) return
    printUnder(paper, host.text('@print.title'), () => {
      const note = { printTitle: name, printNum: value.count, printId: templateId }
      // What is on paper is on paper, whether or not it could be noted.
      host.call('print.log', note).catch(() => undefined)
    })
  }
  return (
    <Popup
      mode="fullScreen"
      width="100%"
      title={host.text('@print.preview')}
      visible
      onClose={onClose}
      footer={
        <>
          <Button disabled={!value} onClick={() => void download()}>
            {host.text('@print.download')}
          </Button>
          <Button type="primary" disabled={!value} onClick={print}>
            {host.text('@print.print')}
          </Button>
        </>
      }
    >
      {error !== null && <FailedPlace message={error} onRetry={retry} />}
      {error === null && !value && <SkeletonRows />}
      {value && (
        <div className="loam-print-desk">
          {/* No scripts; the same origin, so that it can be printed from here. */}
          <iframe
            ref={frame}
            className="loam-print-sheet"
            style={{ width: value.width }}
            title={host.text('@print.preview')}
            sandbox="allow-same-origin allow-modals"
            srcDoc={value.page}
            onLoad={({ currentTarget }) => {
              const length = currentTarget.contentDocument?.documentElement.scrollHeight ?? 0
              currentTarget.style.height = `${length}px`
            }}
          />
        </div>
      )}
    </Popup>
  )
}

/** The template with each record that it is filled with. */
async function printablesOf(
  host: Host,
  id: string,
  recordIds: readonly string[],
  signal: AbortSignal,
): Promise<readonly Printable[]> {
  const [only, ...others] = recordIds
  if (others.length === 0)
    return [(await host.call('print.data', { id, formId: only }, { signal })).data as Printable]
  const { data } = await host.call('print.batchData', { id, formId: recordIds.join(',') }, { signal })
  return data as readonly Printable[]
}

/** Prints a frame; browsers name the file after the page above, which has the fixed title in the meantime (`spec/administration.md §9`). */
function printUnder(paper: Window, title: string, done: () => void): void {
  const before = document.title
  paper.addEventListener(
    'afterprint',
    () => {
      document.title = before
      done()
    },
    { once: true },
  )
  document.title = title
  paper.focus()
  paper.print()
}
