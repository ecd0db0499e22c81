import { describe, expect, it } from 'vitest'
import { type CodePlace, codeText } from './use-code-text'

const store = (values: Readonly<Record<string, unknown>>, reading = false): CodePlace => ({
  get: (path) => values[path],
  model: 'm1',
  modelType: '1',
  reading,
})
const source = { dataType: 'static', staticText: 'A1', relationField: 'code' } as const

describe('the text of a code', () => {
  it('is fixed, or a field of the form', () => {
    expect(codeText(source, undefined)).toBe('A1')
    expect(codeText({ ...source, dataType: 'relation' }, store({ code: 42 }))).toBe('42')
    expect(codeText({ ...source, dataType: 'relation' }, store({ code: ['a'] }))).toBe('')
    expect(codeText({ ...source, dataType: 'relation' }, undefined)).toBe('')
  })

  it('names the record by what the form knows of it, once it is saved', () => {
    const dynamic = { ...source, dataType: 'dynamic' } as const
    expect(codeText(dynamic, store({ id: 'r7' }, true))).toBe(
      '{"t":"DFD","id":"r7","mid":"m1","mt":"1","fid":"","pid":"","ftid":"","opt":"0"}',
    )
    expect(JSON.parse(codeText(dynamic, store({ id: 'r7' })))).toMatchObject({ opt: '-1' })
    expect(codeText(dynamic, store({}))).toBe('')
    const other = { ...store({ id: 'r7' }), modelType: undefined }
    expect(JSON.parse(codeText(dynamic, other))).toMatchObject({ mt: '' })
  })
})
