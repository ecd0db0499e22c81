import { expect, it } from 'vitest'
import { judgeBase } from './base-rules'

const RIGHT = { realName: '王小田', gender: 1, mobilePhone: '13912345678', email: 'w@farm.cn', signature: '' }

it('takes what is right, and what is left out', () => {
  expect(judgeBase(RIGHT)).toEqual({})
  expect(judgeBase({ ...RIGHT, mobilePhone: '', email: '' })).toEqual({})
})

it.each([
  [{ realName: '  ' }, { realName: '@places.realNameRequired' }],
  [{ mobilePhone: '12912345678' }, { mobilePhone: '@form.rule.mobile' }],
  [{ mobilePhone: '1391234567' }, { mobilePhone: '@form.rule.mobile' }],
  [{ email: 'w@farm' }, { email: '@form.rule.email' }],
])('refuses %j', (change, errors) => expect(judgeBase({ ...RIGHT, ...change })).toEqual(errors))
