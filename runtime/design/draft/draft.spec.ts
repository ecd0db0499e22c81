import { anyForm, anySteps, type Edit } from '@tests/fixtures/model-edits'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Browser, back, isModel, Server, trimmed } from '../../../tests/fixtures/designers'
import { printLossless } from '../../lossless'
import { type Command, CommandError } from '../command'
import { type ModelDocument, type ModelTexts, modelTexts } from '../document'
import { type Batch, historyOf, type KeptStep, ownSteps, printUnsaved, readUnsaved, rewound } from '.'

const parsed = (texts: ModelTexts) =>
  Object.fromEntries(
    Object.entries(trimmed(texts)).map(([part, text]) => [part, JSON.parse(text) as unknown]),
  )

describe('drafts of two designers', () => {
  it('come to the bytes that the server has, whoever sends first', () => {
    const run = (texts: ModelTexts, rounds: readonly [readonly Edit[], readonly Edit[], number][]) => {
      const server = new Server(texts)
      const [one, two] = [new Browser(server, 'one'), new Browser(server, 'two')]
      for (const [first, second, by] of rounds) {
        one.edit(first)
        two.edit(second)
        fc.pre(isModel(one.session) && isModel(two.session))
        const order = by % 2 === 0 ? [one, two] : [two, one]
        for (const [at, browser] of order.entries()) {
          if (by % 3 === at) browser.send({ loses: true })
          browser.send()
          expect(printUnsaved(readUnsaved(printUnsaved(browser.draft.unsaved)) as never)).toEqual(
            printUnsaved(browser.draft.unsaved),
          )
          for (const clash of browser.draft.clashes)
            browser.draft.answer(clash, by % 5 === 0 ? 'mine' : 'theirs')
        }
      }
      for (let again = true; again; ) again = [one.send(), two.send()].some(Boolean)
      // What one of them has not heard of yet.
      for (const browser of [one, two]) {
        const since = server.steps.filter(({ number }) => number > browser.draft.draftVersion)
        browser.draft.refused({ draftVersion: server.draftVersion, steps: since })
        expect(browser.draft.pending).toEqual([])
        expect(browser.texts).toEqual(modelTexts(server.document))
      }
      // What can be undone is what the server's steps say, and brings back their bytes.
      const again = new Browser(server, 'one')
      again.draft.remember(ownSteps(server.steps, 'one'))
      expect(again.session.history.stacks.done).toHaveLength(one.session.history.stacks.done.length)
      while (one.session.history.canUndo) {
        back(() => one.session.history.undo())
        back(() => again.session.history.undo())
        expect(trimmed(again.texts)).toEqual(trimmed(one.texts))
      }
      // A step that was put back into a list that another has changed may bring white space of its own.
      const first = rewound(server.document, server.steps.toReversed()) as ModelDocument
      expect(parsed(modelTexts(first))).toEqual(parsed(texts))
    }
    const round = fc.tuple(anySteps, anySteps, fc.nat(14))
    fc.assert(fc.property(anyForm, fc.array(round, { minLength: 1, maxLength: 3 }), run), {
      numRuns: 60,
      endOnFailure: true,
    })
  })
})

const node = (formId: number, name = `inputField${formId}`) => ({
  __config__: { jnpfKey: 'input', formId, label: `L${formId}` },
  __vModel__: name,
})
const formOf = (...fields: readonly object[]) => ({
  formData: JSON.stringify({ idGlobal: 102, fields }),
  columnData: '{"columnList":[{"prop":"a","width":1},{"prop":"b","width":2}]}',
})
const label = (value: unknown, formId = 101): Command => ({
  ...{ do: 'set', what: { part: 'formData', node: formId, path: ['__config__', 'label'] }, value },
})
const adding = (formId: number): Command => ({
  do: 'group',
  commands: [
    { do: 'set', what: { part: 'formData', path: ['idGlobal'] }, value: formId },
    { do: 'insert', into: { part: 'formData', path: ['fields'] }, at: 2, value: node(formId) },
  ],
})

function both(texts: ModelTexts = formOf(node(101), node(102))) {
  const server = new Server(texts)
  const [mine, theirs] = [new Browser(server, 'me'), new Browser(server, 'they')]
  return { server, mine, theirs, history: mine.session.history }
}
const formData = ({ texts }: Browser) =>
  JSON.parse(texts.formData ?? '') as { idGlobal: number; fields: ReturnType<typeof node>[] }

