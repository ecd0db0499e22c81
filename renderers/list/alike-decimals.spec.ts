import type { ColumnPlan } from '@runtime/list/plan'
import { describe, expect, it } from 'vitest'
import { alike, withDecimals } from './alike-decimals'

const column = (more: object = {}) =>
  ({ id: 'depth', path: 'depth', label: '深度', align: 'right', thousands: false, ...more }) as ColumnPlan
const shown = (more: object, ...values: readonly unknown[]) => {
  const [one = column()] = withDecimals(
    [column(more)],
    values.map((depth) => ({ depth })),
  )
  return values.map((value) => alike(one, String(value)))
}

describe('decimals of a column', () => {
  it('are as many for all as the longest has', () => {
    expect(shown({}, 2, 1.25, '1,003.5', '—', -7)).toEqual(['2.00', '1.25', '1,003.50', '—', '-7.00'])
  })

  it('are none where no number has any', () => {
    expect(shown({}, 2, '1,003')).toEqual(['2', '1,003'])
  })

  it('are four at most, and none is cut', () => {
    expect(shown({}, 0.123456, 2)).toEqual(['0.123456', '2.0000'])
  })

  it('are what the field says where it says it, and no matter of words', () => {
    expect(shown({ field: { settings: { precision: 0 } } }, 2, 1.5)).toEqual(['2', '1.5'])
    expect(shown({ align: 'left' }, 2, 1.5)).toEqual(['2', '1.5'])
  })
})
