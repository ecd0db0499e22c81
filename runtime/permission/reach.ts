import { parseJson } from '../json'
import { bareOf, compileScope, type DataScheme, OF_SEVERAL, type Principal, variablesOf } from './scope'

/**
 * What schemes let a person reach by where they stand, as far as it can be told without looking at a record: ids by what is
 * compared with them, records' owners and units, or a field of a custom scheme by a variable.
 */
export type Reach = ReadonlyMap<string, Reached>

interface Reached {
  /** What a record's is to be for it to be reached: one of the ids, none of them, or something else that they decide. */
  readonly sense: 'in' | 'notIn' | 'other'
  readonly ids: ReadonlySet<string>
}

const EVERYBODYS = 'everybodys'

export function reachOf(schemes: readonly DataScheme[], principal: Principal): Reach {
  const reach = new Map<string, Reached>()
  const add = (name: string, sense: Reached['sense'], ids: readonly string[]) =>
    reach.set(name, { sense, ids: new Set([...(reach.get(name)?.ids ?? []), ...ids]) })
  for (const scheme of schemes) {
    if (scheme.kind === 'custom') {
      for (const { variable, sense, ids } of variablesIn(scheme.conditionJson, principal))
        add(`${variable} ${sense}`, sense, ids)
      continue
    }
    const scope = compileScope([scheme], principal, NO_FIELDS)
    if (scope.kind === 'principal') add(scope.column, 'in', scope.in)
    if (scope.kind === 'everybodys') add(EVERYBODYS, 'in', [EVERYBODYS])
  }
  return reach
}

/** Ids by which more is reached than before: those that are in newly, or left out no more. */
export function widening(before: Reach | undefined, after: Reach): readonly string[] {
  if (before?.has(EVERYBODYS)) return []
  return [...after].flatMap(([name, { sense, ids }]) => {
    const had = before?.get(name)?.ids ?? new Set<string>()
    const gained = [...ids].filter((id) => !had.has(id))
    const lost = [...had].filter((id) => !ids.has(id))
    if (sense === 'in') return gained
    return sense === 'notIn' ? lost : [...gained, ...lost]
  })
}

/** Schemes that ask who a person is and not where they stand. */
const PLACELESS: readonly DataScheme['kind'][] = ['all', 'own', 'units']

/** Whether a scheme asks where a person stands; one with conditions does by the variables that they name. */
export function asksPlace(scheme: DataScheme): boolean {
  return scheme.kind === 'custom'
    ? variablesIn(scheme.conditionJson, bareOf('')).some(({ variable }) => variable !== '@userId')
    : !PLACELESS.includes(scheme.kind)
}

/** Schemes of a fixed kind ask no field. */
const NO_FIELDS = { fields: new Map() }

function variablesIn(conditionJson: unknown, principal: Principal) {
  const variables = variablesOf(principal)
  const groups = parseJson(conditionJson)
  return (Array.isArray(groups) ? groups : [])
    .flatMap((group: { groups?: unknown }) => (Array.isArray(group?.groups) ? group.groups : []))
    .flatMap((test: { op?: unknown; value?: unknown } | null) => {
      const variable = String(test?.value)
      const ids = Object.hasOwn(variables, variable) ? variables[variable] : undefined
      return ids ? [{ variable, sense: senseOf(String(test?.op)), ids }] : []
    })
}

function senseOf(op: string): Reached['sense'] {
  const symbol = OF_SEVERAL[op] ?? op
  return symbol === 'in' || symbol === 'notIn' ? symbol : 'other'
}
