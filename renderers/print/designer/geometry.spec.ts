import { PAPERS, PLAIN_PAGE } from '@runtime/print'
import { expect, it } from 'vitest'
import { fitted, mostMargin, sheetEnds, withMargin } from './geometry'

it('keeps margins whole, within their range, and something between them', () => {
  expect(withMargin(PLAIN_PAGE, 'left', 20.4).left).toBe(20)
  expect(withMargin(PLAIN_PAGE, 'left', -3).left).toBe(0)
  expect(withMargin(PLAIN_PAGE, 'left', 500).left).toBe(100)
  const narrow = { ...PLAIN_PAGE, width: 60 }
  expect(mostMargin(narrow, 'left')).toBe(35)
  // Held across, the long side is what left and right are measured along.
  expect(mostMargin({ ...narrow, isLandscape: true }, 'left')).toBe(100)
})

it('fits the margins into a smaller sheet', () => {
  const wide = { ...PLAIN_PAGE, margins: { top: 15, right: 90, bottom: 15, left: 90 } }
  expect(fitted(wide).margins).toEqual(wide.margins)
  expect(fitted({ ...wide, ...PAPERS.A5 }).margins).toEqual({ top: 15, right: 48, bottom: 15, left: 90 })
})

it.each([
  [0, [], [], 100],
  [100, [], [], 100],
  [250, [], [100, 200], 300],
  [250, [30], [130, 230], 330],
  [150, [30, 150], [130], 250],
] as const)('ends sheets of 100 in a text of %d with breaks at %j', (height, breaks, ends, length) => {
  expect(sheetEnds(height, breaks, 100)).toEqual({ ends, length })
})
