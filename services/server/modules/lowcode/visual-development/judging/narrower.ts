import { isSecret } from '@runtime/form'
import { isEntered } from '@runtime/form/engine/entered'
import type { FieldPlan } from '@runtime/form/plan'
import { asRecord } from '@runtime/json'
import { jsonEqual } from '@runtime/schema'
import type { JsonSchema } from '@runtime/schema/json-schema'
import type { Option } from '@runtime/widget/definition'
import { isRoomier } from './room'

/** Whether a value that one field of a form took may be refused by what has become of it; rules are no part of this. */
export function isNarrower(before: FieldPlan, after: FieldPlan): boolean {
  if (!isEntered(after)) return false
  if (after.required && !before.required) return true
  // What is kept encrypted is as good as it was when it was saved.
  if (isSecret(after) || isSecret(before)) return false
  return (
    !isEntered(before) ||
    (after.visible && !before.visible) ||
    isOther(before, after) ||
    isNarrowerSchema(before.schema, after.schema) ||
    hasMorePatterns(before, after) ||
    hasFewerOptions(before, after) ||
    hasLessRoom(before, after)
  )
}

/** Whether its values were saved by another widget, as rows or as something else. */
export function isOther(before: FieldPlan, after: FieldPlan): boolean {
  return before.widget !== after.widget || Boolean(before.columns) !== Boolean(after.columns)
}

const hasMorePatterns = (before: FieldPlan, after: FieldPlan): boolean =>
  after.patterns.some(
    ({ pattern, flags }) => !before.patterns.some((one) => one.pattern === pattern && one.flags === flags),
  )

/** Words of a schema that refuse what is more, or less, than they say. */
const MOST = new Set(['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties'])
const LEAST = new Set(['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties'])
/** Words that refuse nothing. */
const NOTES = new Set(['title', 'description', 'default', 'examples', '$comment'])

/** Whether a schema may refuse what another one takes; of what is not compared it is taken for granted. */
export function isNarrowerSchema(before: JsonSchema, after: JsonSchema): boolean {
  const old = asRecord(before)
  return Object.entries(after).some(([word, now]) => {
    const then = old[word]
    if (now === undefined || NOTES.has(word) || jsonEqual(then, now)) return false
    if (word === 'type')
      return then === undefined || !typesOf(then).every((type) => takes(typesOf(now), type))
    if (word === 'uniqueItems') return now === true
    if (word === 'items' && then !== undefined) return isNarrowerSchema(asRecord(then), asRecord(now))
    if (word === 'enum' && Array.isArray(now) && Array.isArray(then))
      return then.some((one) => !now.some((other) => jsonEqual(one, other)))
    if (typeof then !== 'number' || typeof now !== 'number') return true
    if (MOST.has(word)) return now < then
    return LEAST.has(word) ? now > then : true
  })
}

const typesOf = (type: unknown): readonly unknown[] => (Array.isArray(type) ? type : [type])
const takes = (types: readonly unknown[], type: unknown): boolean =>
  types.includes(type) || (type === 'integer' && types.includes('number'))

/** Choices of the document itself alone: of others nothing is known but that they were there when they were chosen. */
function hasFewerOptions({ options: before }: FieldPlan, { options: after }: FieldPlan): boolean {
  if (after?.kind !== 'static') return false
  if (before?.kind !== 'static') return true
  const now = new Set(pathsIn(after.options))
  return pathsIn(before.options).some((path) => !now.has(path))
}

function pathsIn(options: readonly Option[], above: readonly unknown[] = []): readonly string[] {
  return options.flatMap(({ value, children = [] }) => {
    const path = [...above, value]
    return [JSON.stringify(path), ...pathsIn(children, path)]
  })
}

/** What a widget checks by itself it checks by its settings. */
function hasLessRoom(before: FieldPlan, after: FieldPlan): boolean {
  if (!after.definition?.check) return false
  const names = new Set([...Object.keys(before.settings), ...Object.keys(after.settings)])
  return [...names].some((name) => {
    const [then, now] = [before.settings[name], after.settings[name]]
    return !jsonEqual(then ?? null, now ?? null) && !isRoomier(name, then, now, after.settings)
  })
}
