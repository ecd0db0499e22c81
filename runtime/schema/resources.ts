import type { JsonSchema } from './json-schema'
import { anchorsOf, NAMELESS, type Place, placeIn, splitReference } from './place'
import type { SchemaOptions } from './types'

/** What a reference leads to. */
export interface Target {
  readonly schema: JsonSchema | boolean
  readonly place: Place
  /** The dynamic anchor by which it was found. */
  readonly dynamic?: string
}

interface Resource {
  readonly root: Target
  readonly anchors: Map<string, Target>
}

const SINGLE = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
] as const
const LISTS = ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'] as const
const MAPS = [
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
] as const

/** Finds what references name: within the schema, and among the documents that were given along. Nothing is fetched. */
export class Resources {
  private readonly resources = new Map<string, Resource>()
  private readonly places = new Map<object, Place>()
  private readonly documents: ReadonlyMap<string, JsonSchema | boolean>
  private readonly root: Target
  private isIndexed = false

  constructor(schema: JsonSchema | boolean, { draft = '2020-12', documents = {} }: SchemaOptions) {
    const around: Place = { base: NAMELESS, draft }
    this.root = { schema, place: typeof schema === 'object' ? placeIn(schema, around) : around }
    this.documents = new Map(
      Object.entries(documents).map(([uri, document]) => [splitReference(uri, NAMELESS).uri, document]),
    )
  }

  get rootPlace(): Place {
    return this.root.place
  }

  /** @throws Error for a reference that leads nowhere. */
  resolve(reference: string, from: Place): Target {
    const { uri, fragment } = splitReference(reference, from.base)
    const found = this.within(uri, fragment)
    if (!found) throw new Error(`The reference ${reference} leads nowhere in the schema`)
    return found
  }

  /** The schema that a resource calls by a dynamic anchor. */
  dynamic(base: string, anchor: string): Target | undefined {
    const target = this.resources.get(base)?.anchors.get(anchor)
    return target?.dynamic === undefined ? undefined : target
  }

  private within(uri: string, fragment: string): Target | undefined {
    const resource = this.resource(uri)
    if (!resource || fragment === '') return resource?.root
    if (!fragment.startsWith('/')) return resource.anchors.get(decoded(fragment))
    return this.pointed(resource.root, fragment)
  }

  private pointed(from: Target, pointer: string): Target | undefined {
    let value: unknown = from.schema
    let { place } = from
    for (const part of pointer.slice(1).split('/')) {
      const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
      const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      value = isThere ? Reflect.get(value as object, key) : undefined
      place = (typeof value === 'object' && value !== null && this.places.get(value)) || place
    }
    const isSchema = typeof value === 'boolean' || (typeof value === 'object' && value !== null)
    return isSchema ? { schema: value as JsonSchema | boolean, place } : undefined
  }

  private resource(uri: string): Resource | undefined {
    if (!this.isIndexed) {
      this.isIndexed = true
      this.add(this.root.schema, this.root.place)
    }
    const document = this.resources.has(uri) ? undefined : this.documents.get(uri)
    if (document !== undefined) {
      const around = { base: uri, draft: this.root.place.draft }
      const place = typeof document === 'object' ? placeIn(document, around) : around
      this.add(document, place)
      // A document is found by where it lies too, whatever it calls itself.
      const named = this.resources.get(place.base)
      if (named) this.resources.set(uri, named)
    }
    return this.resources.get(uri)
  }

  private add(schema: JsonSchema | boolean, place: Place): void {
    this.resources.set(place.base, { root: { schema, place }, anchors: new Map() })
    if (typeof schema === 'object' && schema !== null) this.index(schema, place)
  }

  private index(schema: JsonSchema, place: Place): void {
    this.places.set(schema, place)
    const { plain, dynamic } = anchorsOf(schema, place.draft)
    const anchors = this.resources.get(place.base)?.anchors
    if (plain !== undefined) anchors?.set(plain, { schema, place })
    if (dynamic !== undefined) anchors?.set(dynamic, { schema, place, dynamic })
    for (const part of partsOf(schema)) {
      if (this.places.has(part)) continue
      const inner = placeIn(part, place)
      if (inner.base === place.base) this.index(part, inner)
      else this.add(part, inner)
    }
  }
}

/** The schemas in a schema, by the keywords that hold some: what stands in a constant or an unknown word is none. */
function partsOf(schema: JsonSchema): readonly JsonSchema[] {
  const members = schema as Readonly<Record<string, unknown>>
  return [
    ...SINGLE.map((keyword) => members[keyword]),
    ...LISTS.flatMap((keyword) => (Array.isArray(members[keyword]) ? members[keyword] : [])),
    ...MAPS.flatMap((keyword) => Object.values(members[keyword] ?? {})),
  ].filter((part): part is JsonSchema => typeof part === 'object' && part !== null && !Array.isArray(part))
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
