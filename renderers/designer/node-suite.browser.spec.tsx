import { describe } from 'vitest'
import { drawNodes, fits, isReadable, shownNodes, speaks } from './specs/nodes'

/** What asks a source in each of its ways; all are heard in the long run (`node-suite.long.browser.spec.tsx`). */
const HEARD = new Set(['list', 'table', 'tree', 'chart', 'statistic'])

drawNodes()

describe.each(shownNodes)('%s', (...shown) => {
  isReadable(shown)
  if (!HEARD.has(shown[0])) return
  fits(shown)
  speaks(shown)
})
