import { jsonBytes } from '@runtime/json-size'
import type { SizedSchema } from '@services/contract/budgets'
import type { ErrorObject } from 'ajv'

/** What a member that is too large is told in and by which name, where a union around it says so. */
interface Titled {
  readonly title?: string
  readonly messages?: Readonly<Record<string, string>>
}
type Leaf = SizedSchema & Titled

interface Sizes {
  /** At most as many as were asked for. */
  readonly errors: readonly ErrorObject[]
  /** Values that the schema says something of: the most work that judging it can be. */
  readonly seen: number
}

interface Walk {
  readonly errors: ErrorObject[]
  readonly most: number
  seen: number
}

const isType = (value: unknown, type: string) =>
  type === 'array'
    ? Array.isArray(value)
    : type === 'object'
      ? typeof value === 'object' && value !== null && !Array.isArray(value)
      : type === 'string' && typeof value === 'string'

/**
 * What of a value is larger than its schema allows, checked before anything else is: a list that is too long costs no look at
 * its items. Where several schemas may hold, the most generous counts; which of them does is the validator's business.
 */
export function oversize(schema: SizedSchema, value: unknown, most: number): Sizes {
  const walk: Walk = { errors: [], most, seen: 0 }
  validate(walk, leavesOf(schema), value, '')
  return walk
}

function validate(walk: Walk, leaves: readonly Leaf[], value: unknown, path: string): void {
  walk.seen += 1
  if (walk.errors.length >= walk.most) return
  if ((typeof value !== 'object' && typeof value !== 'string') || value === null) return
  const fitting = leaves.filter(
    ({ type }) => type === undefined || [type].flat().some((one) => isType(value, one)),
  )
  const size = typeof value === 'string' ? 'maxLength' : Array.isArray(value) ? 'maxItems' : 'maxProperties'
  const before = walk.errors.length
  validateSize(walk, fitting, size, value, path)
  if (walk.errors.length === before) validateSize(walk, fitting, 'maxBytes', value, path)
  if (walk.errors.length === before) validateBelow(walk, fitting, value, path)
}

type Size = 'maxLength' | 'maxItems' | 'maxProperties' | 'maxBytes'

/** Only what every schema that may hold bounds is bounded. */
function validateSize(
  walk: Walk,
  leaves: readonly Leaf[],
  keyword: Size,
  value: unknown,
  path: string,
): void {
  let widest: Leaf | undefined
  for (const leaf of leaves) {
    if (leaf[keyword] === undefined) return
    if (!widest || (leaf[keyword] ?? 0) > (widest[keyword] ?? 0)) widest = leaf
  }
  const limit = widest?.[keyword]
  if (limit === undefined || sizeOf(keyword, value, limit) <= limit) return
  walk.errors.push({
    keyword,
    instancePath: path,
    schemaPath: '',
    params: { limit },
    schema: limit,
    parentSchema: widest,
    data: value,
  })
}

function sizeOf(keyword: Size, value: unknown, limit: number): number {
  if (keyword === 'maxBytes') return jsonBytes(value, limit)
  if (keyword === 'maxProperties') return Object.keys(value as object).length
  if (keyword === 'maxItems') return (value as readonly unknown[]).length
  // A text's length is that of its characters: a pair of surrogates is one.
  const text = value as string
  if (text.length <= limit || text.length > 2 * limit) return text.length
  let pairs = 0
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xd800) pairs += 1
  return text.length - pairs
}

function validateBelow(walk: Walk, leaves: readonly Leaf[], value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return
  const { items, members, free } = belowOf(leaves)
  if (Array.isArray(value)) {
    if (items.length === 0) return
    for (let at = 0; at < value.length && walk.errors.length < walk.most; at++) {
      validate(walk, items, value[at], `${path}/${at}`)
    }
    return
  }
  for (const [name, below] of members) {
    if (!Object.hasOwn(value, name)) continue
    validate(walk, below, (value as Record<string, unknown>)[name], pathTo(path, name))
  }
  if (free.length === 0) return
  for (const [name, member] of Object.entries(value)) validate(walk, free, member, pathTo(path, name))
}

/** The schemas of what stands inside a value: of a list's items, of an object's members by name, of those with any name. */
interface Below {
  readonly items: readonly Leaf[]
  readonly members: ReadonlyMap<string, readonly Leaf[]>
  readonly free: readonly Leaf[]
}

const below = new WeakMap<Leaf, Below>()

/** Put together once for a schema that stands alone, as nearly all do: an import asks for each of its rows. */
function belowOf(leaves: readonly Leaf[]): Below {
  const [leaf] = leaves
  if (!leaf || leaves.length > 1) return gatherBelow(leaves)
  const found = below.get(leaf) ?? gatherBelow(leaves)
  below.set(leaf, found)
  return found
}

function gatherBelow(leaves: readonly Leaf[]): Below {
  const names = new Set(leaves.flatMap((leaf) => Object.keys(leaf.properties ?? {})))
  return {
    items: leaves.flatMap((leaf) => [leaf.items ?? []].flat()).flatMap(leavesOf),
    members: new Map(
      Array.from(names, (name) => [
        name,
        leaves.flatMap((leaf) => leaf.properties?.[name] ?? []).flatMap(leavesOf),
      ]),
    ),
    free: leaves
      .flatMap((leaf) => [
        ...Object.values(leaf.patternProperties ?? {}),
        ...(typeof leaf.additionalProperties === 'object' ? [leaf.additionalProperties] : []),
      ])
      .flatMap(leavesOf),
  }
}

const pathTo = (path: string, name: string) => `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

const known = new WeakMap<SizedSchema, readonly Leaf[]>()

/** The schemas that a value may have to fit, unions taken apart; what a union says of itself stands for its branches. */
function leavesOf(schema: SizedSchema): readonly Leaf[] {
  const leaves = known.get(schema) ?? apart(schema, {})
  known.set(schema, leaves)
  return leaves
}

function apart(schema: SizedSchema, described: Titled): readonly Leaf[] {
  const { title = described.title, messages = described.messages } = schema as Leaf
  const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf
  const own = {
    ...(title !== undefined && { title }),
    ...(messages && { messages: branches ? forSizes(messages) : messages }),
  }
  return branches ? branches.flatMap((branch) => apart(branch, own)) : [{ ...schema, ...own }]
}

/** A union's one sentence, as what each of the sizes is refused with. */
function forSizes(messages: NonNullable<Titled['messages']>): NonNullable<Titled['messages']> {
  const { other } = messages
  if (other === undefined) return messages
  return { maxLength: other, maxItems: other, maxProperties: other, maxBytes: other, ...messages }
}
