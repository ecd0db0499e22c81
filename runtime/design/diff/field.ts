import { FORM_SLOT, NODE_SLOT, type Node } from '../../form/formdata/identities'
import { isWritten } from '../../form/formdata/scripts'
import { asRecord, isRecord } from '../../json'
import { jsonEqual } from '../../schema'
import type { JsonSchema } from '../../schema/json-schema'
import type { ModelTree } from '../document'
import { followNames, type Widgets } from '../references'
import { settingsOf, toFormData } from '../settings'
import { type Subject, subjectOf } from '../subjects'
import { ruleOf } from '../subjects/rule-settings'
import type { Change, Said, Weight } from './change'
import type { Standing } from './match'
import { called, calledIn, differing, own, placeOf } from './naming'
import { optionChanges } from './options'
import { isNothing, short, valueWords } from './values'
import { weightOf } from './weight'

/** What both forms are looked at with. */
export interface Compared {
  readonly before: ModelTree
  readonly after: ModelTree
  readonly widgets: Widgets
  /** Old path of a field → the name that it has now. */
  readonly renamed: ReadonlyMap<string, string>
}

/** Members that follow from where a node stands or when it was made; people are told nothing of them. */
const QUIET = new Set([
  ...['formId', 'renderKey', 'tag', 'layout', 'componentName', 'dragDisabled', 'jnpfKey'],
  ...['tableName', 'relationTable', 'isSubTable', 'parentVModel', 'on', '__loam__', '__config__'],
])
/** Rules of a field, as expressions. */
const RULES = ['visible', 'required', 'disabled', 'readonly', 'formula']

/** Whether a node says the same in both forms, apart from what stands in it. */
function isSameNode(before: Node, after: Node): boolean {
  return isSameRecord(before, after, (name) => {
    const [old, next] = [before[name], after[name]]
    if (name !== '__config__' || !isRecord(old) || !isRecord(next)) return jsonEqual(old, next)
    return isSameRecord(
      old,
      next,
      (member) => member === NODE_SLOT[1] || jsonEqual(old[member], next[member]),
    )
  })
}

function isSameRecord(before: Node, after: Node, isSame: (name: string) => boolean): boolean {
  if (before === after) return true
  const names = Object.keys(before)
  if (names.length !== Object.keys(after).length) return false
  return names.every((name) => Object.hasOwn(after, name) && isSame(name))
}

/** What has changed of a node that both forms have. */
export function nodeChanges(old: Standing, next: Standing, compared: Compared): readonly Change[] {
  if (isSameNode(old.node, next.node)) return []
  const earlier = following(old, compared)
  const changes: Change[] = []
  const tell: Tell = (kind, weight, text, params = {}) =>
    changes.push({
      kind,
      weight,
      ...placeOf(next),
      text,
      params: { field: called(kind === 'relabelled' ? old : next), ...params },
    })
  if (old.name !== next.name)
    tell('renamed', 'other', '@diff.renamed', { before: nameWords(old.name), after: nameWords(next.name) })
  const isOther = old.definition !== next.definition || widgetWord(old) !== widgetWord(next)
  if (isOther) {
    const weight = weightOfWidget(old, next)
    tell('widget', weight, '@diff.widget', { before: widgetWord(old), after: widgetWord(next) })
  }
  const subjects = {
    before: subjectAt(compared.before, { ...old, node: earlier }, compared.widgets),
    after: subjectAt(compared.after, next, compared.widgets),
  }
  const told = subjectChanges(subjects, tell, isOther)
  if (!told.has('label') && !told.has('title')) {
    const [before, after] = [calledIn(old), calledIn(next)]
    if (!isOther && !subjects.after && !jsonEqual(before, after))
      tell('relabelled', 'other', '@diff.relabelled', { after })
  }
  if (!subjects.before || !subjects.after)
    for (const event of differing(earlier['on'], next.node['on'], jsonEqual))
      scriptChange(short(event), own(earlier['on'], event), own(next.node['on'], event), tell)
  ruleChanges(earlier, next.node, tell)
  if (!isOther) rest(earlier, next, told, compared, tell)
  return changes
}

/** The node as it would be called now: what only follows a name that has changed is no change. */
function following(old: Standing, { renamed, widgets }: Compared): Node {
  if (renamed.size === 0 || !old.definition) return old.node
  try {
    const names = { own: old.name, table: old.table?.name }
    return followNames(old.node, names, renamed, widgets)
  } catch {
    return old.node
  }
}

export type Tell = (
  kind: Change['kind'],
  weight: Weight,
  text: string,
  params?: Readonly<Record<string, Said>>,
) => void

interface Subjects {
  readonly before: Subject | undefined
  readonly after: Subject | undefined
}

/** A node's settings by their titles and values; none of what is no widget, or cannot be read. */
function subjectAt(
  tree: ModelTree,
  { at, node, definition }: Standing,
  widgets: Widgets,
): Subject | undefined {
  const [, ...path] = at
  try {
    const subject = widgets.designed.has(definition?.key ?? '')
      ? subjectOf({ formData: { fields: [node] } }, widgets, { part: 'formData', path: [...FORM_SLOT, 0] })
      : subjectOf(tree, widgets, { part: 'formData', path })
    return subject?.kind === 'unknown' ? undefined : subject
  } catch {
    return undefined
  }
}

