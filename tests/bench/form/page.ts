import '@arco-design/web-react/es/_util/react-19-adapter'
import { type Contender, formOf, tableOf } from './model'

const contenders: Record<string, () => Promise<Contender>> = {
  loam: async () => (await import('./contenders/loam')).mount,
  rjsf: async () => (await import('./contenders/rjsf')).mount,
  formily: async () => (await import('./contenders/formily')).mount,
  amis: async () => (await import('./contenders/amis')).mount,
}

declare global {
  interface Window {
    /** Milliseconds from the call to the first painted frame that holds the form. */
    benchMount: () => Promise<number>
    /** Milliseconds from each key's event to the frame after it, since the last reading. */
    benchKeys: () => number[]
    benchReady: boolean
  }
}

const query = new URLSearchParams(location.search)
const contender = contenders[query.get('contender') ?? '']
if (!contender) throw new Error('No such contender')
const rows = Number(query.get('rows') ?? 0)
const model = rows ? tableOf(rows, Number(query.get('columns'))) : formOf(Number(query.get('fields')))
const mount = await contender()
const root = document.getElementById('root') as HTMLElement

/** Resolves after the frame now being made has been painted. */
const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

window.benchMount = async () => {
  const start = performance.now()
  await mount(root, model)
  await new Promise<void>((resolve) => {
    const seen = () => root.querySelector('input') !== null || root.querySelector('[role=gridcell]') !== null
    if (seen()) return resolve()
    const observer = new MutationObserver(() => {
      if (!seen()) return
      observer.disconnect()
      resolve()
    })
    observer.observe(root, { childList: true, subtree: true })
  })
  await painted()
  return performance.now() - start
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
window.benchReady = true
