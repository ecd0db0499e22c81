import { type Node, nodesIn } from '../../form/formdata/identities'
import { widgetNameOf } from '../../form/formdata/widget-name'
import type { FieldPlan, FormPlan } from '../../form/plan'
import { isSecret } from '../../form/secret'
import { asRecord, isRecord } from '../../json'
import { isListable, isSearchable, propOfEntry, propOfPath } from '../../list/fields'
import { listOf } from '../../list/json'
import { nameOf } from '../dialect'
import type { ModelTree } from '../document'
import type { ListPart } from './copies'
import { searchDefaults } from './search-defaults'

type Json = Readonly<Record<string, unknown>>

/** A field of the form as lists know it. */
export interface Offered {
  readonly prop: string
  readonly field: FieldPlan
  /** What a list calls it: a sub-table's column with its table. */
  readonly label: string
  readonly node: Node
}

/** A list of a model as it is designed; empty where there is none. */
export function listIn(tree: ModelTree, part: ListPart): Json {
  return asRecord(tree[part])
}

/** Fields that may be columns, in the order of the form. */
export function columnsOffered(tree: ModelTree, plan: FormPlan): readonly Offered[] {
  return offered(tree, plan, (field) => field.definition !== undefined && isListable(field))
}

/** Fields that may be searched. */
export function searchesOffered(tree: ModelTree, plan: FormPlan): readonly Offered[] {
  return offered(tree, plan, (field) => field.definition !== undefined && isSearchable(field))
}

function offered(
  tree: ModelTree,
  { fields }: FormPlan,
  isOf: (field: FieldPlan) => boolean,
): readonly Offered[] {
  const found = new Map<string, Omit<Offered, 'field' | 'prop'>>()
  for (const { node, above } of nodesIn(asRecord(tree.formData))) {
    const name = nameOf(node)
    const table = above.findLast((one) => asRecord(one['__config__'])['jnpfKey'] === 'table')
    const path = table ? `${nameOf(table)}.${name}` : name
    const label = table ? `${labelOf(table)}-${labelOf(node)}` : labelOf(node)
    if (name !== '' && !found.has(path)) found.set(path, { label, node })
  }
  return [...fields.values()].flatMap((field): readonly Offered[] => {
    const own = found.get(field.path)
    return own && isOf(field) && !isSecret(field) ? [{ ...own, prop: propOfPath(field.path), field }] : []
  })
}

function labelOf(node: Node): string {
  const { label } = asRecord(node['__config__'])
  return typeof label === 'string' && label !== '' ? label : nameOf(node)
}

/** A field as the entries of lists copy it: `prop`, `id` and `__vModel__` are one name there. */
function copyOf({ node, prop, label }: Offered): Json {
  return { ...node, __vModel__: prop, id: prop, fullName: label }
}

export function columnEntry(of: Offered): Json {
  const { prop, label, node } = of
  const jnpfKey = widgetNameOf(node)
  const own = { label, prop, fixed: 'none', align: 'left', jnpfKey, sortable: false, width: null }
  return { ...own, ...copyOf(of), ...own }
}

export function searchEntry(of: Offered): Json {
  const { prop, label, node } = of
  const own = { label, prop, jnpfKey: widgetNameOf(node), ...searchDefaults(node) }
  return { ...own, ...copyOf(of), ...own }
}

/** An entry of `columnOptions`: every field that may be asked for. */
export function optionEntry(of: Offered): Json {
  return copyOf(of)
}

/** An entry of `defaultColumnList`. */
export function checkedEntry(of: Offered, checked: boolean): Json {
  return { ...columnEntry(of), checked }
}

/** Where an entry of a field stands in a list of entries; -1: nowhere. */
export function indexOfProp(list: Json, member: string, prop: string): number {
  const entries = list[member]
  return Array.isArray(entries)
    ? entries.findIndex((entry: unknown) => isRecord(entry) && propOfEntry(entry) === prop)
    : -1
}

/** The names of the fields that entries are of, in their order. */
export function propsOf(list: Json, member: string): readonly string[] {
  return listOf(list[member]).map((entry) => {
    const prop = propOfEntry(entry)
    return typeof prop === 'string' ? prop : ''
  })
}