/** Says what differs in settings; gives the names of those that the panel has. */
function subjectChanges({ before, after }: Subjects, tell: Tell, isOther: boolean): ReadonlySet<string> {
  const properties = { ...before?.schema.properties, ...after?.schema.properties }
  const names = Object.keys(properties)
  if (!before || !after) return new Set()
  for (const name of names) {
    // What another widget has of its own goes without saying.
    const isShared =
      before.schema.properties?.[name] !== undefined && after.schema.properties?.[name] !== undefined
    // Rules are told as such.
    if ((isOther && !isShared) || ruleOf(name) !== undefined) continue
    const [old, next] = [own(before.values, name), own(after.values, name)]
    if (name === 'name' || jsonEqual(old ?? null, next ?? null) || (isNothing(old) && isNothing(next)))
      continue
    const isScript = after.places.get(name)?.format === 'script'
    settingChange(name, [old, next], { schema: properties[name] ?? {}, isScript }, tell)
  }
  return new Set(names)
}

/** Says one setting's change, by what people call it. */
export function settingChange(
  name: string,
  [old, next]: readonly [unknown, unknown],
  { schema, isScript }: { readonly schema: JsonSchema; readonly isScript: boolean },
  tell: Tell,
): void {
  const setting = typeof schema.title === 'string' ? schema.title : name
  if (isScript) {
    scriptChange(setting, old, next, tell)
    return
  }
  const weight = weightOf(name, old, next)
  if (name === 'required' || name === 'unique') {
    tell(name, weight, `@diff.${name}.${next === true ? 'on' : 'off'}`)
    return
  }
  if (name === 'options') {
    const changes = optionChanges(old, next)
    for (const { weight, text, params } of changes ?? []) tell('options', weight, text, params)
    if (changes && changes.length > 0) return
    tell('options', changes ? 'other' : 'tighter', changes ? '@diff.optionsChanged' : '@diff.optionsSource')
    return
  }
  const kind =
    name === 'label' || name === 'title' ? 'relabelled' : name === 'expression' ? 'calculation' : 'setting'
  const [before, after] = [valueWords(old, schema), valueWords(next, schema)]
  if (kind === 'relabelled' && before !== undefined && after !== undefined)
    tell(kind, weight, '@diff.relabelled', { after })
  else if (before === undefined || after === undefined)
    tell(kind, weight, '@diff.settingChanged', { setting })
  else tell(kind, weight, '@diff.setting', { setting, before, after })
}

/** Scripts that nobody wrote are saved all the same. */
export function scriptChange(event: Said, old: unknown, next: unknown, tell: Tell): void {
  const [was, is] = [isWritten(old), isWritten(next)]
  if (!was && !is) return
  const what = !was ? 'added' : is ? 'changed' : 'removed'
  tell('script', 'other', `@diff.script.${what}`, { event })
}

function ruleChanges(before: Node, after: Node, tell: Tell): void {
  for (const name of differing(before['__loam__'], after['__loam__'], jsonEqual)) {
    const [old, next] = [own(before['__loam__'], name), own(after['__loam__'], name)]
    const weight = name === 'required' && !isNothing(next) ? 'tighter' : 'other'
    const setting = RULES.includes(name) ? `@diff.rule.${name}` : short(name)
    const words = { before: valueWords(old), after: valueWords(next) }
    if (words.before === undefined || words.after === undefined)
      tell('rule', weight, '@diff.settingChanged', { setting })
    else tell('rule', weight, '@diff.setting', { setting, before: words.before, after: words.after })
  }
}

/** Members that the panel does not have. */
function rest(
  earlier: Node,
  { node, definition }: Standing,
  told: ReadonlySet<string>,
  { widgets }: Compared,
  tell: Tell,
): void {
  const widget = widgets.designed.get(definition?.key ?? '')
  let before = earlier
  try {
    // The earlier field with the later one's settings: what still differs is none of them.
    if (widget) before = toFormData(widget, settingsOf(widget, node), earlier)
  } catch {
    before = earlier
  }
  const isKnown = (name: string) => QUIET.has(name) || told.has(name) || name === '__vModel__'
  const names = [
    ...differing(before, node, jsonEqual),
    ...differing(before['__config__'], node['__config__'], jsonEqual).filter((name) => name !== NODE_SLOT[1]),
  ].filter((name) => !isKnown(name) && (name !== 'style' || !told.has('styleWidth')))
  const called = names.filter(
    (name) => !isNothing(own(before, name)) || !isNothing(own(node, name)) || isInConfig(before, node, name),
  )
  if (called.length === 0) return
  tell('rest', 'other', '@diff.restOfField', { settings: called.slice(0, 6).map(short) })
}

function isInConfig(before: Node, after: Node, name: string): boolean {
  return !isNothing(own(before['__config__'], name)) || !isNothing(own(after['__config__'], name))
}

function widgetWord({ definition, node }: Standing): string {
  const { title } = definition ?? {}
  if (typeof title === 'string') return title
  const key = asRecord(node['__config__'])['jnpfKey']
  return typeof key === 'string' ? short(key) : ''
}

/** How a change of widget bears on the values: whether they are of another kind, or have to be one of given ones now. */
function weightOfWidget(old: Standing, next: Standing): Weight {
  if (old.name === '' && next.name === '') return 'other'
  if (kindOfValue(old) !== kindOfValue(next)) return 'loss'
  return next.definition?.options && !old.definition?.options ? 'tighter' : 'other'
}

/** The type of its values, and whether they are ids or moments. */
function kindOfValue({ definition, node }: Standing): string {
  if (!definition) return 'unknown'
  const { defaults } = definition
  try {
    const settings: object = { ...defaults, ...definition.fromFormData?.(node) }
    const types: readonly string[] = [definition.value?.(settings).type ?? 'any'].flat()
    const type = types.includes('string') ? 'text' : types.join()
    const isMoment = (definition.moment?.(settings) ?? null) !== null
    return `${definition.kind} ${type} ${definition.names?.(settings)?.kind ?? ''} ${isMoment} ${definition.group === 'file'}`
  } catch {
    return definition.key
  }
}

function nameWords(name: string): string {
  return name === '' ? '@diff.nothing' : short(name)
}
