import { describe, expect, it } from 'vitest'
import { definition } from './definition'

describe('alert', () => {
  it('stands on the documented defaults and reads a stored field', () => {
    expect(definition.defaults).toMatchObject({ type: 'success', closable: true })
    expect(
      definition.fromFormData?.({
        title: '注意',
        type: 'warning',
        showIcon: true,
        closable: false,
        description: '请先保存',
        closeText: '',
      }),
    ).toEqual({ title: '注意', type: 'warning', showIcon: true, closable: false, description: '请先保存' })
    expect(definition.fromFormData?.({ type: 'loud' })).toEqual({})
  })
})
