import { describe, expect, it } from 'vitest'
import { catalogue } from '../../widgets/definitions'
import { type Node, nodesIn } from '../form/formdata/identities'
import { addressOf, found, type Path, valueAt } from './address'

import { type ModelDocument, openModel } from './document'
import { History } from './history'
import { cannotMove, cannotStand, FORM, freshNodes, inserting, moving, slotOf } from './nodes'
import { type NodeBox, place, type SlotBox } from './place'
import { NOTHING, selectOne, selectTo, surviving, toggle, topmost } from './selection'

const field = (formId: number, jnpfKey = 'input', __vModel__ = `${jnpfKey}Field${formId}`) => ({
  __config__: { jnpfKey, formId, label: `L${formId}` },
  __vModel__,
})
const holder = (formId: number, jnpfKey: string, children: readonly unknown[], more = {}) => ({
  __config__: { jnpfKey, formId, children },
  ...more,
})
const pane = (children: readonly unknown[]) => ({
  title: 'P',
  name: '1',
  __config__: { jnpfKey: 'tabItem', children },
})

const form = () =>
  openModel({
    formData: JSON.stringify({
      idGlobal: 120,
      fields: [
        field(101),
        holder(102, 'card', [field(103), field(104)]),
        holder(105, 'table', [field(106), field(107, 'inputNumber', 'price')], { __vModel__: 'items' }),
        holder(108, 'tab', [pane([field(109)]), pane([])]),
        holder(110, 'tableGrid', [
          {
            __config__: {
              jnpfKey: 'tableGridTr',
              children: [{ __config__: { jnpfKey: 'tableGridTd', merged: true, children: [] } }],
            },
          },
        ]),
        { __config__: { jnpfKey: 'fancy', formId: 111 } },
      ],
    }),
  })
const { tree } = form()
const at = (node: number) => ({ part: 'formData', node, path: [] }) as const
const firstPane = { part: 'formData', node: 108, path: ['__config__', 'children', 0] } as const
const reasonOf = (node: Node, parent: Parameters<typeof slotOf>[0]) =>
  cannotStand(tree, node, parent, catalogue)?.reason

describe('where a node may stand', () => {
  it('is the form, a card, a pane, a cell; of a sub-table the columns it takes', () => {
    expect(reasonOf(field(1), FORM)).toBeUndefined()
    expect(reasonOf(field(1), at(102))).toBeUndefined()
    expect(reasonOf(field(1), firstPane)).toBeUndefined()
    expect(reasonOf(field(1), at(105))).toBeUndefined()
    expect(reasonOf({ __config__: { jnpfKey: 'fancy' } }, at(105))).toBeUndefined()
    expect(reasonOf(holder(1, 'table', []), at(102))).toBeUndefined()
    expect(reasonOf(pane([]), at(108))).toBeUndefined()
  })

  it('says why where it may not', () => {
    expect(reasonOf(field(1), at(101))).toBe('@design.holdsNothing')
    expect(reasonOf(field(1), at(111))).toBe('@design.holdsNothing')
    expect(reasonOf(field(1), at(108))).toBe('@design.onlyPanes')
    expect(reasonOf(field(1), at(110))).toBe('@design.onlyRows')
    expect(reasonOf(field(1), { ...at(110), path: ['__config__', 'children', 0] })).toBe('@design.onlyCells')
    expect(
      reasonOf(field(1), { ...at(110), path: ['__config__', 'children', 0, '__config__', 'children', 0] }),
    ).toBe('@design.holdsNothing')
    expect(reasonOf(pane([]), FORM)).toBe('@design.partElsewhere')
    expect(reasonOf(holder(1, 'table', []), at(105))).toBe('@design.tableInTable')
    expect(reasonOf(holder(1, 'card', []), at(105))).toBe('@design.containerInTable')
    expect(reasonOf(field(1, 'editor'), at(105))).toBe('@design.notInTable')
    expect(reasonOf(field(1, 'divider'), at(105))).toBe('@design.notInTable')
    expect(reasonOf(field(1), at(999))).toBe('@design.gone')
    expect(cannotMove(tree, at(102), at(102), catalogue)?.reason).toBe('@design.intoItself')
    expect(cannotMove(tree, at(108), firstPane, catalogue)?.reason).toBe('@design.intoItself')
    expect(cannotMove(tree, at(101), at(102), catalogue)).toBeNull()
  })
})

