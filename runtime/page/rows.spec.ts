import { describe, expect, it } from 'vitest'
import { scopeOf } from '../expression'
import { compilePage, readsAround, shapeAnswer } from '.'

const around = scopeOf({ page: { unit: 'mm' } }, { get: () => undefined })

/** A source of a page with these words, and what it makes of an answer. */
function source(words: object) {
  const page = { title: 'A', data: { rows: { call: 'a.list', ...words } }, body: { node: 'text', text: '' } }
  const plan = compilePage(page, { file: 'pages/a.page.json' }).sources.get('rows')
  if (!plan) throw new Error('no source')
  return { plan, of: (data: unknown) => shapeAnswer(plan, data, around) }
}

const list = [
  { id: 1, name: '节点10', depth: 40 },
  { id: 2, name: '节点2', depth: null },
  { id: 3, name: '干管', depth: 5 },
]
const ids = (rows: unknown) => (rows as { id: number }[]).map(({ id }) => id)

describe('a source', () => {
  it('is the list in an answer, the member that it picks, or the answer', () => {
    expect(source({}).of({ list, pagination: {} })).toBe(list)
    expect(source({}).of({ total: 3 })).toEqual({ total: 3 })
    expect(source({}).of([1])).toEqual([1])
    expect(source({ pick: 'station.rows' }).of({ list, station: { rows: [7] } })).toEqual([7])
    expect(source({ pick: 'station.rows' }).of({ list })).toBeUndefined()
  })

  it('gives further members of its answer under names of their own, which ask the same', () => {
    const also = { totals: 'pagination', first: 'station.rows' }
    const words = { call: 'a.list', with: { id: '${1 + 1}' }, tag: 'a', map: '${row.id}', also }
    const page = { title: 'A', data: { rows: words }, body: { node: 'text', text: '' } }
    const { sources } = compilePage(page, { file: 'pages/a.page.json' })
    expect([...sources.keys()].sort()).toEqual(['first', 'rows', 'totals'])
    const answer = { list, pagination: { total: 3 }, station: { rows: [7] } }
    const of = (name: string) => {
      const plan = sources.get(name)
      if (!plan) throw new Error(`no ${name}`)
      expect([plan.name, plan.call.evaluate(around), plan.with.evaluate(around), plan.tag]).toEqual([
        ...[name, 'a.list', { id: 2 }, 'a'],
      ])
      return shapeAnswer(plan, answer, around)
    }
    expect([of('rows'), of('totals'), of('first')]).toEqual([[1, 2, 3], { total: 3 }, [7]])
  })

  it('is in the order of its rows by number and by name, with what is empty at the end', () => {
    expect(ids(source({ sort: { by: 'row.depth' } }).of({ list }))).toEqual([3, 1, 2])
    expect(ids(source({ sort: { by: 'row.depth', order: 'desc' } }).of({ list }))).toEqual([1, 3, 2])
    expect(ids(source({ sort: { by: 'row.name' } }).of({ list }))).toEqual([3, 2, 1])
    expect(ids(list)).toEqual([1, 2, 3])
  })

  it('is what its rows become, one by one, with the names of the page', () => {
    const map = { key: '${row.id}', label: '${index}: ${row.name}, ${row.depth} ${page.unit}' }
    expect(source({ map, sort: { by: 'row.id', order: 'desc' } }).of({ list })).toEqual([
      { key: 3, label: '0: 干管, 5 mm' },
      { key: 2, label: '1: 节点2,  mm' },
      { key: 1, label: '2: 节点10, 40 mm' },
    ])
    expect(source({ map: '${row.name}' }).of(list)).toEqual(['节点10', '节点2', '干管'])
  })

  it('is made anew when something else changes only where it reads something else', () => {
    expect(readsAround(source({ map: '${row.name}', sort: { by: 'index' } }).plan)).toBe(false)
    expect(readsAround(source({ map: '${row.depth * page.factor}' }).plan)).toBe(true)
    expect(readsAround(source({ sort: { by: 'IF(page.byName, row.name, row.id)' } }).plan)).toBe(true)
  })

  it('shapes ten thousand rows', () => {
    const rows = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `节点${(id * 7919) % 10_000}` }))
    const shaped = source({ sort: { by: 'row.name' }, map: '${row.name}' }).of(rows) as string[]
    expect(shaped.slice(0, 3)).toEqual(['节点0', '节点1', '节点2'])
    expect(shaped).toHaveLength(10_000)
  })
})
