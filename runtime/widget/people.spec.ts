import { describe, expect, it } from 'vitest'
import { chosenIds, normalisePeople } from './people'

describe('who is chosen', () => {
  it('is nobody where a place was not filled', () => {
    expect(chosenIds('user', [null])).toEqual([])
    expect(normalisePeople('user', [null, '', 'u1'], true)).toEqual(['u1'])
    expect(normalisePeople('user', [null], false)).toBeNull()
  })
})
