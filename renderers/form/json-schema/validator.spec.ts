import type { RJSFSchema } from '@rjsf/utils'
import ajvValidator from '@rjsf/validator-ajv8'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validator } from './validator'

/** Constraints as plans have them, in any combination. */
const leaf: fc.Arbitrary<RJSFSchema> = fc.oneof(
  fc.record(
    {
      type: fc.constant('string' as const),
      minLength: fc.nat(4),
      maxLength: fc.nat(6),
      pattern: fc.constantFrom('^a', '[0-9]+', '^[\\u4e00-\\u9fa5]*$', 'b$'),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constantFrom('number' as const, 'integer' as const),
      minimum: fc.integer({ min: -5, max: 5 }),
      exclusiveMaximum: fc.integer({ min: -5, max: 9 }),
      multipleOf: fc.constantFrom(1, 2, 0.5),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({ enum: fc.uniqueArray(fc.constantFrom(1, '1', true, null, 'a'), { minLength: 1 }) }),
  fc.record({ type: fc.constant(['string', 'null'] as ('string' | 'null')[]) }),
)

const schema: fc.Arbitrary<RJSFSchema> = fc.letrec<{ any: RJSFSchema }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record(
      {
        type: fc.constant('object' as const),
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('any'), {
          maxKeys: 3,
          noNullPrototype: true,
        }),
        required: fc.uniqueArray(fc.constantFrom('a', 'b')),
        additionalProperties: fc.boolean(),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('array' as const),
        items: tie('any'),
        minItems: fc.nat(2),
        maxItems: fc.nat(3),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ anyOf: fc.array(tie('any'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('any'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie('any') }),
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word.
    fc.record({ if: tie('any'), then: tie('any'), else: tie('any') }),
  ),
})).any

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, false, 0, 1, -1.5, 2, 7, '', 'a', 'ab', '123', '中文', '1'),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('any'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).any

describe('validator', () => {
  it('says the same as AJV of any schema and value', () => {
    fc.assert(
      fc.property(schema, value, (rules, data) => {
        expect(validator.isValid(rules, data, rules)).toBe(ajvValidator.isValid(rules, data, rules))
      }),
      { numRuns: 200 },
    )
    // AJV compiles every schema anew, which takes its time on a busy machine.
  }, 60_000)

  it('resolves references into the whole schema', () => {
    const root: RJSFSchema = { $defs: { name: { type: 'string', minLength: 2 } } }
    const part: RJSFSchema = { $ref: '#/$defs/name' }
    expect(validator.isValid(part, 'ab', root)).toBe(true)
    expect(validator.isValid(part, 'a', root)).toBe(false)
  })

  it.each<[string, RJSFSchema, unknown]>([
    ['a date', { type: 'string', format: 'date' }, '2026-02-30'],
    ['an address', { type: 'string', format: 'email' }, 'a@'],
    ['a URI', { type: 'string', format: 'uri' }, 'farm'],
    ['a colour', { type: 'string', format: 'color' }, '#33669'],
    ['a file', { type: 'string', format: 'data-url' }, 'data:text/plain;base64,aGk='],
    ['a dependency of draft-07', { dependencies: { a: ['b'], c: { required: ['d'] } } }, { c: 1 }],
    ['entries of draft-07', { items: [{ type: 'number' }], additionalItems: false }, [1, 2]],
  ])('says the same as AJV of %s', (_, rules, data) => {
    for (const value of [data, 'x', '2026-02-28', 'a@example.com', 'https://example.com', '#336699', {}, [1]])
      expect([value, validator.isValid(rules, value, rules)]).toEqual([
        value,
        ajvValidator.isValid(rules, value, rules),
      ])
  })

  it('says what is wrong with a schema, and draws on', () => {
    const rules: RJSFSchema = { $ref: '#/definitions/gone' }
    expect(validator.isValid(rules, 1, rules)).toBe(false)
    expect(validator.validateFormData(1, rules).errors).toMatchObject([{ name: '$schema' }])
  })

  it('does not wait for a pattern that takes longer than its text grows', () => {
    const rules: RJSFSchema = { type: 'string', pattern: '^(a+)+$' }
    expect(validator.isValid(rules, `${'a'.repeat(5_000)}b`, rules)).toBe(false)
  })

  it('puts errors where they belong', () => {
    const rules: RJSFSchema = {
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'number' } } },
    }
    const { errors, errorSchema } = validator.validateFormData({ a: [1, 'x'] }, rules)
    expect(errors).toMatchObject([{ property: '.a.1', name: 'type' }])
    expect(errorSchema).toMatchObject({ a: { 1: { __errors: ['type'] } } })
  })
})
