import { anyForm, anySteps, type Edit } from '@tests/fixtures/model-edits'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { Browser, isModel, Server, trimmed } from '../../../tests/fixtures/designers'
import { printLossless } from '../../lossless'
import type { Command } from '../command'
import { type ModelTexts, modelTexts } from '../document'
import type { Stacks } from '../history'
import type { Went } from '../session'
import { EarlierSteps, historyOf, type StepPage } from '.'

/** The page before a number, as the server gives it: of everybody, or of one alone. */
function pageOf({ steps }: Server, size: number, before = Number.POSITIVE_INFINITY, user?: string): StepPage {
  const asked = steps.filter(({ number, userId }) => number < before && (user ?? userId) === userId)
  return { list: asked.slice(-size).toReversed(), hasMore: asked.length > size }
}

/** A tab that is opened on what the server has, and knows the newest steps alone. */
function reopened(server: Server, sizes: readonly number[], { isOwn = true } = {}) {
  const tab = new Browser(server, 'one')
  const [first = 1, ...others] = sizes
  const read = vi.fn(async (before: number) =>
    pageOf(server, others[read.mock.calls.length % others.length] ?? 1, before, isOwn ? 'one' : undefined),
  )
  const earlier = new EarlierSteps(tab.session, tab.draft, { userId: 'one', read })
  earlier.take(pageOf(server, first))
  return { tab, earlier, read, history: tab.session.history }
}

const said = ({ done, undone }: Stacks) =>
  [done, undone].map((stack) => stack.map((one) => printLossless(one)))
const isEndOf = (end: readonly string[] | undefined, all: readonly string[] | undefined) =>
  end?.length === 0 || printLossless(all?.slice(-(end?.length ?? 0))) === printLossless(end)

async function goAll(earlier: EarlierSteps, kind: 'undo' | 'redo', after: () => void = () => {}) {
  let count = 0
  while ((await earlier.go(kind)) !== undefined) {
    count += 1
    after()
  }
  return count
}

function designed(texts: ModelTexts, rounds: readonly Round[], people: readonly string[]) {
  const server = new Server(texts)
  const browsers = people.map((user) => new Browser(server, user))
  for (const [first, second, by] of rounds)
    for (const [at, browser] of browsers.entries())
      for (const edit of at === 0 ? first : second) {
        browser.edit([edit])
        fc.pre(isModel(browser.session))
        // What is typed on after it has been sent is a step of its own.
        if (edit.a % 3 !== by % 3) while (browser.send());
      }
  for (let again = true; again; ) again = browsers.map((browser) => browser.send()).some(Boolean)
  return { server, others: browsers.slice(1) }
}

type Round = [readonly Edit[], readonly Edit[], number]
const rounds = fc.array(fc.tuple(anySteps, anySteps, fc.nat(14)), { minLength: 1, maxLength: 3 })
const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 5 })

