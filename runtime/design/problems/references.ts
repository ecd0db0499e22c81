import { nearestOf } from '../../nearest'
import { nameOf } from '../dialect'
import { type NodeReference, referencesOf, replaced } from '../references'
import { settingsOf, toFormData } from '../settings'
import type { DesignedNode, Inspected, Problem, Remedy } from './problem'

/** Fields that settings name and that the form does not have. What a formula names is told as it is compiled. */
export function missingFields(inspected: Inspected): readonly Problem[] {
  const paths = pathsIn(inspected)
  return inspected.nodes.flatMap((one) =>
    referencesOf(one.node, inspected.widgets).flatMap((reference): Problem[] => {
      if (reference.in !== 'settings') return []
      const choices = choicesFor(reference, one, paths)
      if (!choices || choices.has(reference.name.replace('-', '.'))) return []
      const { name } = reference
      return [
        {
          at: one.address,
          message: '@design.problem.noField',
          params: { name },
          remedies: nearer(reference, one, choices),
        },
      ]
    }),
  )
}

/** Paths that a plan's fields have, and those of nodes that it left out. */
function pathsIn({ plan, nodes }: Inspected): ReadonlySet<string> {
  return new Set([...plan.fields.keys(), ...(plan.renamed?.keys() ?? []), ...nodes.map(({ path }) => path)])
}

/** What a reference may say; null for one to something else than a field of this form. */
function choicesFor(
  { kind }: NodeReference,
  { table, name }: DesignedNode,
  paths: ReadonlySet<string>,
): ReadonlySet<string> | null {
  if (kind !== 'field' && kind !== 'column') return null
  const inside = (holder: string) =>
    [...paths].filter((path) => path.startsWith(`${holder}.`)).map((path) => path.slice(holder.length + 1))
  if (kind === 'column') return new Set(inside(name))
  return table ? new Set([...inside(nameOf(table)), ...paths]) : paths
}

function nearer(
  { name, at }: NodeReference,
  { node, address, widget }: DesignedNode,
  choices: ReadonlySet<string>,
): readonly Remedy[] {
  const nearest = nearestOf(name, choices)
  if (nearest === undefined || !widget) return []
  const settings = replaced(settingsOf(widget, node), at, nearest) as Readonly<Record<string, unknown>>
  const value = toFormData(widget, settings, node)
  return [
    {
      label: '@design.remedy.use',
      params: { name: nearest },
      command: { do: 'set', what: address, value },
    },
  ]
}
