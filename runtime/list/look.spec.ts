import { describe, expect, it } from 'vitest'
import { lookOf } from './look'

describe('lookOf', () => {
  it('takes colours and weights from an object or from declarations', () => {
    const look = { color: '#f00', backgroundColor: 'rgb(1 2 3 / 50%)', fontWeight: '600' }
    expect(lookOf({ color: '#f00', 'background-color': 'rgb(1 2 3 / 50%)', fontWeight: 600 })).toEqual(look)
    expect(lookOf('color: #f00; background: rgb(1 2 3 / 50%); font-weight: 600')).toEqual(look)
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
    expect(lookOf(value)).toBeUndefined()
  })
})
