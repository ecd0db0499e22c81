import { compileFormData } from '@runtime/form'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { definition } from './definition'

describe('button', () => {
  it('stands on the documented defaults and reads a stored field', () => {
    expect(definition.defaults).toEqual({ buttonText: '', align: 'left', type: '' })
    expect(definition.fromFormData?.({ buttonText: '测量', align: 'right', type: 'danger' })).toEqual({
      buttonText: '测量',
      align: 'right',
      type: 'danger',
    })
    expect(definition.fromFormData?.({ type: '' })).toEqual({})
  })

  it('keeps its click script under its place', () => {
    const script = '({ data }) => { alert(data) }'
    const field = {
      __config__: { jnpfKey: 'button', label: '按钮' },
      buttonText: '测量',
      on: { click: script },
    }
    const plan = compileFormData({ fields: [field] }, { id: 'm', catalogue })
    expect(plan.nodes).toMatchObject([
      { kind: 'display', widget: 'button', settings: { buttonText: '测量' } },
    ])
    expect([...plan.scripts]).toEqual([[`${plan.nodes[0]?.id}.click`, script]])
    expect(plan.losses).toEqual([])
  })
})
