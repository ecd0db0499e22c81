import { actionWords } from '../action'
import { planOf, type WordCompilers } from '../document/compile-words'
import type { PlanOf } from '../document/plan'
import { isRecord } from '../json'
import type { NodePlan } from './node'
import { nodes } from './nodes'
import type { PagePlan } from './plan'
import { PageSchema, type SourceSchema } from './schema'

type SourceWords = PlanOf<typeof SourceSchema>

export interface PageEnvironment {
  /** Path below `schemas/`. */
  readonly file: string
}

/** Compiles a page document that `checkDocument` found sound. */
export function compilePage(document: unknown, { file }: PageEnvironment): PagePlan {
  const files = new Set<string>()
  const { data, dialogs, ...page } = planOf(
    PageSchema,
    document,
    wordsWithNodes((path) => files.add(path)),
  )
  const withSources = Object.entries(dialogs).map(
    ([name, { data: own = {}, ...dialog }]) => [name, { ...dialog, sources: named(withAlso(own)) }] as const,
  )
  return {
    ...page,
    file,
    sources: named(withAlso(data)),
    dialogs: named(Object.fromEntries(withSources)),
    files: [...files],
  }
}

/** The plan of a node that stands in another document than a page. */
export function compileNode(document: unknown): NodePlan {
  return wordsWithNodes().node(document) as NodePlan
}

/** What the words of pages compile to; `onFile` is told of each document that they name. */
function wordsWithNodes(onFile: (path: string) => void = () => undefined): WordCompilers {
  const fileBelow = (folder: string) => (name: unknown) => {
    const path = `${folder}/${String(name)}`
    onFile(path)
    return path
  }
  const words: WordCompilers = {
    ...actionWords,
    node: (value) => nodePlan(value),
    form: fileBelow('forms'),
    list: fileBelow('lists'),
  }
  /** A node that there is not keeps its name alone: what draws it says so in its place. */
  const nodePlan = (value: unknown): NodePlan => {
    const name = isRecord(value) ? String(value['node']) : ''
    const definition = nodes.get(name)
    return definition ? (planOf(definition.schema, value, words) as NodePlan) : { node: name }
  }
  return words
}

/** Each further name of an answer is a source that asks the same: what is asked twice travels once. */
function withAlso(sources: Readonly<Record<string, SourceWords>>): Readonly<Record<string, SourceWords>> {
  const further = Object.values(sources).flatMap(({ also, sort: _sort, map: _map, ...source }) =>
    Object.entries(also ?? {}).map(([name, pick]) => [name, { ...source, pick }] as const),
  )
  return { ...Object.fromEntries(further), ...sources }
}

function named<P>(plans: Readonly<Record<string, P>>): ReadonlyMap<string, P & { readonly name: string }> {
  return new Map(Object.entries(plans).map(([name, plan]) => [name, { ...plan, name }]))
}
