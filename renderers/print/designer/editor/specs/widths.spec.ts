import { describe, expect, it } from 'vitest'
import { mmOf, pxOf, pxOfMm } from '../length'
import { limited } from '../table-limits'

describe('widths on paper', () => {
  it('are millimetres again after they were pixels', () => {
    for (let tenths = 1; tenths < 3000; tenths++) expect(mmOf(pxOfMm(tenths / 10))).toBe(tenths / 10)
    expect([pxOf('72pt'), pxOf('80'), pxOf('20%'), pxOf('auto'), pxOf('0')]).toEqual([
      96,
      80,
      null,
      null,
      null,
    ])
  })

  it('are no more together than there is room: what has grown gives first, else each its share', () => {
    expect(limited([50, 50], [50, 50], 100)).toEqual([50, 50])
    expect(limited([80, 50], [40, 50], 100)).toEqual([50, 50])
    expect(limited([100, 100], [], 100)).toEqual([50, 50])
    expect(limited([100, 100], [100, 100], 0)).toEqual([100, 100])
  })
})
