import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../widgets/definitions'
import { designed } from '../../widgets/designs'
import { createField } from '../widget/design'
import { addressOf, found } from './address'
import { GRID_ACTS, gridChange, lastCell } from './grid'
import { addingPane, cellsOf, movingPane, panesIn, removingPane } from './parts'
import { DesignSession } from './session'

const WIDGETS = { catalogue, designed }
const GRID = ['formData', 'fields', 0] as const
const node = { part: 'formData', node: 101, path: [] } as const

function open(key: string): DesignSession {
  const widget = designed.get(key)
  if (!widget) throw new Error(key)
  const field = createField(widget, { id: 101, label: key, now: 0 })
  const formData = JSON.stringify({ idGlobal: 101, fields: [field] })
  return new DesignSession({ id: 'm', texts: { formData }, widgets: WIDGETS })
}

/** Which places of the table are drawn by how many cells. */
function covered(session: DesignSession): readonly number[] {
  const rows = cellsOf(session.tree, GRID)
  const width = Math.max(...rows.map(({ length }) => length))
  const counts = Array.from({ length: rows.length * width }, () => 0)
  for (const { merged, row, column, rowspan, colspan } of rows.flat())
    for (let down = 0; !merged && down < rowspan; down++)
      for (let right = 0; right < colspan; right++) {
        const at = (row + down) * width + column + right
        if (row + down >= rows.length || column + right >= width) throw new Error('A cell reaches out')
        counts[at] = (counts[at] ?? 0) + 1
      }
  return counts
}

describe('the panes of a container', () => {
  it('come, change places and go, and undo brings back every byte', () => {
    const session = open('tab')
    const { texts } = session.history
    session.run(addingPane(session.tree, node, 'New', WIDGETS))
    const move = movingPane(session.tree, node, 2, 0)
    if ('do' in move) session.run(move)
    expect(panesIn(session.tree, node).map(({ name }) => name)).toEqual(['3', '1', '2'])
    const remove = removingPane(session.tree, node, 1)
    if ('do' in remove) session.run(remove)
    expect(found(session.tree, node)).toMatchObject({ __config__: { active: '3' } })
    while (session.history.canUndo) session.undo()
    expect(session.history.texts).toEqual(texts)
  })

  it('are at least one', () => {
    const session = open('collapse')
    const remove = removingPane(session.tree, node, 0)
    if ('do' in remove) session.run(remove)
    expect(removingPane(session.tree, node, 0)).toEqual({ reason: '@design.structure.lastOne' })
  })
})

describe('the cells of a drawn table', () => {
  it('cover each place once whatever is done to them, and undo brings back every byte', () => {
    const acts = fc.array(fc.record({ act: fc.constantFrom(...GRID_ACTS), pick: fc.nat() }), {
      maxLength: 14,
    })
    fc.assert(
      fc.property(acts, (steps) => {
        const session = open('table-grid')
        const { texts } = session.history
        for (const { act, pick } of steps) {
          const drawn = cellsOf(session.tree, GRID)
            .flat()
            .filter(({ merged }) => !merged)
          const cell = drawn[pick % drawn.length]
          if (!cell) throw new Error('No cell is drawn')
          const command = gridChange(session.tree, addressOf(session.tree, cell.path), act)
          if ('do' in command) expect(session.run(command)).toBeNull()
          expect(new Set(covered(session))).toEqual(new Set([1]))
        }
        while (session.history.canUndo) session.undo()
        expect(session.history.texts).toEqual(texts)
      }),
      { numRuns: 60 },
    )
  })

  it('take what stands in the one they merge with', () => {
    const session = open('table-grid')
    const [[left, right] = []] = cellsOf(session.tree, GRID)
    if (!left || !right) throw new Error('No cells')
    const into = addressOf(session.tree, [...right.path, '__config__', 'children'])
    for (const id of [1, 2])
      session.run({
        do: 'insert',
        into,
        at: id - 1,
        value: { __vModel__: `f${id}`, __config__: { jnpfKey: 'input' } },
      })
    const merge = gridChange(session.tree, addressOf(session.tree, left.path), 'mergeRight')
    if ('do' in merge) session.run(merge)
    expect(found(session.tree, addressOf(session.tree, left.path))).toMatchObject({
      __config__: { colspan: 2, children: [{ __vModel__: 'f1' }, { __vModel__: 'f2' }] },
    })
    expect(lastCell(session.tree, node)).toBeDefined()
  })
})
