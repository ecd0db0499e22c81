import { describe } from 'vitest'
import { drawNodes, fits, isReadable, shownNodes, speaks } from './specs/nodes'

/** What asks a source in each of its ways; all are heard in the long run (`node-suite.long.browser.spec.tsx`). */
const HEARD = new Set(['list', 'table', 'tree', 'chart', 'statistic'])

drawNodes()

/** Each node by its example; its other ways are the long run's. */
const examples = shownNodes.filter(([title, name]) => title === name)

describe.each(examples)('%s', (...shown) => {
  isReadable(shown)
  if (!HEARD.has(shown[0])) return
  fits(shown)
  speaks(shown)
})
