import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../widgets/definitions'
import { designed } from '../../widgets/designs'
import { isRecord } from '../json'
import { copySelected, duplicate, insertWidget, paste, removeSelected } from './edits'
import { moveSelected } from './moves'
import { outlineOf } from './outline'
import { DesignSession } from './session'
import { subjectOf } from './subjects'

const MODELS = new URL('../../schemas/models/', import.meta.url)
const widgets = { catalogue, designed }
const opened = (formData: string) => new DesignSession({ id: 'm', texts: { formData }, widgets })

const models = readdirSync(MODELS).map((file) => {
  const { formData } = JSON.parse(readFileSync(new URL(file, MODELS), 'utf8')) as { formData: unknown }
  return typeof formData === 'string' ? (JSON.parse(formData) as object) : (formData as object)
})

/** Everything that a designer's screen asks of a model. */
function lookAtAll(session: DesignSession): void {
  session.plan?.fields.get('x')
  session.problems.map(({ message }) => message)
  for (const { address } of outlineOf(session.tree, catalogue)) {
    const subject = subjectOf(session.tree, widgets, address)
    for (const name of Object.keys(subject?.schema.properties ?? {})) subject?.faultOf(name, 'x')
  }
}

/** Where something stands in a model, at any depth. */
function placesIn(
  value: unknown,
  path: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] {
  const members = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : isRecord(value)
      ? Object.entries(value)
      : []
  return [path, ...members.flatMap(([key, item]) => placesIn(item, [...path, key]))].filter(
    ({ length }) => length > 0,
  )
}

function withWrong(value: unknown, [key, ...rest]: readonly (string | number)[], wrong: unknown): unknown {
  if (key === undefined) return wrong
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  Reflect.set(copy, key, withWrong(Reflect.get(copy, key), rest, wrong))
  return copy
}

describe('a model under design', () => {
  it('opens whatever stands anywhere in it, tells what is wrong, and keeps every byte', () => {
    const wrong = fc.constantFrom(
      null,
      true,
      -1,
      1e300,
      '',
      '\u0000',
      'x'.repeat(500),
      [],
      {},
      [[]],
      { a: [null] },
      [1, 'a'],
    )
    fc.assert(
      fc.property(fc.constantFrom(...models), fc.nat(), wrong, (model, pick, value) => {
        const places = placesIn(model)
        const text = JSON.stringify(withWrong(model, places[pick % places.length] ?? [], value))
        const session = opened(text)
        expect(session.plan !== null || session.fault !== null).toBe(true)
        lookAtAll(session)
        expect(session.history.texts.formData).toBe(text)
      }),
      { numRuns: 150 },
    )
  })

  it('takes names of objects themselves for names like others', () => {
    const node = (name: string, formId: unknown) =>
      `{"__config__":{"jnpfKey":"input","label":"a","formId":${JSON.stringify(formId)}},"__vModel__":"${name}"}`
    const text = `{"__proto__":{"x":1},"fields":[${node('__proto__', 1)},${node('constructor', 1)},${node('a', 'x')},${node('a', {})}]}`
    const session = opened(text)
    lookAtAll(session)
    session.select({ nodes: outlineOf(session.tree, catalogue).map(({ address }) => address) })
    expect(duplicate(session, 1)).toBeNull()
    session.undo()
    expect(session.history.texts.formData).toBe(text)
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
  })

  it('says what is no form, and goes on where its text is mended', () => {
    for (const text of ['{', '[]', '{"fields": 1}', '"x"', `${'['.repeat(3000)}${']'.repeat(3000)}`]) {
      const session = opened(text)
      expect(session.plan).toBeNull()
      expect(session.fault?.message).toMatch(/^@/)
      expect(session.history.texts.formData).toBe(text)
      expect(insertWidget(session, 'input', { label: 'a', now: 1 })).toMatchObject({ reason: '@design.gone' })
    }
  })

  it('opens 200 containers in each other, and 10 MB, and has every byte again when what was done is undone', () => {
    const input = { __config__: { jnpfKey: 'input', label: 'F', formId: 1 }, __vModel__: 'f' }
    const inCards = (depth: number): object =>
      depth === 0
        ? input
        : { __config__: { jnpfKey: 'card', formId: 1 + depth, children: [inCards(depth - 1)] } }
    const inTabs = (depth: number): object => {
      if (depth === 0) return input
      const pane = { title: 'P', name: 'p', __config__: { children: [inTabs(depth - 1)] } }
      return { __config__: { jnpfKey: 'tab', formId: 1 + depth, children: [pane] } }
    }
    const long = { ...input, __config__: { ...input.__config__, tip: '长'.repeat(3.4e6) } }
    for (const [node, label] of [
      [inCards(200), '@design.problem.tooNested'],
      [inTabs(200), '@design.problem.tooNested'],
      [long, undefined],
    ] as const) {
      const text = JSON.stringify({ idGlobal: 300, fields: [node] })
      const session = opened(text)
      expect(session.plan?.fields.has('f')).toBe(true)
      const told = session.problems.filter(({ message }) => message === label)
      expect(told).toHaveLength(label ? 1 : 0)
      lookAtAll(session)
      session.select({ nodes: [{ part: 'formData', node: 1, path: [] }] })
      expect(duplicate(session, 1)).toBeNull()
      for (const { command } of told[0]?.remedies ?? []) expect(session.run(command)).toBeNull()
      expect(session.plan?.fields.size).toBe(2)
      while (session.history.canUndo) session.undo()
      expect(session.history.texts.formData === text).toBe(true)
    }
  })

  it('is a blank form where it has none, and 5,000 fields are no other thing than five', () => {
    const blank = opened('')
    expect(insertWidget(blank, 'input', { label: '单行', now: 1 })).toBeNull()
    expect(blank.plan?.fields.has('inputField101')).toBe(true)
    blank.undo()
    expect(blank.plan?.nodes).toEqual([])
    const fields = Array.from({ length: 5000 }, (_, index) => ({
      __config__: { jnpfKey: 'input', label: `F${index}`, formId: index + 101 },
      __vModel__: `f${index}`,
    }))
    const session = opened(JSON.stringify({ idGlobal: 6000, fields }))
    session.select({ nodes: [{ part: 'formData', node: 2600, path: [] }] })
    const text = copySelected(session)
    expect(moveSelected(session, 'down')).toBeNull()
    expect(paste(session, text, 1)).toBeNull()
    expect(removeSelected(session)).toBeNull()
    expect(session.plan?.fields.size).toBe(5000)
  })
})
