import { describe, expect, it } from 'vitest'
import { definition } from './definition'
import { linesOf } from './drawing'

describe('barcode', () => {
  it('stands on the documented defaults and reads a stored field', () => {
    expect(definition.defaults).toMatchObject({
      format: 'code128',
      width: 4,
      height: 40,
      lineColor: '#000',
      background: '#fff',
    })
    expect(
      definition.fromFormData?.({ dataType: 'relation', relationField: 'no', width: '2', staticText: '' }),
    ).toEqual({ dataType: 'relation', relationField: 'no', width: 2 })
    expect(definition.fromFormData?.({ dataType: 'other' })).toEqual({ dataType: 'dynamic' })
    expect(definition.fromFormData?.({})).toEqual({})
  })

  it('is encoded as its format has it', () => {
    // Code 128 B: start, A, check sum 34, stop.
    expect(linesOf('A', 'CODE128B')).toBe('11010010000' + '10100011000' + '10001011000' + '1100011101011')
    expect(linesOf('ABC', 'ean13')).toBeNull()
    expect(linesOf('ABC', 'nonsense')).toBeNull()
  })
})
