import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyForm, anySteps, attempt, type Edit } from '../../tests/fixtures/model-edits'
import { printLossless, readLossless } from '../lossless'
import { addressOf, pathOf, valueAt } from './address'
import { applyCommand, type Command, CommandError } from './command'
import { type ModelTexts, modelTexts, openModel } from './document'
import { History } from './history'

/** The demo models as they are stored. */
const models: readonly ModelTexts[] = readdirSync(new URL('../../schemas/models/', import.meta.url)).map(
  (file) => {
    const text = readFileSync(new URL(`../../schemas/models/${file}`, import.meta.url), 'utf8')
    const { formData, columnData, appColumnData, tables } = JSON.parse(text) as Record<string, unknown>
    return Object.fromEntries(
      Object.entries({ formData, columnData, appColumnData, tables }).flatMap(([part, value]) =>
        value === undefined
          ? []
          : [[part, typeof value === 'string' ? value : JSON.stringify(value, null, 1)]],
      ),
    )
  },
)

const RUNS = { numRuns: 300 }

function undoneAndRedone(texts: ModelTexts, drafts: readonly Edit[]): void {
  const history = new History(openModel(texts))
  for (const draft of drafts) attempt(history, draft)
  const last = history.texts
  while (history.canUndo) history.undo()
  expect(history.texts).toEqual(texts)
  while (history.canRedo) history.redo()
  expect(history.texts).toEqual(last)
}

/** Carries out again, from their text, the steps that were taken, as a server does, and undoes them there. */
function replayed(texts: ModelTexts, drafts: readonly Edit[]): void {
  const history = new History(openModel(texts))
  for (const draft of drafts) attempt(history, draft)
  const { value } = readLossless(printLossless(history.steps)) as { value: History['steps'] }
  let document = openModel(texts)
  const run = (command: Command) => {
    const applied = applyCommand(document.tree, command)
    if (applied) document = { ...document, tree: applied.tree }
  }
  for (const { command } of value) run(command)
  expect(modelTexts(document)).toEqual(history.texts)
  for (const { inverse } of value.toReversed()) run(inverse)
  expect(modelTexts(document)).toEqual(texts)
}

describe('a model under design', () => {
  it('is stored byte for byte as it was opened', () => {
    const check = (texts: ModelTexts) => {
      expect(modelTexts(openModel(texts))).toEqual(texts)
    }
    fc.assert(fc.property(anyForm, check), RUNS)
    for (const texts of models) check(texts)
  })

  it('has its bytes again when all steps are undone, and its last ones when they are done again', () => {
    fc.assert(fc.property(anyForm, anySteps, undoneAndRedone), RUNS)
    fc.assert(
      fc.property(fc.nat(models.length - 1), anySteps, (at, drafts) =>
        undoneAndRedone(models[at] ?? {}, drafts),
      ),
      { numRuns: 10 },
    )
  })

  it('is the same to the byte where the steps are carried out again from their text, and undone there', () => {
    fc.assert(fc.property(anyForm, anySteps, replayed), RUNS)
    fc.assert(
      fc.property(fc.nat(models.length - 1), anySteps, (at, drafts) => replayed(models[at] ?? {}, drafts)),
      { numRuns: 10 },
    )
  })
})

const form = (fields: readonly unknown[]) =>
  openModel({ formData: JSON.stringify({ idGlobal: 100, fields }, null, 1) })
const node = (formId: number, children?: readonly unknown[]) => ({
  __config__: {
    jnpfKey: children ? 'card' : 'input',
    formId,
    label: `L${formId}`,
    ...(children && { children }),
  },
})

describe('an address', () => {
  it('finds its node after others have moved, by its identity', () => {
    const history = new History(form([node(101), node(102, [node(103)])]))
    const what = addressOf(history.document.tree, ['formData', 'fields', 1, '__config__', 'children', 0])
    expect(what).toEqual({ part: 'formData', node: 103, path: [] })
    history.run({ do: 'move', what, into: { part: 'formData', path: ['fields'] }, at: 0 })
    expect(pathOf(history.document.tree, what)).toEqual(['formData', 'fields', 0])
    history.undo()
    expect(pathOf(history.document.tree, what)).toEqual([
      'formData',
      'fields',
      1,
      '__config__',
      'children',
      0,
    ])
  })

  it('is a path from the nearest node that is one of its kind', () => {
    const { tree } = form([node(101, [node(7), node(7)])])
    const second = ['formData', 'fields', 0, '__config__', 'children', 1]
    expect(addressOf(tree, second)).toEqual({
      part: 'formData',
      node: 101,
      path: ['__config__', 'children', 1],
    })
    expect(pathOf(tree, addressOf(tree, second))).toEqual(second)
    expect(pathOf(tree, { part: 'formData', node: 7, path: [] })).toBeUndefined()
  })
})

