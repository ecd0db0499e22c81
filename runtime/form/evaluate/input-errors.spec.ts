import { testCatalogue as catalogue, testHost } from '@tests/fixtures/form-kit'
import { describe, expect, it } from 'vitest'
import { compileForm, inputErrors } from '../index'

const host = testHost()
const errors = (fields: unknown[], input: object, creating = true, more: object = {}) =>
  inputErrors(
    compileForm({ fields, ...more }, { id: 'f', catalogue }),
    input as Record<string, unknown>,
    host,
    { creating },
  ).map(({ path }) => path)

describe('what a form finds wrong with the input of a call', () => {
  it('is what its own rules say: required where another value asks for it, patterns, conditions', () => {
    const fields = [
      { name: 'kind', widget: 'input' },
      { name: 'parent', widget: 'input', required: "kind == 'sub'" },
      { name: 'code', widget: 'input', patterns: [{ pattern: '^[a-z]+$', message: '!' }] },
      { name: 'from', widget: 'number' },
      { name: 'to', widget: 'number', valid: 'to > from', message: '!' },
    ]
    expect(errors(fields, { kind: 'main', code: 'ab', from: 1, to: 2 })).toEqual([])
    expect(errors(fields, { kind: 'sub', code: 'A1', from: 2, to: 2 })).toEqual(['parent', 'code', 'to'])
    expect(errors([], {}, true, { valid: '1 == 2', message: '!' })).toEqual([''])
  })

  it('is nothing of what is hidden, nor of what only the page around knows', () => {
    const fields = [
      { name: 'on', widget: 'number' },
      { name: 'x', widget: 'input', visible: 'on == 1', required: true },
      { name: 'y', widget: 'input', visible: 'page.some == 1', required: true },
      { name: 'z', widget: 'input', required: 'page.some != 1' },
      // What hangs on something that is not known is not known itself.
      { name: 'w', widget: 'input', required: "y != 'a'" },
    ]
    expect(errors(fields, { on: 0 })).toEqual([])
    expect(errors(fields, { on: 1 })).toEqual(['x'])
  })

  it('leaves out, of a record that there is, what was not sent', () => {
    const fields = [
      { name: 'a', widget: 'input', required: true },
      { name: 'b', widget: 'input', required: 'a != 1' },
      { name: 'c', widget: 'number', valid: 'a == 1', message: '!' },
    ]
    expect(errors(fields, { b: null, c: 1 }, false)).toEqual([])
    expect(errors(fields, { a: '', b: null, c: 1 }, false)).toEqual(['a', 'b', 'c'])
    expect(errors(fields, {})).toEqual(['a', 'b'])
  })

  it('takes a number as text and a text as a number, where the call has let it pass', () => {
    const fields = [
      { name: 'digits', widget: 'input', patterns: [{ pattern: '^[1-9]$', message: '!' }] },
      { name: 'n', widget: 'number', valid: 'n < 5', message: '!' },
    ]
    expect(errors(fields, { digits: 3, n: '4' })).toEqual([])
    expect(errors(fields, { digits: 0, n: '7' })).toEqual(['digits', 'n'])
    // What is of no such type is the schema's to refuse.
    expect(errors(fields, { digits: { deep: 1 }, n: 'many' })).toEqual([])
  })

  it('lets no name reach a prototype', () => {
    const input = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 1}') as object
    expect(errors([{ name: 'a', widget: 'input' }], input)).toEqual([])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