describe('steps of before a session, read a page at a time', () => {
  it('are sure as far as they are known, and all of them in the end', async () => {
    const run = async (
      texts: ModelTexts,
      made: readonly Round[],
      cuts: readonly number[],
      isOwn: boolean,
    ) => {
      const { server } = designed(texts, made, ['one', 'two'])
      const all = said(historyOf(server.steps, 'one'))
      const { tab, earlier, history } = reopened(server, cuts, { isOwn })
      let oldest = server.draftVersion + 1 - Math.min(cuts[0] ?? 1, server.steps.length)
      for (let at = 1; tab.draft.mayUndo; at += 1) {
        for (const [index, stack] of said(history.stacks).entries())
          expect(isEndOf(stack, all[index])).toBe(true)
        const page = pageOf(server, cuts[at % cuts.length] ?? 1, oldest, isOwn ? 'one' : undefined)
        oldest = page.list.at(-1)?.number ?? oldest
        earlier.take(page)
      }
      expect(said(history.stacks)).toEqual(all)
    }
    await fc.assert(fc.asyncProperty(anyForm, rounds, sizes, fc.boolean(), run), {
      numRuns: 50,
      endOnFailure: true,
    })
  })

  it('are undone to the first document’s bytes, and done again', async () => {
    const run = async (texts: ModelTexts, made: readonly Round[], cuts: readonly number[]) => {
      const { server } = designed(texts, made, ['one'])
      const { tab, earlier, history } = reopened(server, cuts)
      const last = tab.texts
      const { done, undone } = historyOf(server.steps, 'one')
      expect(await goAll(earlier, 'undo', () => tab.send())).toBe(done.length)
      expect(trimmed(tab.texts)).toEqual(trimmed(texts))
      expect(trimmed(modelTexts(server.document))).toEqual(trimmed(tab.texts))
      const next = reopened(server, cuts)
      expect(await goAll(next.earlier, 'redo')).toBe(done.length + undone.length)
      expect(await goAll(next.earlier, 'undo')).toBe(done.length + undone.length)
      expect(await goAll(earlier, 'redo')).toBe(done.length + undone.length)
      for (let back = undone.length; back > 0; back -= 1) await earlier.go('undo')
      expect(trimmed(tab.texts)).toEqual(trimmed(last))
      expect(history.steps).toHaveLength(done.length)
    }
    await fc.assert(fc.asyncProperty(anyForm, rounds, sizes, run), { numRuns: 40, endOnFailure: true })
  })

  it('are what the server’s steps say while others go on', async () => {
    const run = async (
      texts: ModelTexts,
      made: readonly Round[],
      late: readonly Edit[],
      cuts: readonly number[],
    ) => {
      const { server, others } = designed(texts, made, ['one', 'two'])
      const [two] = others
      const { tab, earlier, history } = reopened(server, cuts)
      const settle = () => {
        do for (const clash of tab.draft.clashes) tab.draft.answer(clash, 'theirs')
        while (tab.send())
      }
      for (const edit of late) {
        two?.edit([edit])
        fc.pre(!two || isModel(two.session))
        // It arrives while a page is on its way.
        const going = [earlier.go(edit.a % 4 === 0 ? 'redo' : 'undo'), earlier.go('undo')]
        while (two?.send());
        settle()
        await Promise.all(going)
        if (edit.b % 3 === 0) tab.edit([edit])
        fc.pre(isModel(tab.session))
      }
      settle()
      while (tab.draft.mayUndo && (await earlier.go('undo')) !== undefined) settle()
      expect(said(history.stacks)).toEqual(said(historyOf(server.steps, 'one')))
      const since = server.steps.filter(({ number }) => number > tab.draft.draftVersion)
      tab.draft.refused({ draftVersion: server.draftVersion, steps: since })
      expect(trimmed(tab.texts)).toEqual(trimmed(modelTexts(server.document)))
    }
    await fc.assert(fc.asyncProperty(anyForm, rounds, anySteps, sizes, run), {
      numRuns: 50,
      endOnFailure: true,
    })
  })
})

const label = (value: string): Command => ({
  ...{ do: 'set', what: { part: 'formData', path: ['label'] }, value },
})

/** A draft of labels `0`, `1`, … that one person has given it. */
function labelled(count: number) {
  const server = new Server({ formData: '{"idGlobal": 100, "label": "first", "fields": []}' })
  const browser = new Browser(server, 'one')
  for (let at = 0; at < count; at += 1) browser.session.run(label(`${at}`))
  while (browser.send());
  return server
}
const labelOf = ({ texts }: Browser) => JSON.parse(texts.formData ?? '').label

/** A tab that knows the newest step alone, of a server that answers when it is told to. */
function slow(server: Server) {
  const tab = new Browser(server, 'one')
  const asked: { answer(page: StepPage): void; fail(): void }[] = []
  const read = vi.fn(
    (_: number) =>
      new Promise<StepPage>((answer, reject) => {
        asked.push({ answer, fail: () => reject(new Error('offline')) })
      }),
  )
  const earlier = new EarlierSteps(tab.session, tab.draft, { userId: 'one', read })
  earlier.take(pageOf(server, 1))
  const answer = (size: number) => asked.shift()?.answer(pageOf(server, size, read.mock.lastCall?.[0], 'one'))
  return { tab, earlier, read, answer, fail: () => asked.shift()?.fail() }
}

