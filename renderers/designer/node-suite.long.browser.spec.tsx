import { describe } from 'vitest'
import { drawNodes, fits, isKept, isReadable, shownNodes, speaks } from './specs/nodes'

drawNodes()

describe.each(shownNodes)('%s', (...shown) => {
  isReadable(shown)
  fits(shown)
  speaks(shown)
  isKept(shown)
})
