import { expect, it } from 'vitest'
import { judgeBase } from './base-rules'

const RIGHT = { gender: 1, email: 'w@farm.cn', signature: '' }

it('takes what is right, and what is left out', () => {
  expect(judgeBase(RIGHT)).toEqual({})
  expect(judgeBase({ ...RIGHT, email: '' })).toEqual({})
})

it.each([[{ email: 'w@farm' }, { email: '@form.rule.email' }]])('refuses %j', (change, errors) =>
  expect(judgeBase({ ...RIGHT, ...change })).toEqual(errors),
)
