import { applyCommand, type Command } from '@runtime/design/command'
import { modelTexts, openModel } from '@runtime/design/document'
import type { Taken } from '@runtime/design/history'
import { readCommand } from '@runtime/design/read-command'
import { DesignSession, type Went } from '@runtime/design/session'
import { printLossless } from '@runtime/lossless'
import { CallError } from '@services/client'
import { catalogue } from '@widgets/definitions'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draw, testHost } from '../../testing'
import { openPendingStore } from './pending-store'
import type { SyncOptions } from './sync'
import { type DesignDraft, useDraft } from './use-draft'

const TEXTS = { formData: '{"idGlobal": 100, "label": "L", "fields": []}' }
const setting = (name: string, value: unknown): Command => ({
  ...{ do: 'set', what: { part: 'formData', path: [name] }, value },
})

interface Kept {
  number: number
  key: string
  kind: Taken['kind']
  command: string
  inverse: string
  userId: string
}
let kept: Kept[]
let document: ReturnType<typeof openModel>
let name = ''
let made = 0
const drawn: { unmount(): void }[] = []
beforeEach(() => {
  kept = []
  document = openModel(TEXTS)
  name = `designs-${Date.now()}-${++made}`
})
function close() {
  for (const one of drawn.splice(0)) one.unmount()
}
afterEach(() => {
  close()
  indexedDB.deleteDatabase(name)
})

const version = () => 1 + kept.length
function keep(key: string, text: string, userId: string, kind: Kept['kind'] = 'do') {
  const applied = applyCommand(document.tree, readCommand(text) as Command)
  if (!applied) return
  document = { ...document, tree: applied.tree }
  const step = { key, kind, command: text, inverse: printLossless(applied.inverse), userId }
  kept.push({ number: version() + 1, ...step })
}

const drafts = new Map<DesignSession, DesignDraft>()
function Probe({ session, options }: { session: DesignSession; options: SyncOptions }) {
  const draft = useDraft(session, options)
  drafts.set(session, draft)
  return <span>{draft.others.map(({ userName }) => userName).join()}</span>
}

/** Older steps are not to be had either while the network is gone. */
function pageOf(input: Readonly<Record<string, unknown>>, network: string) {
  const { before = Number.POSITIVE_INFINITY, pageSize = 0, own } = input as Record<string, number | undefined>
  if (network === 'gone') throw new Error('no network')
  const asked = kept.filter(({ number, userId }) => number < before && (own !== 1 || userId === 'u1'))
  return { list: asked.slice(-pageSize).toReversed(), hasMore: asked.length > pageSize }
}

/** A designer in a tab of its own; `network` says what becomes of a call that brings steps. */
function open(network: { state: 'there' | 'gone' | 'deaf' } = { state: 'there' }) {
  const session = new DesignSession({
    ...{ id: 'm1', texts: modelTexts(document) },
    widgets: { catalogue, designed: new Map() },
  })
  const host = testHost({
    'visualDevelopment.steps': (input) => pageOf(input, network.state),
    'visualDevelopment.present': () => ({
      list: [{ userId: 'u2', userName: '李四', tab: 'x' }],
      draftVersion: version(),
    }),
    'visualDevelopment.step': (input) => {
      if (network.state === 'gone') throw new Error('no network')
      const { draftVersion, steps } = input as unknown as {
        draftVersion: number
        steps: { key: string; kind: Kept['kind']; command: string }[]
      }
      const fresh = steps.filter(({ key }) => !kept.some((step) => step.key === key))
      const since = kept.filter(({ number }) => number > draftVersion)
      if (fresh.length > 0 && since.some(({ key }) => !steps.some((step) => step.key === key)))
        throw new CallError(409, 'conflict', [], { draftVersion: version(), steps: since })
      for (const { key, kind, command } of fresh) keep(key, command, 'u1', kind)
      if (network.state === 'deaf') throw new Error('no answer')
      return { draftVersion: version(), steps: [] }
    },
  })
  const draftVersion = version()
  const store: typeof openPendingStore = (place) => openPendingStore(place, { name })
  const shown = draw(<Probe session={session} options={{ modelId: 'm1', draftVersion, store }} />, host)
  drawn.push(shown)
  const sent = () => host.calls.filter((call) => call.name === 'visualDevelopment.step').length
  const read = () => host.calls.filter((call) => call.name === 'visualDevelopment.steps').length
  return { session, sent, read, shown, draft: () => drafts.get(session) as DesignDraft }
}
const label = () => JSON.parse(modelTexts(document).formData ?? '').label
const isOpen = ({ shown }: ReturnType<typeof open>) => expect.poll(() => shown.place.textContent).toBe('李四')

it('sends what was typed once, a moment after the last key', async () => {
  const tab = open()
  await isOpen(tab)
  for (const value of ['a', 'ab', 'abc']) tab.session.run(setting('label', value), { typed: true })
  expect(tab.draft().save).toBe('saved')
  await expect.poll(() => tab.draft().save).toBe('saving')
  expect(tab.sent()).toBe(0)
  await expect.poll(() => tab.draft().save, { timeout: 4000 }).toBe('saved')
  expect([tab.sent(), label(), kept.length]).toEqual([1, 'abc', 1])
  // The next tab undoes it.
  const next = open()
  await isOpen(next)
  await expect.poll(() => next.session.history.canUndo).toBe(true)
  next.session.undo()
  next.draft().flush()
  await expect.poll(label).toBe('L')
})

