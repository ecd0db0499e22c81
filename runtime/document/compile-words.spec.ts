import { objectOf } from '@tests/fixtures/word-examples'
import { describe, expect, it } from 'vitest'
import { type ActionDocument, compileAction, verbs } from '../action'
import { scopeOf } from '../expression'
import { ListButton } from '../list/document'
import { compilePage, nodes, PageSchema } from '../page'
import { DialogSchema, SourceSchema } from '../page/schema'
import type { JsonSchema } from '../schema/json-schema'
import { compileWords, planOf } from './compile-words'
import { Column } from './parts/column'

const words = compileWords({
  action: (value) => compileAction(value as ActionDocument),
  node: (value) => ({ compiled: value }),
})

/** A plan as text: what is computed is evaluated with a row. */
function shown(plan: unknown): string {
  const scope = scopeOf({ row: { id: '7' } })
  return JSON.stringify(plan, (_key, value: unknown) =>
    value && typeof value === 'object' && 'evaluate' in value
      ? { ...value, value: (value as { evaluate(scope: object): unknown }).evaluate(scope) }
      : value,
  )
}

const SCHEMAS: readonly (readonly [string, JsonSchema])[] = [
  ['a page', PageSchema as JsonSchema],
  ['a source', SourceSchema as JsonSchema],
  ['a dialog', DialogSchema as JsonSchema],
  ['a button of a list', ListButton as JsonSchema],
  ['a column', Column as JsonSchema],
  ...[...nodes].map(([name, node]) => [`the node ${name}`, node.schema as JsonSchema] as const),
  ...[...verbs].map(([name, verb]) => [`the verb ${name}`, verb.schema as JsonSchema] as const),
]

describe('what documents compile to', () => {
  it.each(SCHEMAS)('%s: every word changes the plan', (_name, schema) => {
    const whole = objectOf(schema)
    for (const name of Object.keys(schema.properties ?? {})) {
      const { [name]: _left, ...without } = whole
      expect(shown(planOf(schema as never, without, words)), name).not.toBe(
        shown(planOf(schema as never, whole, words)),
      )
    }
  })

  it('a word that is left out is its default, compiled', () => {
    const page = compilePage(
      {
        title: 'x',
        body: { node: 'chart', source: 's', title: 'c' },
        dialogs: { edit: { title: '${row.id}', form: 'a/b.form.json' } },
      },
      { file: 'pages/x.page.json' },
    )
    const edit = page.dialogs.get('edit')
    const scope = scopeOf({ row: { id: '7' } })
    expect(edit).toMatchObject({ mode: 'general', form: 'forms/a/b.form.json', reloads: [] })
    expect(edit?.title.evaluate(scope)).toBe('7')
    expect(edit?.ok.evaluate(scope)).toBe('@common.confirm')
    expect(edit?.record.evaluate(scope)).toEqual({})
    expect(page.body).toMatchObject({ node: 'chart', zoom: false, kind: 'line' })
    expect(page.files).toEqual(['forms/a/b.form.json'])
  })

  it('a value without places is the same object every time, one with places a new one', () => {
    const scope = scopeOf({ row: { id: '7' } })
    const constant = words.value({ a: [1, 'x'] }) as { evaluate(scope: object): unknown }
    const filled = words.value({ a: [1, '${row.id}'], b: 'n ${row.id}' }) as typeof constant
    expect(constant.evaluate(scope)).toBe(constant.evaluate(scope))
    expect(filled.evaluate(scope)).toEqual({ a: [1, '7'], b: 'n 7' })
  })

  it('a node that there is not keeps its name, for its own place to say so', () => {
    const page = compilePage({ title: 'x', body: { node: 'nothing' } }, { file: 'pages/x.page.json' })
    expect(page.body).toEqual({ node: 'nothing' })
  })
})