describe('a draft on which another has been before', () => {
  it('asks about what both have set, and about nothing else', () => {
    for (const keep of ['mine', 'theirs'] as const) {
      const { server, mine, theirs } = both()
      theirs.session.run(label('theirs'))
      theirs.send()
      mine.session.run(label('mine'))
      mine.session.run(label('other', 102))
      mine.send()
      expect(mine.draft.clashes).toMatchObject([{ mine: 'mine', theirs: 'theirs', own: [{ kind: 'do' }] }])
      expect(formData(mine).fields.map(({ __config__ }) => __config__.label)).toEqual(['theirs', 'other'])
      const [clash] = mine.draft.clashes
      if (clash) mine.draft.answer(clash, keep)
      while (mine.send());
      expect(modelTexts(server.document)).toEqual(mine.texts)
      expect(formData(mine).fields[0]?.__config__.label).toBe(keep)
      expect(mine.draft.clashes).toEqual([])
    }
  })

  it('does not ask where both mean the same', () => {
    const { mine, theirs } = both()
    const remove: Command = { do: 'remove', what: { part: 'formData', node: 102, path: [] } }
    for (const browser of [theirs, mine]) for (const one of [label('same'), remove]) browser.session.run(one)
    theirs.send()
    mine.send()
    expect(mine.draft.unsaved).toMatchObject({ pending: [], clashes: [] })
    expect(mine.texts).toEqual(theirs.texts)
  })

  it('gives its new fields identities and names of their own', () => {
    const { server, mine, theirs, history } = both()
    for (const { session } of [theirs, mine]) session.run(adding(103))
    mine.session.run(label('mine', 103))
    theirs.send()
    while (mine.send());
    const { idGlobal, fields } = formData(mine)
    expect(fields.map(({ __config__, __vModel__ }) => [__config__.label, __vModel__])).toEqual([
      ['L101', 'inputField101'],
      ['L102', 'inputField102'],
      ['mine', 'inputField104'],
      ['L103', 'inputField103'],
    ])
    expect(idGlobal).toBe(104)
    expect(modelTexts(server.document)).toEqual(mine.texts)
    while (history.canUndo) history.undo()
    while (mine.send());
    expect(formData(mine).fields).toEqual([node(101), node(102), node(103)])
  })

  it('asks where a position means another item than before', () => {
    const { mine, theirs } = both()
    const columns = { part: 'columnData', path: ['columnList'] } as const
    theirs.session.run({ do: 'remove', what: { ...columns, path: ['columnList', 0] } })
    theirs.send()
    const what = { ...columns, path: ['columnList', 0, 'width'] }
    mine.session.run({ do: 'set', what, value: 9 })
    mine.send()
    expect(mine.draft.clashes).toMatchObject([{ what, mine: 9, theirs: 2 }])
  })

  it('drops what cannot be carried out any more, and says so; undoing it is no way back either', () => {
    const { server, mine, theirs, history } = both()
    mine.session.run(label('kept'))
    mine.send()
    theirs.draft.refused({ draftVersion: 2, steps: server.steps })
    theirs.session.run({ do: 'remove', what: { part: 'formData', node: 101, path: [] } })
    theirs.send()
    mine.session.run({ do: 'set', what: { part: 'formData', node: 101, path: ['x'] }, value: 1 })
    const batch = mine.draft.take()
    const { conflict } = server.take('me', batch as Batch)
    expect(conflict && mine.draft.refused(conflict)).toMatchObject([{ command: { value: 1 } }])
    expect(() => history.undo()).toThrow(CommandError)
    expect(history.canUndo).toBe(false)
    expect(mine.texts).toEqual(theirs.texts)
    // The server counts it too: the next one goes back from there.
    while (mine.send());
    expect(historyOf(server.steps, 'me').done).toEqual([])
  })
})

