import { describe } from 'vitest'
import { drawNodes, fits, isReadable, shownNodes, speaks } from './specs/nodes'

drawNodes()

describe.each(shownNodes)('%s', (...shown) => {
  isReadable(shown)
  fits(shown)
  speaks(shown)
})
