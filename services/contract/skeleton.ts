import type { TObject, TSchema } from 'typebox'
import { type Call, isRead } from './call'
import { calls } from './calls'
import { emptyMembersOf, type Members as Kinds } from './empty'
import { gateCalls } from './gate-calls'
import { resources } from './resources'

type Members = Readonly<Record<string, { readonly default?: unknown }>>

/**
 * What a client needs of a call to put it on the wire: names and places, no schemas. `toWire` answers the same for both,
 * and a browser does not fetch the descriptions of hundreds of calls to make one.
 */
export function skeletonOf(call: Call): Call {
  const { params, query, body, name, method, path, wire, timeout } = call
  return {
    name,
    method,
    path,
    ...defaultsOf(params),
    ...(query && {
      query: withRequired(
        object(membersOf(query), () => ({})),
        query,
      ),
    }),
    ...(body && { body: bodyOf(body, path) }),
    ...(wire && { wire }),
    ...(timeout !== undefined && { timeout }),
    // A list that is asked for by POST shows it by its answer's description alone.
    ...(isRead(call) !== (method === 'GET') && { isRead: isRead(call) }),
  } as unknown as Call
}

/** The skeletons of all calls, and of those at the gate, by name. */
export function skeletons(): { readonly [List in 'calls' | 'gateCalls']: Readonly<Record<string, Call>> } {
  return { calls: skeletonsOf(calls), gateCalls: skeletonsOf(gateCalls) }
}

function skeletonsOf(calls: Readonly<Record<string, Call>>): Readonly<Record<string, Call>> {
  return Object.fromEntries(Object.values(calls).map((call) => [call.name, skeletonOf(call)]))
}

/** What only documents are written out with: they say it themselves by then. */
const WRITTEN_OUT = new Set([
  'titles',
  'rules',
  'numbers',
  'choices',
  'refers',
  'none',
  'keyword',
  'reserved',
])

/** Of every resource what its steps need. */
export function resourceSkeletons(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(resources).map(([name, resource]) => [
      name,
      Object.fromEntries(Object.entries(resource).filter(([key]) => !WRITTEN_OUT.has(key))),
    ]),
  )
}

/** Of a body only those members matter that the path has too (a record's id), and those that are left out when they are empty. */
function bodyOf(body: TSchema, path: string): TSchema {
  const kept = emptyMembersOf(body as Kinds)
  if ((body as { type?: unknown }).type !== 'object') return { ...kept } as TSchema
  const inPath = Object.keys(membersOf(body)).filter((name) => path.includes(`:${name}`))
  const properties = { ...Object.fromEntries(inPath.map((name) => [name, {}])), ...kept?.properties }
  const isPlain = Object.keys(properties).length === 0
  return { type: 'object', ...kept, ...(!isPlain && { properties }) } as unknown as TSchema
}

/** What has to be given goes even when it is empty, and is refused. */
function withRequired(made: TObject, { required = [] }: { readonly required?: readonly string[] }): TObject {
  return required.length > 0 ? ({ ...made, required } as unknown as TObject) : made
}

/** Of the parameters, whose names the path has, only those that are filled where they are missing. */
function defaultsOf(params: TSchema | undefined): { readonly params?: TObject } {
  const filled = Object.entries(params ? membersOf(params) : {}).filter(([, member]) => 'default' in member)
  if (filled.length === 0) return {}
  return { params: object(Object.fromEntries(filled), ({ default: value }) => ({ default: value })) }
}

function object(members: Members, keep: (member: { readonly default?: unknown }) => object): TObject {
  const properties = Object.fromEntries(Object.entries(members).map(([name, member]) => [name, keep(member)]))
  return { type: 'object', properties } as unknown as TObject
}

function membersOf(schema: TSchema): Members {
  return (schema as { properties?: Members }).properties ?? {}
}
