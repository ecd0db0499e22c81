import { compileForm, createFormStore } from '@runtime/form'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { pageFormOf } from './page-form'

const host = {
  user: { userId: 'u1', userAccount: 'a', userName: '甲' },
  now: () => 0,
  language: 'zh',
  text: (text: unknown) => String(text),
}

describe('a form of a page', () => {
  it('gives what it fills in: its fields, objects of fields and what save.map makes, but not what is only shown', () => {
    const plan = compileForm(
      {
        save: { map: { count: 'boxes * 10', 'config.unit': "'kg'" } },
        fields: [
          { name: 'boxes', widget: 'number-input' },
          { name: 'place.city', widget: 'input' },
          { name: 'again', widget: 'input', stored: false },
        ],
      },
      { id: 'f', catalogue },
    )
    const store = createFormStore(plan, host as never)
    store.load({ id: '7', boxes: 2, place: { city: 'x' }, version: 3 }, 'existing')
    const { record, fields } = pageFormOf(store).filled()
    expect([...fields].filter((name) => name in record).sort()).toEqual(['boxes', 'config', 'count', 'place'])
    expect(record).toMatchObject({ boxes: 2, count: 20, config: { unit: 'kg' } })
    store.dispose()
  })
})