describe('a command', () => {
  const label = { part: 'formData', node: 101, path: ['__config__', 'label'] } as const
  const fields = { part: 'formData', path: ['fields'] } as const

  it('makes no step where it changes nothing', () => {
    const history = new History(
      openModel({ formData: '{"a": 1.0, "o": {"x": 1, "y": [ 2 ]}, "fields": [1, 2]}' }),
    )
    const at = (...path: string[]) => ({ part: 'formData', path }) as const
    expect(history.run({ do: 'set', what: at('a'), value: 1 })).toBe(false)
    expect(history.run({ do: 'set', what: at('o'), value: { y: [2], x: 1 } })).toBe(false)
    expect(history.run({ do: 'set', what: at('b', 'c') })).toBe(false)
    expect(
      history.run({ do: 'move', what: { part: 'formData', path: ['fields', 1] }, into: fields, at: 1 }),
    ).toBe(false)
    expect(history.run({ do: 'group', commands: [{ do: 'set', what: at('a'), value: 1 }] })).toBe(false)
    expect(history.canUndo).toBe(false)
  })

  it('makes one step of what is typed in a setting until it is left, and none of what comes to nothing', () => {
    const history = new History(form([node(101)]))
    for (const value of ['L', 'La', 'Lab']) history.run({ do: 'set', what: label, value }, { typed: true })
    expect(history.steps).toHaveLength(1)
    history.seal()
    for (const value of ['Labe', 'Lab']) history.run({ do: 'set', what: label, value }, { typed: true })
    expect(history.steps).toHaveLength(1)
    history.run({ do: 'set', what: { ...label, path: ['placeholder'] }, value: 'x' }, { typed: true })
    expect(history.steps).toHaveLength(2)
    history.undo()
    history.undo()
    expect(history.texts).toEqual(modelTexts(form([node(101)])))
  })

  it('puts back the very node that was taken away', () => {
    const history = new History(form([node(101), node(102)]))
    const before = valueAt(history.document.tree, ['formData', 'fields', 0])
    history.run({ do: 'remove', what: { part: 'formData', node: 101, path: [] } })
    history.undo()
    expect(valueAt(history.document.tree, ['formData', 'fields', 0])).toBe(before)
  })

  it('shares what is beside its way', () => {
    const { tree } = form([node(101), node(102)])
    const applied = applyCommand(tree, { do: 'set', what: label, value: 'neu' })
    expect(valueAt(applied?.tree ?? {}, ['formData', 'fields', 1])).toBe(
      valueAt(tree, ['formData', 'fields', 1]),
    )
  })

  it('is small: a label, a move', () => {
    const { tree } = form([node(101), node(102, [])])
    const size = (command: Command) => JSON.stringify(applyCommand(tree, command)?.inverse).length
    const into = { part: 'formData', node: 102, path: ['__config__', 'children'] } as const
    expect(size({ do: 'set', what: label, value: 'neu' })).toBeLessThan(120)
    expect(size({ do: 'move', what: { part: 'formData', node: 101, path: [] }, into, at: 0 })).toBeLessThan(
      160,
    )
  })

  it('does nothing when it cannot be carried out', () => {
    const history = new History(form([node(101), node(102, [node(103)])]))
    const refused: readonly Command[] = [
      { do: 'remove', what: { part: 'formData', node: 9, path: [] } },
      { do: 'remove', what: { part: 'formData', path: ['fields', 5] } },
      { do: 'insert', into: fields, at: 3, value: {} },
      { do: 'insert', into: { part: 'columnData', path: ['columnList'] }, at: 0, value: {} },
      {
        do: 'move',
        what: { part: 'formData', node: 102, path: [] },
        into: { part: 'formData', node: 102, path: ['__config__', 'children'] },
        at: 0,
      },
      { do: 'set', what: { part: 'formData', path: ['fields', 7] }, value: 1 },
      { do: 'set', what: { part: 'formData', path: ['fields', ''] }, value: 1 },
      { do: 'remove', what: { part: 'formData', path: ['fields', ''] } },
      { do: 'set', what: { part: 'formData', path: ['idGlobal', 'x'] }, value: 1 },
    ]
    for (const command of refused) {
      const both: Command = { do: 'group', commands: [{ do: 'set', what: label, value: 'neu' }, command] }
      expect(() => history.run(both)).toThrow(CommandError)
    }
    expect(history.texts).toEqual(modelTexts(form([node(101), node(102, [node(103)])])))
  })
})