it('leaves what was typed to the next tab when it is killed, also where only the answer was lost', async () => {
  for (const state of ['gone', 'deaf'] as const) {
    const network = { state: state as 'there' | 'gone' | 'deaf' }
    const tab = open(network)
    await isOpen(tab)
    tab.session.run(setting('label', state), { typed: true })
    tab.draft().flush()
    await expect.poll(() => tab.draft().save).toBe('waiting')
    tab.session.run(setting('more', state), { typed: true })
    // Nothing more is heard of this tab.
    network.state = 'gone'
    close()
    const before = kept.length
    const next = open()
    await isOpen(next)
    await expect
      .poll(() => JSON.parse(modelTexts(document).formData ?? '').more, { timeout: 4000 })
      .toBe(state)
    expect(label()).toBe(state)
    expect(kept.length - before).toBe(state === 'gone' ? 2 : 1)
    expect(next.session.history.texts).toEqual(modelTexts(document))
    close()
  }
})

it('says what makes the model too large, sends none of it, and saves again once it is undone', async () => {
  const tab = open()
  await isOpen(tab)
  const before = modelTexts(document)
  const failed = () => expect.poll(() => tab.draft().save, { timeout: 4000 }).toBe('failed')
  tab.session.run(setting('pasted', 'x'.repeat(10 * 2 ** 20)))
  await failed()
  expect(tab.draft().refusal).toMatch(/10\.1 MB.* 10 MB/)
  // What is done meanwhile waits with it, and is in the next tab, too.
  tab.session.run(setting('label', 'meanwhile'))
  tab.draft().flush()
  await failed()
  expect(tab.sent()).toBe(0)
  close()
  const next = open()
  await isOpen(next)
  await expect.poll(() => next.draft().save, { timeout: 4000 }).toBe('failed')
  expect(JSON.parse(next.session.history.texts.formData ?? '')).toMatchObject({ label: 'meanwhile' })
  next.session.undo()
  next.session.undo()
  expect(next.session.history.texts).toEqual(before)
  await expect.poll(() => next.draft().save, { timeout: 4000 }).toBe('saved')
  expect(next.sent()).toBe(0)
  next.session.run(setting('label', 'goes on'))
  await expect.poll(label, { timeout: 4000 }).toBe('goes on')
  expect(next.draft().save).toBe('saved')
})

it('saves what is small again though a step on the way was too large, undone or not', async () => {
  const tab = open()
  await isOpen(tab)
  tab.session.run(setting('pasted', 'x'.repeat(11 * 2 ** 20)))
  await expect.poll(() => tab.draft().save, { timeout: 4000 }).toBe('failed')
  tab.session.run(setting('label', 'kept'))
  tab.session.run(setting('pasted', 'short'))
  await expect.poll(() => tab.draft().save, { timeout: 4000 }).toBe('saved')
  expect(JSON.parse(modelTexts(document).formData ?? '')).toMatchObject({ label: 'kept', pasted: 'short' })
  expect(tab.session.history.texts).toEqual(modelTexts(document))
})

it('takes in what another has done, and asks about what both have set', async () => {
  const tab = open()
  await isOpen(tab)
  keep('theirs', printLossless(setting('label', 'theirs')), 'u2')
  tab.session.run(setting('label', 'mine'))
  tab.session.run(setting('own', 1))
  tab.draft().flush()
  await expect.poll(() => tab.draft().clash).toMatchObject({ mine: 'mine', theirs: 'theirs' })
  await vi.waitFor(() => expect(modelTexts(document).formData).toContain('"own": 1'))
  expect(label()).toBe('theirs')
  const { clash } = tab.draft()
  if (clash) tab.draft().answer(clash, 'mine')
  await expect.poll(label, { timeout: 4000 }).toBe('mine')
  await expect.poll(() => tab.draft().clash).toBeNull()
  expect(tab.session.history.texts).toEqual(modelTexts(document))
})

it('undoes every step of before, a page at a time, also where the network was gone on the way', async () => {
  for (let at = 0; at < 450; at += 1) {
    keep(`own${at}`, printLossless(setting('label', `${at}`)), 'u1')
    if (at % 9 === 0) keep(`theirs${at}`, printLossless(setting('theirs', at)), 'u2')
  }
  const network = { state: 'there' as 'there' | 'gone' }
  const tab = open(network)
  await isOpen(tab)
  await expect.poll(() => tab.session.history.steps.length).toBe(180)
  expect(tab.read()).toBe(1)
  network.state = 'gone'
  const back = async () => {
    let went: Went
    let count = -1
    do {
      went = await tab.session.go('undo')
      count += 1
    } while (went && !('reason' in went))
    return [count, went]
  }
  expect(await back()).toEqual([180, { reason: '@design.earlierUnreached' }])
  expect(tab.session.canUndo).toBe(true)
  network.state = 'there'
  const before = tab.read()
  expect(await back()).toEqual([270, undefined])
  expect([tab.session.canUndo, tab.read() - before]).toEqual([false, 2])
  tab.draft().flush()
  await expect.poll(label).toBe('L')
  await expect.poll(() => tab.draft().save).toBe('saved')
  expect(tab.session.history.texts).toEqual(modelTexts(document))
  expect(kept.filter(({ kind }) => kind === 'undo')).toHaveLength(450)
})
