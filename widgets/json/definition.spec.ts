import { widgetContext } from '@tests/fixtures/widget-context'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { definition, type JsonSettings } from './definition'

const context = widgetContext()
const text: JsonSettings = definition.defaults
const value: JsonSettings = { ...text, as: 'value' }
const schema = {
  type: 'object',
  properties: { topic: { type: 'string', maxLength: 3 } },
  required: ['topic'],
} as const

describe('json', () => {
  it('keeps the text, or the object or list that it means', () => {
    expect(definition.normalise?.('{ "a": 1 }', text)).toBe('{ "a": 1 }')
    expect(definition.normalise?.({ a: 1 }, text)).toBe('{\n  "a": 1\n}')
    expect(definition.normalise?.('{ "a": 1 }', value)).toEqual({ a: 1 })
    // What is not whole yet is kept as it was written, and refused by the check.
    expect(definition.normalise?.('{ "a": ', value)).toBe('{ "a": ')
    expect(definition.check?.('{ "a": ', value, context)).toMatch(/^JSON 第1行第8列有误：.*请改正后再保存$/)
    expect(definition.check?.('3', value, context)).toContain('对象或列表')
  })

  it('comes back from its text', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue())
    fc.assert(
      fc.property(object, (given) => {
        const plain: unknown = JSON.parse(JSON.stringify(given))
        const written = definition.toText?.(plain, value, context) ?? ''
        expect(definition.fromText?.(written, value, context)).toEqual({ value: plain })
      }),
    )
    expect(definition.fromText?.('{', value, context)).toHaveProperty('error')
  })

  it('is judged by its schema, where it stands in the text', () => {
    expect(definition.check?.('{\n  "topic": "abcd"\n}', { ...text, schema }, context)).toMatch(
      /^JSON 第2行第12列有误：\/topic .*3/,
    )
    expect(definition.check?.('{}', { ...text, schema }, context)).toContain('第1行第1列')
    expect(definition.check?.({ topic: 'a' }, { ...value, schema }, context)).toBeNull()
    const pattern = { type: 'string', pattern: '^(a+)+$' } as const
    const slow = { type: 'object', additionalProperties: pattern } as const
    expect(
      definition.check?.({ a: `${'a'.repeat(5000)}!` }, { ...value, schema: slow }, context),
    ).not.toBeNull()
  })

  it('says that the schema itself is wrong', () => {
    const broken = { $ref: '#/definitions/gone' }
    expect(definition.check?.('{}', { ...text, schema: broken }, context)).toContain('JSON Schema')
  })
})
