import { nodesIn } from '../../form/formdata/identities'
import type { FormPlan } from '../../form/plan'
import { asRecord } from '../../json'
import { addressOf, type Path, pathOf } from '../address'
import { definitionOf, nameOf } from '../dialect'
import type { ModelTree } from '../document'
import type { Widgets } from '../references'
import { emptyContainers, tooNested } from './containers'
import { hiddenAndRequired, refusedPatterns, withoutOptions, wrongLines } from './fields'
import { lossesIn, reservedNames } from './losses'
import type { DesignedNode, Inspected, Problem } from './problem'
import { missingFields } from './references'
import { constantRules, neverShown } from './rules'
import { brokenScripts } from './scripts'

export type { Problem, Remedy } from './problem'

const RULES: readonly ((inspected: Inspected) => readonly Problem[])[] = [
  lossesIn,
  reservedNames,
  missingFields,
  hiddenAndRequired,
  constantRules,
  neverShown,
  withoutOptions,
  refusedPatterns,
  wrongLines,
  emptyContainers,
  tooNested,
  brokenScripts,
]

/**
 * What is wrong with a form under design, in drawing order, with what would mend it (designer §2).
 * @param plan compiled of this tree with `design`
 */
export function problemsOf(tree: ModelTree, plan: FormPlan, widgets: Widgets): readonly Problem[] {
  const inspected: Inspected = { tree, plan, widgets, nodes: designedNodes(tree, widgets) }
  const places = new Map(inspected.nodes.map(({ at }, index) => [at.join('/'), index]))
  const placeOf = ({ at }: Problem) => {
    const path = pathOf(tree, at) ?? []
    for (let length = path.length; length > 0; length--) {
      const place = places.get(path.slice(0, length).join('/'))
      if (place !== undefined) return place
    }
    return -1
  }
  return RULES.flatMap((rule) => rule(inspected))
    .map((problem) => ({ problem, place: placeOf(problem) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ problem }) => problem)
}

function designedNodes(tree: ModelTree, { catalogue, designed }: Widgets): readonly DesignedNode[] {
  return Array.from(nodesIn(asRecord(tree.formData)), ({ node, path, above }): DesignedNode => {
    const at: Path = ['formData', ...path]
    const table = above.find((one) => definitionOf(one, catalogue)?.kind === 'table')
    const name = nameOf(node)
    const widget = designed.get(definitionOf(node, catalogue)?.key ?? '')
    return {
      ...{ node, above, at, name, address: addressOf(tree, at) },
      path: table ? `${nameOf(table)}.${name}` : name,
      ...(table && { table }),
      ...(widget && { widget }),
    }
  })
}
