import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '@runtime/json'

type Json = Readonly<Record<string, unknown>>

/** A word of the language, as its JSON Schema has it. */
export interface Word {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
  readonly example: unknown
}

/** The words of one place of the language. */
export interface Words {
  readonly description: string
  readonly words: readonly Word[]
}

/** The generated schemas of the language (`schemas/language`): what editors complete from is what the handbook shows. */
export class LanguageWords {
  private readonly definitions: Json

  constructor(schemas: string) {
    const read = (file: string): Json => {
      const { $defs } = JSON.parse(readFileSync(join(schemas, 'language', file), 'utf8')) as { $defs: Json }
      return $defs
    }
    // Pages hold the nodes and the verbs, forms the widgets.
    this.definitions = {
      ...own(read('form.schema.json'), 'widget'),
      ...own(read('page.schema.json'), 'node', 'verb'),
    }
  }

  /** @param place `node-list`, `verb-call`, `widget-input` */
  of(place: string): Words | undefined {
    const definition = this.definitions[place]
    if (!isRecord(definition)) return undefined
    return { description: String(definition['description'] ?? ''), words: wordsOf(definition) }
  }
}

/** The members of a JSON Schema, as words; without an example the value that stands where nothing is said. */
export function wordsOf(schema: unknown): readonly Word[] {
  if (!isRecord(schema) || !isRecord(schema['properties'])) return []
  const required = (schema['required'] as readonly string[] | undefined) ?? []
  return Object.entries(schema['properties']).map(([name, member]) => {
    const {
      $comment: key,
      description,
      title,
      examples,
      default: value,
    } = member as Json & { examples?: readonly unknown[] }
    return {
      name,
      type: typeOf(member as Json),
      isRequired: required.includes(name),
      // Where the sentence is one of the locales, its key says it to readers of every language.
      description: String(
        (typeof key === 'string' && key.startsWith('@') ? key : description) ?? title ?? '',
      ),
      example: examples?.[0] ?? value,
    }
  })
}

/** The definitions of such places, each word with what the shared definitions say of it. */
function own(definitions: Json, ...kinds: readonly string[]): Json {
  const follow = (schema: unknown, depth = 0): Json => {
    if (!isRecord(schema)) return {}
    const name = /^#\/\$defs\/(.+)$/.exec(String(schema['$ref'] ?? ''))?.[1]
    return name === undefined || depth > 5 ? schema : { ...follow(definitions[name], depth + 1), ...schema }
  }
  return Object.fromEntries(
    Object.entries(definitions)
      .filter(([name]) => kinds.some((kind) => name.startsWith(`${kind}-`)))
      .map(([name, definition]) => {
        const { properties = {} } = definition as { properties?: Json }
        const words = Object.entries(properties).map(([word, schema]) => [word, follow(schema)])
        return [name, { ...(definition as Json), properties: Object.fromEntries(words) }]
      }),
  )
}

function typeOf(schema: Json): string {
  const {
    type,
    enum: values,
    const: only,
    anyOf,
    oneOf,
  } = schema as {
    readonly type?: string | readonly string[]
    readonly enum?: readonly unknown[]
    readonly const?: unknown
    readonly anyOf?: readonly Json[]
    readonly oneOf?: readonly Json[]
  }
  if (only !== undefined) return JSON.stringify(only)
  if (values && values.length <= 12) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (typeof type === 'string') return type
  if (type) return type.join(' | ')
  const parts = anyOf ?? oneOf
  return parts ? [...new Set(parts.map(typeOf))].join(' | ') : ''
}
