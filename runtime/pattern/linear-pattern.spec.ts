import { reusableRules } from '@runtime/form/rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileLinear, PatternRefused } from './linear-pattern'

const test = (pattern: RegExp, text: string) => compileLinear(pattern).test(text, { steps: 1_000_000 })
/** Steps that a test takes; the machine's speed has no part in it. */
function stepsOf(pattern: RegExp, text: string): number {
  const budget = { steps: 10_000_000 }
  compileLinear(pattern).test(text, budget)
  return 10_000_000 - budget.steps
}

const atom = fc.constantFrom(
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  '\\d',
  '\\w',
  '\\s',
  '\\b',
  '^',
  '$',
  '(?=a)',
  '(?!b)',
)
const more = fc.constantFrom('(?<=a)', '(?<!b)', '(?=a*b)', '(?<=^a+)', '水', '\\u0061', '\\.', '(?:)', '1')
const pattern = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    atom,
    more,
    fc.tuple(tie('node'), tie('node')).map(([one, other]) => one + other),
    fc.tuple(tie('node'), tie('node')).map(([one, other]) => `(?:${one}|${other})`),
    fc
      .tuple(tie('node'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '*?', '{2,}'))
      .map(([one, count]) => `(${one})${count}`),
  ),
})).node
const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', '1', ' ', '\n', '水', '😀', '.'),
  maxLength: 8,
})
const flags = fc.constantFrom('', 'i', 's', 'm', 'u', 'iu', 'g')

describe('an authored pattern', () => {
  it('is judged as JavaScript judges it', () => {
    fc.assert(
      fc.property(pattern, flags, text, (source, own, value) => {
        const plain = new RegExp(source, own.replace('g', ''))
        expect(test(new RegExp(source, own), value)).toBe(plain.test(value))
      }),
      { numRuns: 3_000 },
    )
  })

  it.each(Object.entries(reusableRules))('of the rule %s is among those that are judged', (_, rule) => {
    const expression = new RegExp(rule.pattern, rule.flags)
    for (const value of ['', '13800138000', 'abc123', 'a@b.cn', '京A12345', '汉字', 'a.b', '12.50', '7'])
      expect(test(expression, value)).toBe(expression.test(value))
  })

  it.each([/^(a+)+$/, /^(a|a)*$/, /a*a*a*a*b/, /^(?=(?:a|aa)*b)a+$/, /(?<=^(a+)+)b/, /(?:a{1,9}){1,9}$/])(
    '%s takes twice the steps for twice the text',
    (expression) => {
      const [once, twice] = [200, 400].map((size) => stepsOf(expression, `${'a'.repeat(size)}!`))
      expect(twice).toBeLessThan((once ?? 0) * 2.1)
    },
  )

  it.each([/(a)\1/, /(?<x>a)\k<x>/, /a{1001}/, /(?:){1000000000}/, /(?:(?:a{99}){99}){99}/])(
    '%s is refused',
    (expression) => {
      expect(() => compileLinear(expression)).toThrow(PatternRefused)
    },
  )

  it('ends where its budget does', () => {
    expect(() => compileLinear(/^(a|b)*$/).test('a'.repeat(1_000), { steps: 500 })).toThrow(PatternRefused)
  })
})
