import { compileFormData } from '@runtime/form'
import type { FieldPlan } from '@runtime/form/plan'
import type { NameSource } from '@runtime/widget/named'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import type { CallContext, Services } from '../../../module'
import { hostWithNames } from './names'
import { field } from './specs/models'

const FIELDS = [
  'organizeSelect',
  'depSelect',
  'posSelect',
  'roleSelect',
  'groupSelect',
  'userSelect',
  'usersSelect',
]
const plan = compileFormData({ fields: FIELDS.map((key) => field(key, key)) }, { id: 'm', catalogue })
const fields: readonly FieldPlan[] = [...plan.fields.values()]
const context = { user: { userId: 'u1' }, language: 'zh', text: String } as unknown as CallContext

/** Answers every id with a name of its own, and remembers what it was asked. */
function namesOf() {
  const requested: { readonly source: NameSource; readonly ids: readonly string[] }[] = []
  const resolve = async (source: NameSource, ids: readonly string[]) => {
    // Nothing asked, nothing done: the module answers that itself.
    if (ids.length > 0) requested.push({ source, ids })
    return ids.filter((id) => id !== 'gone').map((id) => ({ id, text: `名称${id}` }))
  }
  const resolveWithGone: typeof resolve = async (source, ids) => [
    ...(await resolve(source, ids)),
    ...ids.filter((id) => id === 'gone').map((id) => ({ id, text: '旧名', gone: true })),
  ]
  return { requested, services: { names: { resolve, resolveWithGone } } as unknown as Services }
}

describe('the names of a page of records', () => {
  it('are asked for once a source, however many records and fields there are', async () => {
    const { requested, services } = namesOf()
    const records = Array.from({ length: 1_000 }, (_, at) => ({
      organizeSelect: ['c', `f${at % 5}`],
      depSelect: `d${at % 7}`,
      userSelect: `u${at}`,
      usersSelect: `u${at}--user`,
    }))
    const host = await hostWithNames(context, services, fields, records)
    expect(requested.map(({ source, ids }) => [source.kind === 'people' && source.of, ids.length])).toEqual([
      ['organize', 6],
      ['department', 7],
      ['user', 1_000],
      ['mixed', 1_000],
    ])
    expect(host.named?.({ kind: 'people', of: 'user' }, 'u999')?.text).toBe('名称u999')
  })

  it('leave what is gone without one, unless the record had it already', async () => {
    const person: NameSource = { kind: 'people', of: 'user' }
    const record = { userSelect: 'gone' }
    const fresh = await hostWithNames(context, namesOf().services, fields, [record])
    expect(fresh.named?.(person, 'gone')).toBeNull()
    const kept = await hostWithNames(context, namesOf().services, fields, [record], { kept: record })
    expect(kept.named?.(person, 'gone')).toEqual({ id: 'gone', text: 'gone' })
    const shown = await hostWithNames(context, namesOf().services, fields, [record], { tolerant: true })
    expect(shown.named?.(person, 'gone')).toEqual({ id: 'gone', text: '旧名', gone: true })
  })
})
