import { expect, it } from 'vitest'
import { validateBase } from './base-rules'

const RIGHT = { gender: 1, email: 'w@farm.cn', signature: '' }

it('takes what is right, and what is left out', () => {
  expect(validateBase(RIGHT)).toEqual({})
  expect(validateBase({ ...RIGHT, email: '' })).toEqual({})
})

it.each([[{ email: 'w@farm' }, { email: '@form.rule.email' }]])('refuses %j', (change, errors) =>
  expect(validateBase({ ...RIGHT, ...change })).toEqual(errors),
)
