import Ajv2020 from 'ajv/dist/2020'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AJV_OPTIONS, compileSchema } from './compile'
import type { JsonSchema } from './json-schema'
import { SchemaTooComplex } from './limits'
import type { SchemaOptions } from './types'

const verdictOf = (schema: JsonSchema, value: unknown) => compileSchema(schema)(value).length === 0

describe('compileSchema', () => {
  it('answers nothing for a valid value', () => {
    expect(compileSchema({ type: 'object', properties: { a: { type: 'integer' } } })({ a: 1 })).toEqual([])
  })

  it('points at each fault', () => {
    const schema: JsonSchema = {
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      properties: { items: { items: { properties: { 'a/b': { maximum: 3 } } } } },
    }
    expect(compileSchema(schema)({ items: [{ 'a/b': 1 }, { 'a/b': 5 }], more: 1 })).toEqual([
      { pointer: '', keyword: 'required', params: { missingProperty: 'name' } },
      { pointer: '/items/1/a~1b', keyword: 'maximum', params: { comparison: '<=', limit: 3 } },
      { pointer: '', keyword: 'additionalProperties', params: { additionalProperty: 'more' } },
    ])
  })

  it('compiles one schema once', () => {
    const schema: JsonSchema = { type: 'string' }
    expect(compileSchema(schema)).toBe(compileSchema(schema))
  })

  it('follows a recursive reference', () => {
    const schema: JsonSchema = {
      $ref: '#/$defs/node',
      $defs: { node: { required: ['id'], properties: { children: { items: { $ref: '#/$defs/node' } } } } },
    }
    expect(verdictOf(schema, { id: 1, children: [{ id: 2, children: [] }] })).toBe(true)
    expect(compileSchema(schema)({ id: 1, children: [{ children: [] }] })).toEqual([
      { pointer: '/children/0', keyword: 'required', params: { missingProperty: 'id' } },
    ])
  })

  it('refuses a reference that leads nowhere', () => {
    expect(() => compileSchema({ $ref: '#/$defs/gone' })).toThrow('#/$defs/gone')
  })

  it('gives up a schema that goes round in circles, and one that asks for more than there is time', () => {
    expect(() => verdictOf({ anyOf: [{ $ref: '#' }, { $ref: '#' }] }, 1)).toThrow(SchemaTooComplex)
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => {
        const next = { $ref: `#/$defs/d${index + 1}` }
        return [`d${index}`, { allOf: [next, next] }]
      }),
    )
    const doubling: JsonSchema = { $ref: '#/$defs/d0', $defs: { ...$defs, d60: { type: 'string' } } }
    expect(() => verdictOf(doubling, 1)).toThrow(SchemaTooComplex)
    const deep = JSON.parse(`${'{"not":'.repeat(5_000)}true${'}'.repeat(5_000)}`) as JsonSchema
    expect(() => verdictOf(deep, 1)).toThrow(SchemaTooComplex)
  })

  it('tells of a choice, when asked, what the closest branch lacks', () => {
    const options: SchemaOptions = { explainsChoices: true }
    const schema: JsonSchema = {
      oneOf: [
        { type: 'object', required: ['a'], properties: { kind: { const: 'first' } } },
        { type: 'object', properties: { kind: { const: 'second' }, b: { minimum: 3 } } },
        { type: 'string' },
      ],
    }
    expect(compileSchema(schema, options)({ kind: 'second', b: 1 })).toEqual([
      { pointer: '/b', keyword: 'minimum', params: { comparison: '>=', limit: 3 } },
    ])
    expect(compileSchema(schema, options)(5)).toMatchObject([{ pointer: '', keyword: 'oneOf' }])
    expect(compileSchema(schema)({ kind: 'second', b: 1 })).toMatchObject([{ pointer: '', keyword: 'oneOf' }])
  })

  it('takes equal objects for duplicates however they are written, in a time that grows as they do', () => {
    expect(
      verdictOf({ uniqueItems: true }, [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ]),
    ).toBe(false)
    expect(verdictOf({ uniqueItems: true }, [{ a: 1 }, '{{"a":1}', [1], '1', 1, true])).toBe(true)
    const rows = Array.from({ length: 20_000 }, (_, id) => ({ id }))
    expect(verdictOf({ uniqueItems: true }, rows)).toBe(true)
  })

  it('counts characters, not code units', () => {
    expect(verdictOf({ maxLength: 2 }, '😀😀')).toBe(true)
    expect(verdictOf({ minLength: 3 }, '😀😀')).toBe(false)
  })

  it('takes 0.3 for a multiple of 0.1', () => {
    expect(verdictOf({ multipleOf: 0.1 }, 0.3)).toBe(true)
    expect(verdictOf({ multipleOf: 0.1 }, 0.35)).toBe(false)
  })

  it('does not take what an object inherits for a member', () => {
    expect(verdictOf({ required: ['toString'] }, {})).toBe(false)
  })
})

