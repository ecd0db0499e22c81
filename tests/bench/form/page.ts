import '@arco-design/web-react/es/_util/react-19-adapter'
import { type Contender, formOf, tableOf } from './model'

const contenders: Record<string, () => Promise<Contender>> = {
  loam: async () => (await import('./contenders/loam')).prepare,
  rjsf: async () => (await import('./contenders/rjsf')).prepare,
  formily: async () => (await import('./contenders/formily')).prepare,
  amis: async () => (await import('./contenders/amis')).prepare,
}

declare global {
  interface Window {
    /** Milliseconds that the contender took to bring the model into its own terms. */
    benchCompile: number
    /** Milliseconds from the call to the first painted frame of the form, and to the one with its last field. */
    benchMount: () => Promise<{ readonly first: number; readonly whole: number }>
    /** Milliseconds from each key's event to the frame after it, since the last reading. */
    benchKeys: () => number[]
    /** Resolves after the frame now being made has been painted. */
    benchPainted: () => Promise<void>
    /** Pastes a matrix of texts where the focus is; answers milliseconds until it was painted. */
    benchPaste: (rows: number, columns: number) => Promise<number>
    benchReady: boolean
  }
}

const query = new URLSearchParams(location.search)
const contender = contenders[query.get('contender') ?? '']
if (!contender) throw new Error('No such contender')
const rows = Number(query.get('rows') ?? 0)
const model = rows ? tableOf(rows, Number(query.get('columns'))) : formOf(Number(query.get('fields')))
const prepare = await contender()
const root = document.getElementById('root') as HTMLElement

const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
window.benchPainted = painted

const begin = performance.now()
const mount = prepare(model)
window.benchCompile = performance.now() - begin

window.benchMount = async () => {
  const start = performance.now()
  mount(root)
  await until(() => root.querySelector('input') !== null || root.querySelector('[role=gridcell]') !== null)
  await painted()
  const first = performance.now() - start
  const last = model.fields.at(-1)?.label
  if (last === undefined || root.textContent?.includes(last)) return { first, whole: first }
  await until(() => root.textContent?.includes(last) === true)
  await painted()
  return { first, whole: performance.now() - start }
}

function until(seen: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (seen()) return resolve()
    const observer = new MutationObserver(() => {
      if (!seen()) return
      observer.disconnect()
      resolve()
    })
    observer.observe(root, { childList: true, subtree: true })
  })
}

let keys: number[] = []
window.addEventListener(
  'keydown',
  (event) => {
    const start = event.timeStamp
    void painted().then(() => keys.push(performance.now() - start))
  },
  { capture: true },
)
window.benchKeys = () => {
  const taken = keys
  keys = []
  return taken
}

window.benchPaste = async (height, width) => {
  const clipboardData = new DataTransfer()
  const line = (row: number) => Array.from({ length: width }, (_, column) => row + column).join('\t')
  clipboardData.setData('text/plain', Array.from({ length: height }, (_, row) => line(row)).join('\n'))
  const start = performance.now()
  document.activeElement?.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  )
  await painted()
  return performance.now() - start
}
window.benchReady = true
