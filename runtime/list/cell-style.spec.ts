import { describe, expect, it } from 'vitest'
import { cellStyleOf } from './cell-style'

describe('lookOf', () => {
  it('takes colours and weights from an object or from declarations', () => {
    const style = { color: '#f00', backgroundColor: 'rgb(1 2 3 / 50%)', fontWeight: '600' }
    expect(cellStyleOf({ color: '#f00', 'background-color': 'rgb(1 2 3 / 50%)', fontWeight: 600 })).toEqual(
      style,
    )
    expect(cellStyleOf('color: #f00; background: rgb(1 2 3 / 50%); font-weight: 600')).toEqual(style)
  })

  it.each([
    [{ background: 'url(https://evil.example/x)' }],
    [{ position: 'fixed', inset: 0 }],
    [{ color: 'red;position:fixed' }],
    [{ backgroundColor: 'image-set("x")' }],
    ['color: expression(alert(1))'],
    [{ color: `#${'f'.repeat(100)}` }],
    [null],
    [['red']],
    [42],
  ])('leaves out what would move, hide or fetch: %j', (value) => {
    expect(cellStyleOf(value)).toBeUndefined()
  })
})
