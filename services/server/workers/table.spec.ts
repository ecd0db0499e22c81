import { expect, it } from 'vitest'
import { readTable } from './table'

it('a number of a CSV that no double holds is the text that stands there', () => {
  const bytes = new TextEncoder().encode('id,n\n1269943055849660418,3\n')
  expect(readTable({ bytes, most: 10 })).toMatchObject({
    rows: [
      [{ text: 'id' }, { text: 'n' }],
      [{ text: '1269943055849660418' }, { text: '3', number: 3 }],
    ],
  })
})