describe('what is undone before its page is there', () => {
  it('waits in its order, each once', async () => {
    const { tab, earlier, read, answer } = slow(labelled(6))
    const went: Went[] = []
    for (const kind of ['undo', 'undo', 'undo', 'redo', 'undo', 'undo'] as const)
      void earlier.go(kind).then((step) => went.push(step))
    expect([labelOf(tab), read.mock.calls]).toEqual(['4', [[7]]])
    answer(2)
    await vi.waitFor(() => expect(read.mock.calls).toEqual([[7], [5]]))
    expect([labelOf(tab), went.length]).toEqual(['2', 5])
    answer(9)
    await vi.waitFor(() => expect(went).toHaveLength(6))
    expect([labelOf(tab), tab.session.history.steps.length]).toEqual(['1', 2])
    for (let at = 0; at < 2; at += 1) await earlier.go('undo')
    expect(labelOf(tab)).toBe('first')
    expect(await earlier.go('undo')).toBeUndefined()
    expect([earlier.mayUndo, read.mock.calls.length]).toEqual([false, 2])
  })

  it('is asked for again where its page could not be had', async () => {
    const { tab, earlier, answer, fail } = slow(labelled(4))
    await earlier.go('undo')
    const lost = [earlier.go('undo'), earlier.go('undo')]
    fail()
    expect(await Promise.all(lost)).toEqual(Array(2).fill({ reason: '@design.earlierUnreached' }))
    expect([labelOf(tab), earlier.mayUndo]).toEqual(['2', true])
    const again = earlier.go('undo')
    answer(9)
    expect(await again).toMatchObject({ command: { value: '2' } })
    expect(labelOf(tab)).toBe('1')
  })

  it('is not done where something else has been done first, or the designer is left', async () => {
    const { tab, earlier, answer } = slow(labelled(4))
    await earlier.go('undo')
    const first = earlier.go('undo')
    tab.session.run(label('new'))
    expect(await first).toBeNull()
    answer(9)
    await vi.waitFor(() => expect(tab.session.history.steps).toHaveLength(4))
    expect(labelOf(tab)).toBe('new')
    const other = slow(labelled(4))
    await other.earlier.go('undo')
    const second = other.earlier.go('undo')
    other.earlier.end()
    expect(await second).toBeNull()
    other.answer(9)
    expect(await other.earlier.go('undo')).toMatchObject({ reason: expect.anything() })
    expect(other.tab.session.history.steps).toEqual([])
  })

  it('waits for the draft to be opened, and is not where the server has no more', async () => {
    const server = labelled(2)
    const tab = new Browser(server, 'one')
    const read = vi.fn(async (before: number) => pageOf(server, 9, before, 'one'))
    const earlier = new EarlierSteps(tab.session, tab.draft, { userId: 'one', read })
    let opened = () => {}
    earlier.begin(
      new Promise<void>((settle) => (opened = settle)).then(() => earlier.take(pageOf(server, 200))),
    )
    expect([earlier.mayUndo, earlier.mayRedo]).toEqual([true, true])
    const going = earlier.go('undo')
    opened()
    await going
    expect([labelOf(tab), earlier.mayUndo, earlier.mayRedo]).toEqual(['0', false, false])
    expect(read).not.toHaveBeenCalled()
    expect(new Browser(new Server({}), 'one').draft).toMatchObject({ mayUndo: false, mayRedo: false })
  })

  it('is read a page at a time, and no page before it is near', async () => {
    const server = labelled(450)
    const tab = new Browser(server, 'one')
    const read = vi.fn(async (before: number) => pageOf(server, 200, before, 'one'))
    const earlier = new EarlierSteps(tab.session, tab.draft, { userId: 'one', read })
    earlier.begin(Promise.resolve().then(() => earlier.take(pageOf(server, 200))))
    const pages: number[] = []
    expect(await goAll(earlier, 'undo', () => pages.push(read.mock.calls.length))).toBe(450)
    expect(labelOf(tab)).toBe('first')
    expect([pages[149], pages[150], pages.at(-1)]).toEqual([0, 1, 2])
  })
})
