import { nodesIn } from '../../form/formdata/identities'
import { asNumber, asRecord, isRecord } from '../../json'
import { jsonEqual } from '../../schema'
import type { WidgetCatalogue } from '../../widget/definition'
import { type AskNode, mergeNodes } from './nodes'
import { type Ask, mergeValue, type Three, withMemberOf } from './values'

/** Three forms merged: their nodes by identity, their own settings by name. */
export function mergeForms(forms: Three, catalogue: WidgetCatalogue, ask: Ask, askNode: AskNode): unknown {
  const { base, ours, theirs } = forms
  if (!isRecord(ours) || !isRecord(theirs) || [base, ours, theirs].some(isOdd))
    return mergeValue(forms, [], ask)
  if (jsonEqual(ours, theirs) || jsonEqual(base, theirs)) return ours
  if (jsonEqual(base, ours)) return theirs
  const { fields, lastIdentity } = mergeNodes(forms, catalogue, askNode)
  // What follows from the nodes is not asked.
  const alike = (form: unknown) =>
    ['fields', 'idGlobal'].reduce((next, name) => withMemberOf(next, name, ours[name]), asRecord(form))
  const merged = mergeValue({ base: alike(base), ours, theirs: alike(theirs) }, [], ask)
  const next = withMemberOf(asRecord(merged), 'fields', fields)
  const counted = Math.max(lastIdentity, countOf(ours), countOf(theirs))
  return counted > countOf(ours) ? withMemberOf(next, 'idGlobal', counted) : next
}

function countOf(form: unknown): number {
  const count = asNumber(asRecord(form)['idGlobal'] ?? 0)
  return Number.isSafeInteger(count) ? count : 0
}

/** A form with something among its nodes that is no node: it is not taken apart. */
function isOdd(form: unknown): boolean {
  if (!isRecord(form)) return form !== undefined
  const areNodes = (list: unknown) => list === undefined || (Array.isArray(list) && list.every(isRecord))
  if (!areNodes(form['fields'])) return true
  for (const { node } of nodesIn(form)) {
    const config = node['__config__']
    if ((config !== undefined && !isRecord(config)) || !areNodes(asRecord(config)['children'])) return true
  }
  return false
}