describe('what a draft has pending', () => {
  it('is one step while a setting is typed in, but for what is on its way', () => {
    const { mine, history } = both()
    const type = (value: string) => history.run(label(value), { typed: true })
    for (const value of ['a', 'ab', 'abc']) type(value)
    expect(mine.draft.pending).toMatchObject([{ kind: 'do', command: { value: 'abc' } }])
    expect(mine.draft.take()?.steps).toHaveLength(1)
    for (const value of ['abcd', 'abcde']) type(value)
    expect(mine.draft.pending.map(({ kind }) => kind)).toEqual(['do', 'more'])
    expect(mine.draft.take()?.steps).toHaveLength(1)
    mine.send()
    expect(mine.draft.take()?.steps).toMatchObject([
      { kind: 'more', command: expect.stringContaining('abcde') },
    ])
    mine.send()
    type('x')
    type('abcde')
    history.seal()
    history.undo()
    expect(formData(mine).fields[0]?.__config__.label).toBe('L101')
  })

  it('is taken up by the next tab, also where the draft has moved on or an answer got lost', () => {
    const { server, mine, theirs } = both()
    const opened = modelTexts(server.document)
    mine.session.run(label('arrived'))
    mine.send({ loses: true })
    theirs.draft.refused({ draftVersion: 2, steps: server.steps })
    theirs.session.run(label('other', 102))
    theirs.send()
    mine.session.run({ do: 'set', what: { part: 'formData', path: ['late'] }, value: 1.5 })
    const left = readUnsaved(printUnsaved(mine.draft.unsaved))
    const next = new Browser(server, 'me')
    const since = server.steps.filter(({ number }) => number > (left?.draftVersion ?? 0)).toReversed()
    const before = rewound(server.document, since)
    expect(modelTexts(before as ModelDocument)).toEqual(opened)
    next.draft.resume(left as NonNullable<typeof left>, before)
    while (next.send());
    expect(next.texts).toEqual(modelTexts(server.document))
    const { fields, ...form } = formData(next)
    expect(form).toMatchObject({ late: 1.5 })
    expect(fields.map(({ __config__ }) => __config__.label)).toEqual(['arrived', 'other'])
    expect(server.steps).toHaveLength(3)
  })

  it('need not be carried out by a server that has refused it, where it was undone', () => {
    const { server, mine, history } = both()
    const before = mine.texts
    history.run(label('a'), { typed: true })
    mine.draft.take()
    history.run(label('ab'), { typed: true })
    mine.draft.refusedAsItIs()
    expect(mine.draft.unsaved.pending).toHaveLength(2)
    history.undo()
    expect(mine.draft.take()).toBeNull()
    expect(mine.draft.unsaved).toMatchObject({ draftVersion: 1, pending: [] })
    expect(mine.texts).toEqual(before)
    // Done again it is new to the server; what the server has stays a step back.
    mine.session.run(label('kept', 102))
    expect(mine.draft.take()?.steps).toMatchObject([{ kind: 'do' }])
    mine.draft.refusedAsItIs()
    history.undo()
    history.redo()
    expect(mine.draft.take()?.steps).toMatchObject([{ kind: 'do' }])
    while (mine.send());
    expect(modelTexts(server.document)).toEqual(mine.texts)
    history.undo()
    mine.send()
    history.redo()
    expect(mine.draft.take()?.steps).toMatchObject([{ kind: 'redo' }])
  })

  it('goes as one whole to a server that has refused it, where its steps are more than a call takes', () => {
    const { server, mine } = both()
    const long = 'x'.repeat(6 * 2 ** 20)
    mine.session.run(label(long))
    mine.session.run(label('kept', 102))
    mine.draft.refusedAsItIs()
    // By itself each of them fits, and so does what has become of them.
    mine.session.run(label(`${long}y`))
    mine.session.run(label('short'))
    expect(mine.draft.take()?.steps).toMatchObject([
      { kind: 'do', command: expect.stringContaining('short') },
    ])
    mine.send()
    expect(mine.draft.pending).toEqual([])
    expect(modelTexts(server.document)).toEqual(mine.texts)
    expect(server.steps).toHaveLength(1)
  })

  it('is nothing where a text says something else', () => {
    const command = { do: 'remove', what: { part: 'formData', path: [] } }
    for (const wrong of [
      '{',
      '[]',
      { draftVersion: 1, pending: [{}], clashes: [] },
      { draftVersion: 1, pending: [{ key: 'k', kind: 'whole', command, inverse: command }], clashes: [] },
      {
        draftVersion: 1,
        pending: [{ key: 'k', kind: 'do', command: { do: 'x' }, inverse: command }],
        clashes: [],
      },
      { draftVersion: 1, pending: [], clashes: [{ what: 1, own: [] }] },
    ])
      expect(readUnsaved(typeof wrong === 'string' ? wrong : JSON.stringify(wrong))).toBeUndefined()
  })
})

describe('the history of a person', () => {
  it('is of their own steps, back to what no command says', () => {
    const kept = (kind: KeptStep['kind'], value: string, before: string, userId = 'me'): KeptStep => ({
      ...{ kind, userId },
      command: printLossless(label(value)),
      inverse: printLossless(label(before)),
    })
    const values = (steps: readonly KeptStep[]) => {
      const { done, undone } = historyOf(steps, 'me')
      const of = ({ command }: { command: Command }) => (command.do === 'set' ? command.value : undefined)
      return [done.map(of), undone.map(of)]
    }
    const steps = [
      kept('do', 'b', 'a'),
      kept('do', 'x', 'b', 'they'),
      kept('more', 'bc', 'b'),
      kept('do', 'd', 'bc'),
      kept('undo', 'bc', 'd'),
    ]
    expect(values(steps)).toEqual([['bc'], ['d']])
    expect(values([...steps, kept('redo', 'd', 'bc')])).toEqual([['bc', 'd'], []])
    // Typed back to what it was.
    expect(values([...steps.slice(0, 3), kept('more', 'a', 'bc')])).toEqual([[], []])
    const whole = { kind: 'whole', command: '', inverse: '', userId: 'me' } as const
    expect(values([...steps, whole, kept('do', 'e', 'd')])).toEqual([['e'], []])
  })
})
