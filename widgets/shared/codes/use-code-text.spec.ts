import type { FormStore } from '@runtime/form/store.types'
import { describe, expect, it } from 'vitest'
import { codeText } from './use-code-text'

const store = (values: Readonly<Record<string, unknown>>) =>
  ({ get: (path: string) => values[path], plan: { id: 'm1' } }) as unknown as FormStore
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
    expect(JSON.parse(codeText(dynamic, store({ id: 'r7' })))).toEqual({ t: 'DFD', id: 'r7', mid: 'm1' })
    expect(codeText(dynamic, store({}))).toBe('')
  })
})
