import type { TSchema } from 'typebox'
import { type Call, isRead } from './call'

interface Members {
  readonly type?: string
  readonly properties?: Readonly<Record<string, object & { readonly default?: unknown }>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly patternProperties?: object
  readonly anyOf?: readonly Members[]
  readonly allOf?: readonly Members[]
}

/** What a call takes as a flat input, and what it answers: the check of documents checks by it. */
export interface CallMembers {
  /** Members of path and query. */
  readonly inAddress: Readonly<Record<string, object>>
  readonly inBody: Readonly<Record<string, object>>
  /** Names without a default that have to be given. */
  readonly required: readonly string[]
  /** A file goes with it, or members that no schema names. */
  readonly isOpen: boolean
  readonly answer: object
  /** It changes nothing. */
  readonly isRead: boolean
  /** It takes a file beside its members. */
  readonly takesFile: boolean
  /** It answers bytes in place of an answer. */
  readonly answersBytes: boolean
}

export function membersOf(call: Call): CallMembers {
  const { params, query, body, response, wire } = call
  const takesFile = wire === 'file' || wire === 'stream'
  const address = [params, query].map(members)
  const content = body === undefined || isObject(body) ? members(body) : { ...NONE, properties: { body } }
  const parts = [...address, content]
  return {
    inAddress: Object.assign({}, ...address.map(({ properties }) => properties)),
    inBody: content.properties,
    required: [...new Set(parts.flatMap(({ required }) => required))],
    isOpen: parts.some(({ isOpen }) => isOpen) || takesFile,
    answer: response,
    isRead: isRead(call),
    takesFile,
    answersBytes: wire === 'binary',
  }
}

interface Part {
  readonly properties: Readonly<Record<string, object>>
  readonly required: readonly string[]
  readonly isOpen: boolean
}

const NONE: Part = { properties: {}, required: [], isOpen: false }

function isObject(schema: TSchema): boolean {
  const { type, anyOf, allOf } = schema as Members
  return type === 'object' || anyOf !== undefined || allOf !== undefined
}

function members(schema: TSchema | Members | undefined): Part {
  if (schema === undefined) return NONE
  const {
    properties = {},
    required = [],
    anyOf = [],
    allOf = [],
    additionalProperties,
    patternProperties,
  } = schema as Members
  const [either, all] = [anyOf.map(members), allOf.map(members)]
  return {
    properties: Object.assign({}, properties, ...[...either, ...all].map((part) => part.properties)),
    required: [
      ...required.filter((name) => properties[name]?.default === undefined),
      ...all.flatMap((part) => part.required),
      // Of several bodies only what each of them needs is needed.
      ...(either[0]?.required ?? []).filter((name) => either.every((part) => part.required.includes(name))),
    ],
    isOpen:
      patternProperties !== undefined ||
      (additionalProperties !== undefined && additionalProperties !== false) ||
      [...either, ...all].some((part) => part.isOpen),
  }
}
