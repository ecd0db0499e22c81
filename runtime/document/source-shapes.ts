import { isRecord } from '../json'
import { type Members, recordOf } from './given-values'
import { entryOf, isList, listShape, memberOf, membersShape, type Shape } from './shape'

/** The shapes of what the sources of a page hold. */
export class SourceShapes {
  private readonly sources: Members
  private readonly answer: (call: string) => Shape

  /** @param answer what a call answers */
  constructor(sources: Members, answer: (call: string) => Shape) {
    this.sources = { ...furtherNames(sources), ...sources }
    this.answer = answer
  }

  /** Their names, those too that a source gives to other members of its answer. */
  names(): readonly string[] {
    return Object.keys(this.sources)
  }

  /** All of them, by name. */
  all(): Shape {
    return membersShape(this.names().map((name) => [name, this.of(name)]))
  }

  /** What a source holds: what it picks of the answer, each row as `map` makes it. */
  of(name: string): Shape {
    const map = recordOf(this.sources[name])['map']
    if (map === undefined) return this.picked(name)
    const members = Object.keys(recordOf(map)).map((member) => [member, 'open'] as const)
    return listShape(isRecord(map) ? membersShape(members) : 'open')
  }

  /** The picked member of the answer, or its list, or the answer. */
  picked(name: string): Shape {
    const source = recordOf(this.sources[name])
    if (typeof source['call'] !== 'string') return 'open'
    const answer = this.answer(source['call'])
    const { pick } = source
    if (typeof pick === 'string')
      return pick.split('.').reduce<Shape>((shape, member) => memberOf(shape, member) ?? 'open', answer)
    const list = memberOf(answer, 'list')
    return list && list !== 'open' && isList(list) ? list : answer
  }

  /** A row of what a source holds; anything where no source is named. */
  rowOf(source: unknown): Shape {
    return typeof source === 'string' ? entryOf(this.of(source)) : 'open'
  }
}

/** What `also` names, each as a source of the same call. */
function furtherNames(sources: Members): Members {
  const further = Object.values(sources).flatMap((source) => {
    const { call, also } = recordOf(source)
    return Object.entries(recordOf(also)).map(([name, pick]) => [name, { call, pick }] as const)
  })
  return Object.fromEntries(further)
}
