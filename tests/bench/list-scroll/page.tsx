import '@arco-design/web-react/es/style/index.css'
import '@renderers/shell/base.css'
import { HostProvider } from '@renderers/host'
import { ModelPage } from '@renderers/list'
import { testHost } from '@renderers/testing'
import { createRoot } from 'react-dom/client'

const ROWS = 10_000
/** Twelve columns of what lists have: names, choices, figures, dates. */
const KINDS = ['input', 'select', 'inputNumber', 'datePicker'] as const
const COLUMNS = Array.from({ length: 12 }, (_, index) => {
  const kind = KINDS[index % KINDS.length] ?? 'input'
  return { name: `c${index}`, kind, label: `列${index}` }
})

const value = (kind: (typeof KINDS)[number], row: number) => {
  if (kind === 'inputNumber') return row * 1.25
  if (kind === 'select') return row % 2 === 0 ? '启用' : '停用'
  return kind === 'datePicker' ? '2026-11-24' : `机井 ${row} 号`
}
const rows = Array.from({ length: ROWS }, (_, row) => ({
  id: `r${row}`,
  ...Object.fromEntries(COLUMNS.map(({ name, kind }) => [name, value(kind, row)])),
}))
const config = {
  id: 'bench',
  fullName: '机井',
  webType: '2',
  formData: JSON.stringify({
    fields: COLUMNS.map(({ name, kind, label }) => ({
      __vModel__: name,
      __config__: { jnpfKey: kind, label, dataType: 'static' },
      ...(kind === 'select' && {
        options: [
          { id: '启用', fullName: '启用' },
          { id: '停用', fullName: '停用' },
        ],
      }),
    })),
  }),
  columnData: JSON.stringify({
    hasPage: false,
    columnList: COLUMNS.map(({ name, label }) => ({ prop: name, id: name, label, width: 110 })),
    btnsList: [{ value: 'batchRemove', label: '批量删除' }],
    columnBtnsList: [
      { value: 'edit', label: '编辑' },
      { value: 'remove', label: '删除' },
      { value: 'detail', label: '详情' },
    ],
  }),
}
const host = testHost({
  'onlineDevelopment.config': () => config,
  'onlineDevelopment.list': () => ({ list: rows, pagination: { total: ROWS } }),
  'listView.list': () => ({ list: [], mayShare: 0 }),
})

declare global {
  interface Window {
    benchScroll: (frames: number) => Promise<{ frames: number[]; rows: number; drawn: number }>
  }
}

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))

/** Scrolls through all rows in so many frames. @returns milliseconds of each frame, and how many rows stand in the document */
window.benchScroll = async (count) => {
  const scroller = document.querySelector('.loam-list-table-scroller') as HTMLElement
  const length = scroller.scrollHeight - scroller.clientHeight
  const frames: number[] = []
  let most = 0
  let before = await frame()
  for (let step = 1; step <= count; step += 1) {
    scroller.scrollTop = (length * step) / count
    const now = await frame()
    frames.push(now - before)
    before = now
    most = Math.max(most, scroller.querySelectorAll('[data-row]').length)
  }
  return { frames, rows: ROWS, drawn: most }
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <HostProvider host={host}>
    <ModelPage modelId="bench" menuId="bench" />
  </HostProvider>,
)