const names = fc.constantFrom('a', 'b', 'ab', 'c/d', '名')
const texts = fc.constantFrom('', 'a', 'ab', 'abc', '😀', '12', '名称')
const scalars = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 1, -1, 2.5, 0.3, 10, 1e21),
  texts,
  fc.integer({ min: -5, max: 15 }),
)
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))

const types = fc.constantFrom('null', 'boolean', 'string', 'number', 'integer', 'array', 'object')
const counts = fc.integer({ min: 0, max: 4 })
const limits = fc.constantFrom(-1, 0, 0.3, 1, 2.5, 5)

/** A schema of up to five keywords; not of `unevaluated…` and `contains`, over which AJV stumbles (an empty list for `contains` beside `prefixItems`) and which the suite validates. */
const { schema: schemas } = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const part = tie('schema')
  const parts = fc.array(part, { minLength: 1, maxLength: 3 })
  const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
    enum: fc.uniqueArray(values, { minLength: 1, maxLength: 4, selector: (value) => JSON.stringify(value) }),
    const: values,
    minimum: limits,
    maximum: limits,
    exclusiveMinimum: limits,
    exclusiveMaximum: limits,
    multipleOf: fc.constantFrom(0.1, 0.5, 1, 3),
    minLength: counts,
    maxLength: counts,
    pattern: fc.constantFrom('^a', 'b$', '^\\d+$', '\\p{L}', '.'),
    properties: fc.dictionary(names, part, { maxKeys: 3, noNullPrototype: true }),
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b', '\\p{L}'), part, {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    additionalProperties: fc.oneof(fc.boolean(), part),
    propertyNames: part,
    required: fc.uniqueArray(names, { maxLength: 2 }),
    minProperties: counts,
    maxProperties: counts,
    items: part,
    prefixItems: parts,
    minItems: counts,
    maxItems: counts,
    uniqueItems: fc.boolean(),
    anyOf: parts,
    oneOf: parts,
    allOf: parts,
    not: part,
    if: part,
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: part,
    else: part,
    dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    dependentSchemas: fc.dictionary(names, part, { maxKeys: 2, noNullPrototype: true }),
    $ref: fc.constant('#/$defs/shared'),
  }
  const one = fc.oneof(
    ...Object.entries(keywords).map(([key, value]) => value.map((held) => ({ [key]: held }))),
  )
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
      types.map((type): JsonSchema => ({ type })),
      fc.array(one, { minLength: 1, maxLength: 5 }).map((held): JsonSchema => Object.assign({}, ...held)),
    ),
  }
})

describe('compileSchema and AJV', () => {
  it('agree on every schema and value', () => {
    const ajv = new Ajv2020({ ...AJV_OPTIONS, logger: false })
    fc.assert(
      fc.property(schemas, fc.array(values, { minLength: 3, maxLength: 8 }), (body, candidates) => {
        const schema: JsonSchema = {
          ...body,
          $defs: { shared: { type: ['string', 'object'], maxLength: 2, maxProperties: 1 } },
        }
        const validate = ajv.compile(schema)
        for (const value of candidates)
          expect([value, verdictOf(schema, value)]).toEqual([value, validate(value)])
        ajv.removeSchema(schema)
      }),
      { numRuns: 500 },
    )
  })
})
