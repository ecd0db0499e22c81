import { attributeDefinition } from '@runtime/widget/attribute'
import { createCatalogue, type WidgetDefinition } from '@runtime/widget/definition'
import { NameCache } from '@runtime/widget/name-cache'
import type { Named, NameSource } from '@runtime/widget/named'
import { chosenById } from '@runtime/widget/row-choice'
import { testCatalogue, testHost } from '@tests/fixtures/form-kit'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { compileFormData, createFormStore, evaluateRecord } from './index'

const SOURCE: NameSource = { kind: 'record', modelId: 'customers', field: 'name' }

const relation: WidgetDefinition = {
  key: 'relation-form',
  jnpfKeys: ['relationForm'],
  group: 'data',
  title: 'relation',
  icon: 'Link',
  kind: 'field',
  settings: Type.Object({}),
  defaults: {},
  ...chosenById(
    () => SOURCE,
    () => false,
  ),
}
const catalogue = createCatalogue(
  Object.fromEntries(
    [
      ...testCatalogue.all(),
      relation,
      attributeDefinition({
        key: 'relation-attribute',
        jnpfKeys: ['relationFormAttr'],
        title: 'attribute',
        icon: 'Link',
      }),
    ].map((definition) => [definition.key, definition]),
  ),
)

const field = (jnpfKey: string, name: string, members: object = {}) => ({
  __config__: { jnpfKey, label: name },
  __vModel__: name,
  ...members,
})
const plan = compileFormData(
  {
    fields: [
      field('relationForm', 'customer'),
      field('relationFormAttr', 'phone', {
        relationField: 'customer_jnpfTable_orders1',
        showField: 'phone',
        isStorage: 1,
      }),
      field('relationFormAttr', '', { relationField: 'customer', showField: 'city', isStorage: 0 }),
      {
        __config__: {
          jnpfKey: 'table',
          label: 'items',
          children: [
            field('relationForm', 'buyer'),
            field('relationFormAttr', 'tel', {
              relationField: 'buyer_jnpfTable_items0',
              showField: 'phone',
              isStorage: 1,
            }),
          ],
        },
        __vModel__: 'items',
      },
    ],
  },
  { id: 'orders', catalogue },
)

const PEOPLE: Readonly<Record<string, Named>> = {
  c1: { id: 'c1', text: '清源水务', data: { phone: '0991-1', city: '乌鲁木齐' } },
  c2: { id: 'c2', text: '绿野农场', data: { phone: '0991-2', city: '昌吉' } },
}
const lookup = (known: Readonly<Record<string, Named>>) => (_: NameSource, id: string) => known[id] ?? null
const headless = (known = PEOPLE) => ({ ...testHost(), named: lookup(known) })

describe('a value that follows from what another field refers to', () => {
  it('has the name by which lists know it, where the document gives none', () => {
    expect([...plan.fields.keys()]).toContain('customer_city')
    expect(plan.fields.get('customer_city')).toMatchObject({ stored: false, computed: true })
  })

  it('is computed on the server, never taken from the request, in rows too', () => {
    const sent = { customer: 'c1', phone: 'forged', items: [{ buyer: 'c2', tel: 'forged' }, { buyer: '' }] }
    const { record, errors } = evaluateRecord(plan, sent, headless(), { creating: true })
    expect(errors).toEqual([])
    expect(record).toEqual({
      customer: 'c1',
      phone: '0991-1',
      items: [
        { buyer: 'c2', tel: '0991-2' },
        { buyer: '', tel: null },
      ],
    })
  })

  it('is emptied with its source, and kept where the source is no longer known', () => {
    const stored = { customer: 'c1', phone: '0991-1', items: [] }
    const update = (sent: object, known?: typeof PEOPLE) =>
      evaluateRecord(plan, { ...sent }, headless(known), { creating: false, stored }).record
    expect(update({ customer: null })['phone']).toBeNull()
    expect(update({ customer: 'c1' }, { c1: { id: 'c1', text: 'c1' } })['phone']).toBe('0991-1')
  })

  it('follows at once in an open form what was chosen with its row', async () => {
    const nameCache = new NameCache(async (requests) => requests.map(() => []))
    const store = createFormStore(plan, { ...testHost(), names: nameCache, named: nameCache.lookup })
    store.load({}, 'new')
    nameCache.remember(SOURCE, [PEOPLE['c1'] as Named])
    store.set('customer', 'c1')
    store.flush()
    expect(store.get('phone')).toBe('0991-1')
    expect(store.get('customer_city')).toBe('乌鲁木齐')
    const [row = ''] = store.table('items').insert([{}])
    store.table('items').set(row, 'buyer', 'c1')
    store.flush()
    expect(store.table('items').get(row, 'tel')).toBe('0991-1')
  })

  it('asks for what it does not know, for a whole record in one request, and follows the answer', async () => {
    const requested: string[][] = []
    const nameCache = new NameCache(async (requests) => {
      requested.push(requests.flatMap(({ ids }) => [...ids]))
      return requests.map(({ ids }) => ids.flatMap((id) => PEOPLE[id] ?? []))
    })
    const store = createFormStore(plan, { ...testHost(), names: nameCache, named: nameCache.lookup })
    // Remembered by its name alone: the attribute needs more.
    nameCache.remember(SOURCE, [{ id: 'c1', text: '清源水务' }])
    store.load({ customer: 'c1', phone: '旧', items: [{ id: 'r1', buyer: 'c2' }] }, 'existing')
    expect(store.get('phone')).toBe('旧')
    await Promise.resolve()
    await expect.poll(() => store.get('phone')).toBe('0991-1')
    expect(store.table('items').row('r1')['tel']).toBe('0991-2')
    expect(store.status.dirty).toBe(false)
    expect(requested.map((ids) => ids.toSorted())).toEqual([['c1', 'c2']])
    store.dispose()
  })
})