/** Draws a list as lines of 40 pixels; what stands in a container is 20 pixels further in. */
function drawn(
  document: ModelDocument,
  parent: Path,
  slot: Path,
  x: number,
  y: number,
): { slot: SlotBox; height: number } {
  const list = valueAt(document.tree, [...parent, ...slot]) as Node[]
  let top = y + 12
  const items = list.map((node, index): NodeBox => {
    const path = [...parent, ...slot, index]
    const children = (node['__config__'] as Node)['children']
    const inner = Array.isArray(children)
      ? drawn(document, path, ['__config__', 'children'], x + 20, top)
      : undefined
    const height = inner ? inner.height : 40
    const box = { x: x + 12, y: top, width: 800 - 2 * x - 24, height }
    top += height
    return { node: addressOf(document.tree, path), index, box, ...(inner && { slots: [inner.slot] }) }
  })
  const height = top + 12 - y
  const box = { x: x + 8, y, width: 800 - 2 * x - 16, height }
  return { slot: { parent: addressOf(document.tree, parent), slot, box, items, size: list.length }, height }
}

describe('a placing', () => {
  const draw = (document: ModelDocument) => drawn(document, ['formData'], ['fields'], 0, 0).slot
  const free = () => null

  it('is before or after what is under the pointer, by its half', () => {
    const canvas = draw(form())
    expect(place({ x: 400, y: 15 }, canvas, free)).toEqual({ parent: FORM, slot: ['fields'], index: 0 })
    expect(place({ x: 400, y: 45 }, canvas, free)).toEqual({ parent: FORM, slot: ['fields'], index: 1 })
  })

  it('goes by left and right where several stand in a line', () => {
    const node = (id: number, x: number): NodeBox => ({
      node: at(id),
      index: id,
      box: { x, y: 20, width: 100, height: 40 },
    })
    const canvas: SlotBox = {
      parent: FORM,
      slot: ['fields'],
      box: { x: 0, y: 0, width: 400, height: 200 },
      items: [node(0, 20), node(1, 130)],
      size: 2,
    }
    expect(place({ x: 40, y: 55 }, canvas, free)).toMatchObject({ index: 0 })
    expect(place({ x: 140, y: 25 }, canvas, free)).toMatchObject({ index: 1 })
    expect(place({ x: 390, y: 55 }, canvas, free)).toMatchObject({ index: 2 })
    expect(place({ x: 10, y: 190 }, canvas, free)).toMatchObject({ index: 0 })
  })

  it('is beside a container at its rim, within it further in', () => {
    const canvas = draw(form())
    const card = canvas.items[1]?.box ?? { x: 0, y: 0, width: 0, height: 0 }
    expect(place({ x: 400, y: card.y + 4 }, canvas, free)).toMatchObject({ parent: FORM, index: 1 })
    expect(place({ x: 400, y: card.y + 20 }, canvas, free)).toMatchObject({ parent: at(102), index: 0 })
  })

  it('is in the deepest list that takes it, and says why where none does', () => {
    const canvas = draw(form())
    const table = canvas.items[2]?.box ?? { x: 0, y: 0, width: 0, height: 0 }
    const pointer = { x: 400, y: table.y + 30 }
    const refuses = (parent: { readonly node?: unknown }) =>
      parent.node === 105 ? { reason: 'not here' } : null
    expect(place(pointer, canvas, refuses)).toMatchObject({ parent: FORM, index: 2 })
    expect(place(pointer, canvas, () => ({ reason: 'never' }))).toEqual({ reason: 'never' })
    expect(place({ x: -1, y: 10 }, canvas, free)).toEqual({ reason: '@design.outside' })
  })

  it('that is shown is where it lands, for every node and every place', () => {
    for (const { path } of nodesIn(tree['formData'] as Node)) {
      const what = addressOf(tree, ['formData', ...path])
      const node = found(tree, what)
      for (let y = 4; y < 900; y += 7) {
        const shown = place({ x: 300, y }, draw(form()), (parent) =>
          cannotMove(tree, what, parent, catalogue),
        )
        if ('reason' in shown) continue
        const history = new History(form())
        const list = found(tree, slotOf(shown.parent)) as readonly unknown[]
        history.run(moving(tree, what, shown))
        const after = found(history.document.tree, slotOf(shown.parent)) as readonly Node[]
        const expected = list.toSpliced(shown.index, 0, 'moved').filter((one) => one !== node)
        const id = (one: unknown) => (one === 'moved' ? node : one) as Node
        expect(after.map(keyOf)).toEqual(expected.map((one) => keyOf(id(one))))
      }
    }
  })
})

