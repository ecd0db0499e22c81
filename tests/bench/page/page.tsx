import '@arco-design/web-react/es/style/index.css'
import '@renderers/shell/base.css'
import { HostProvider } from '@renderers/host'
import { drawings } from '@renderers/page/drawings'
import { DrawingsContext } from '@renderers/page/node'
import { OpenPage } from '@renderers/page/open-page'
import { testHost } from '@renderers/testing'
import { compilePage } from '@runtime/page'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/** `?nodes=`: so many, half of them reading the page's state. */
const count = Number(new URLSearchParams(location.search).get('nodes') ?? 200)

const node = (index: number) => {
  const place = { title: `泵 ${index}`, value: index * 1.5 }
  switch (index % 5) {
    case 0:
      return { node: 'statistic', unit: 'm³', ...place }
    case 1:
      return { node: 'text', text: '${page.count} · ${data.rows[0].fullName}' }
    case 2:
      return { node: 'progress', ...place, value: '${page.count % 100}' }
    case 3:
      return { node: 'alert', kind: 'info', text: '${page.count > 5 ? "多" : "少"}' }
    default:
      return { node: 'button', text: `按钮 ${index}`, do: { set: { 'page.count': '${page.count + 1}' } } }
  }
}

const document_ = {
  title: 'bench',
  state: { count: 0 },
  data: { rows: { call: 'bench.rows' } },
  body: {
    node: 'grid',
    minWidth: 200,
    items: Array.from({ length: count }, (_, index) => node(index)),
  },
}

const host = testHost({ 'bench.rows': () => ({ list: [{ id: '1', fullName: 'P-1' }] }) })
const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve())))
const rest = () => new Promise<void>((resolve) => requestIdleCallback(() => resolve()))

declare global {
  interface Window {
    benchReady: boolean
    benchDraw: () => Promise<{ compile: number; draw: number }>
    benchChange: () => Promise<{ work: number; painted: number }>
  }
}

/** Milliseconds to compile the document, and until its first frame is painted. */
window.benchDraw = async () => {
  const start = performance.now()
  const plan = compilePage(document_, { file: 'pages/bench.page.json' })
  const compile = performance.now() - start
  const root = createRoot(document.getElementById('root') as HTMLElement)
  flushSync(() =>
    root.render(
      <HostProvider host={host}>
        <DrawingsContext value={drawings}>
          <OpenPage plan={plan} route="/bench" />
        </DrawingsContext>
      </HostProvider>,
    ),
  )
  await painted()
  const draw = performance.now() - start
  await rest()
  return { compile, draw }
}

/** One press that changes the state that two fifths of the page read: until the page has changed, and until that is painted. */
window.benchChange = async () => {
  const place = document.querySelector('.loam-page') as HTMLElement
  const changed = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe(place, { subtree: true, childList: true, characterData: true })
  })
  const start = performance.now()
  place.querySelector('button')?.click()
  await changed
  const work = performance.now() - start
  await painted()
  const shown = performance.now() - start
  await rest()
  return { work, painted: shown }
}
window.benchReady = true
