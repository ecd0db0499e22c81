import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../schema/json-schema'
import { changedSettings, settingsSchema } from '../widget/settings-schema'
import { examples, type NodeExample } from './examples'
import { nodes } from './nodes'
import { nodeSettings } from './settings'

type Part = JsonSchema & { readonly loam?: string }

/** Every part of a schema with where it stands, those that a form draws beside those that were written. */
function* partsOf(written: Part, drawn: Part, place: string): Generator<readonly [string, Part, Part]> {
  yield [place, written, drawn]
  for (const [name, part] of Object.entries(written.properties ?? {}))
    yield* partsOf(part, drawn.properties?.[name] ?? {}, `${place}/${name}`)
  if (written.items && drawn.items) yield* partsOf(written.items, drawn.items, `${place}/*`)
}

/** Words that are documents of their own, or JSON Schemas. */
const DOCUMENTS = ['node', 'field', 'schema']

describe.each([...nodes])('the settings of %s', (name, definition) => {
  const configurable = nodeSettings(definition)
  const schema = settingsSchema(configurable)

  it('are drawn by what their schema says, and as JSON only where they are documents', () => {
    const { properties } = definition.schema as unknown as { properties: Record<string, Part> }
    expect(Object.keys(schema.properties ?? {}).sort()).toEqual(
      Object.keys(properties)
        .filter((word) => word !== 'node')
        .sort(),
    )
    const fallen = Object.entries(schema.properties ?? {}).flatMap(([word, drawn]) =>
      [...partsOf(properties[word] ?? {}, drawn, word)].flatMap(([place, written, part]) => {
        const isJson = part.$id === 'JsonField' && !DOCUMENTS.includes(written.loam ?? '')
        const isAny = part.$id === 'AnyField' && written.type !== undefined
        return isJson || isAny ? [place] : []
      }),
    )
    expect(fallen).toEqual([])
  })

  it('stay as the example writes them where nobody changes them', () => {
    const example = (examples as Readonly<Record<string, NodeExample>>)[name]
    if (!example) return
    const { node: _name, ...settings } = example.body
    const held = { ...configurable.defaults, ...settings }
    // What is empty is not there.
    const given = Object.entries(settings).filter(([, value]) => value !== '')
    expect(changedSettings(configurable, held, {})).toEqual(Object.fromEntries(given))
  })
})
