import { Tabs } from '@arco-design/web-react'
import '@arco-design/web-react/es/Tabs/style/css.js'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { LONGEST_READ, MOST_COLUMNS, type Sheet } from './sheet-book'
import { decode } from './text'
import { useLoaded } from './use-loaded'
import { type ViewerProps, Waiting } from './viewer'

const ROW = 28

/** A workbook as tables, a tab a sheet. */
export function SheetViewer({ shown, host, bytes }: ViewerProps) {
  const sheets = useLoaded(async (signal) => readWorkbook(await bytes(), shown.name, signal), shown)
  const [tab, setTab] = useState('0')
  if (sheets === null) return <Waiting host={host} />
  const sheet = sheets[Number(tab)]
  if (!sheet) return <p className="loam-preview-note">{host.text('@preview.emptySheet')}</p>
  const isCut = sheet.rowCount > sheet.rows.length || sheet.columnCount > MOST_COLUMNS
  return (
    <div className="loam-preview-book">
      {isCut && (
        <p className="loam-preview-cut" role="status">
          {host.text('@preview.cut', {
            rows: sheet.rows.length,
            columns: Math.min(sheet.columnCount, MOST_COLUMNS),
            allRows: sheet.rowCount,
            allColumns: sheet.columnCount,
          })}
        </p>
      )}
      {sheet.rows.length === 0 ? (
        <p className="loam-preview-note">{host.text('@preview.emptySheet')}</p>
      ) : (
        <SheetTable key={tab} sheet={sheet} />
      )}
      {sheets.length > 1 && (
        <Tabs activeTab={tab} onChange={setTab} size="small" tabPosition="bottom">
          {sheets.map(({ name }, index) => (
            <Tabs.TabPane key={String(index)} title={name} />
          ))}
        </Tabs>
      )}
    </div>
  )
}

function SheetTable({ sheet }: { readonly sheet: Sheet }) {
  const scroller = useRef<HTMLDivElement>(null)
  const columns = Math.min(sheet.columnCount, MOST_COLUMNS)
  const rows = useVirtualizer({
    count: sheet.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  })
  const drawn = rows.getVirtualItems()
  const before = drawn[0]?.start ?? 0
  const after = rows.getTotalSize() - (drawn.at(-1)?.end ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section ref={scroller} className="loam-preview-sheet" aria-label={sheet.name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th />
            {Array.from({ length: columns }, (_, index) => columnName(index)).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr style={{ height: before }} aria-hidden />
          {drawn.map(({ index }) => (
            <tr key={index} style={{ height: ROW }}>
              <th scope="row">{index + 1}</th>
              {Array.from({ length: columns }, (_, column) => (
                <td key={columnName(column)} title={sheet.rows[index]?.[column]}>
                  {sheet.rows[index]?.[column]}
                </td>
              ))}
            </tr>
          ))}
          <tr style={{ height: after }} aria-hidden />
        </tbody>
      </table>
    </section>
  )
}

/** `A`, `B` … `Z`, `AA`. */
export function columnName(index: number): string {
  const first = Math.floor(index / 26)
  return (first > 0 ? columnName(first - 1) : '') + String.fromCharCode(65 + (index % 26))
}

/** Reads a workbook beside the page, and gives up on one that takes too long: a small file can hold a very large one. */
async function readWorkbook(blob: Blob, name: string, signal: AbortSignal): Promise<readonly Sheet[]> {
  const bytes = await blob.arrayBuffer()
  const text = name.toLowerCase().endsWith('.csv') ? decode(bytes) : undefined
  const worker = new Worker(new URL('./sheet.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<readonly Sheet[]>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('timeout')), LONGEST_READ)
      signal.addEventListener('abort', () => reject(signal.reason))
      worker.onmessage = ({
        data,
      }: MessageEvent<{ readonly sheets?: readonly Sheet[]; readonly error?: string }>) => {
        clearTimeout(late)
        if (data.sheets) resolve(data.sheets)
        else reject(new Error(data.error))
      }
      worker.onerror = (event) => reject(new Error(event.message))
      worker.postMessage({ bytes, text })
    })
  } finally {
    worker.terminate()
  }
}
