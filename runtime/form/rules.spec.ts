import { describe, expect, it } from 'vitest'
import { fitsRule, REUSABLE_RULES, type ReusableRuleName } from './rules'

/** What fits each rule, and what does not. */
const EXAMPLES: Readonly<
  Record<ReusableRuleName, readonly [fits: readonly string[], not: readonly string[]]>
> = {
  mobile: [
    ['13012345678', '19987654321'],
    ['12012345678', '1301234567', '130123456789', '23012345678', '1301234567a', ' 13012345678'],
  ],
  password: [
    ['abc123', 'A1b2C3d4E5f6G7h8'],
    ['abc12', 'A1b2C3d4E5f6G7h8i', 'abcdef', '123456', 'abc123!', 'abc 123', '密码abc123'],
  ],
  idCard: [
    ['11010519491231002X', '11010519491231002x', '440524188001010014', '110105491231002'],
    [
      '01010519491231002X',
      '110105194913310021',
      '110105194912320021',
      '11010519491231002',
      '1101054912310021',
    ],
  ],
  email: [
    ['wang@farm.cn', 'a.b+c@x.y.org'],
    ['wang', 'wang@farm', '@farm.cn', 'wang@.cn', 'wang@farm.', 'wa ng@farm.cn', 'wang@@farm.cn'],
  ],
  licencePlate: [
    ['京A12345', '粤B1234挂', '新AD12345', '使A12345'],
    ['A12345', '京A1234', '京A1234567', '京a12345', '京AI2345', '京A12挂45'],
  ],
  chinese: [
    ['中', '高标准农田', '㐀'],
    ['', '农田1', 'farm', '农 田', '农田。'],
  ],
  code: [
    ['a', '1', 'a.b', 'farm.2026.a', 'a..b'],
    ['', '.', '.a', 'a.', 'a_b', 'a b', '编码'],
  ],
  account: [
    ['wang', 'Wang1', '1'],
    ['', 'wang.1', 'wang_1', '王'],
  ],
  name: [
    ['', '东三支', 'East 3_a-b'],
    ['a*b', '“东”', '东，西', 'a\\b', '[a]', "it's"],
  ],
  digits: [
    ['0', '007'],
    ['', '-1', '1.0', 'a', '１'],
  ],
  duration: [
    ['0', '1', '1.5', '12.0', '2.50'],
    ['', '1.2', '.5', '-1', '1.', '1,5', '1.55'],
  ],
  positiveInteger: [
    ['1', '10'],
    ['', '0', '01', '-1', '1.5', 'a'],
  ],
  fieldName: [
    ['a', 'A1_b'],
    ['', '1a', '_a', 'a-b', '字段', 'a b'],
  ],
}

describe.each(REUSABLE_RULES)('%s', (name) => {
  const [fits, not] = EXAMPLES[name]
  it.each(fits)('takes %j', (text) => expect(fitsRule(name, text)).toBe(true))
  it.each(not)('refuses %j', (text) => expect(fitsRule(name, text)).toBe(false))
})