const keyOf = (node: Node) =>
  node['__vModel__'] ?? (node['__config__'] as Node)['formId'] ?? node['title'] ?? node

describe('a node', () => {
  it('is given the next identity and a name of its own', () => {
    const history = new History(form())
    const nodes = [
      field(0, 'input', 'inputField0'),
      field(0, 'input', 'price'),
      holder(0, 'card', [field(0, 'input', 'price')]),
    ]
    const fresh = freshNodes(tree, nodes, FORM, catalogue, 1_700_000_000_000)
    history.run(inserting({ parent: FORM, index: 1 }, fresh))
    const fields = found(history.document.tree, slotOf(FORM)) as Node[]
    expect(fields[1]).toMatchObject({
      __vModel__: 'inputField121',
      __config__: { formId: 121, renderKey: 1_700_000_000_121 },
    })
    expect(fields[2]).toMatchObject({ __vModel__: 'price', __config__: { formId: 122 } })
    expect(fields[3]).toMatchObject({
      __config__: { formId: 123, children: [{ __vModel__: 'price_2', __config__: { formId: 124 } }] },
    })
    expect(valueAt(history.document.tree, ['formData', 'idGlobal'])).toBe(124)
    history.undo()
    expect(history.texts).toEqual(new History(form()).texts)
  })

  it('is marked as a column in a sub-table, and no more outside it', () => {
    const history = new History(form())
    history.run(moving(tree, at(101), { parent: at(105), index: 2 }))
    const column = found(history.document.tree, at(101)) as Node
    expect(column['__config__']).toMatchObject({ isSubTable: true, parentVModel: 'items', relationTable: '' })
    history.run(moving(history.document.tree, at(101), { parent: FORM, index: 0 }))
    expect((found(history.document.tree, at(101)) as Node)['__config__']).not.toHaveProperty('isSubTable')
    history.undo()
    history.undo()
    expect(history.texts).toEqual(new History(form()).texts)
  })
})

describe('a selection', () => {
  it('reaches from its anchor in drawing order, and is moved without what stands in others', () => {
    const range = selectTo(tree, selectOne(at(101)), at(104))
    expect(range.nodes).toEqual([at(101), at(102), at(103), at(104)])
    expect(topmost(tree, range)).toEqual([at(101), at(102)])
    expect(selectTo(tree, NOTHING, at(104))).toEqual(selectOne(at(104)))
  })

  it('takes one more and one less, and forgets what is gone', () => {
    const two = toggle(tree, selectOne(at(101)), at(103))
    expect(two.nodes).toEqual([at(101), at(103)])
    expect(toggle(tree, two, at(101)).nodes).toEqual([at(103)])
    const history = new History(form())
    history.run({ do: 'remove', what: at(103) })
    expect(surviving(history.document.tree, two)).toEqual({ nodes: [at(101)] })
  })
})
