import { asRecord, asWord, isRecord } from '../../json'
import { readJson } from '../../json-text'
import { MODEL_NESTING } from '../../limits'
import { propOfPath } from '../../list/fields'
import { jsonEqual } from '../../schema'
import { BLANK_FORM, type ModelTexts, type ModelTree, PARTS, type Part } from '../document'
import type { Widgets } from '../references'
import { byWeight, type Change, type Said } from './change'
import type { Compared } from './field'
import { fieldChanges, formChanges } from './form'
import { listChanges, type Props } from './list'
import { pair, type Standing, standings } from './match'
import { called } from './naming'
import { short } from './values'

export { type Change, type Said, WEIGHTS, type Weight } from './change'
export { changeWords } from './words'

/** A design of a model: its texts, what it is called, and its documented kind (`1` a form, `2` with a list, `4` a view). */
export interface ComparedModel extends ModelTexts {
  readonly fullName: string
  readonly webType: string
}

/**
 * What has become of a design, in words: worst first, then in the order of the documents. Fields are the same where their
 * identity is, so that a rename is one, and a move. Designs that say the same have no changes, however their texts are
 * written; those that do not have at least one. It takes time in proportion to the texts.
 */
export function changesBetween(
  before: ComparedModel,
  after: ComparedModel,
  widgets: Widgets,
): readonly Change[] {
  const parts = PARTS.filter((part) => (before[part] ?? '') !== (after[part] ?? ''))
  const [old, next] = [treeOf(before), treeOf(after)]
  const differ = parts.filter((part) => !isSamePart(part, before, after, old, next))
  const isRead = (part: Part) => old[part] !== undefined && next[part] !== undefined
  const form = formsOf(old, next, widgets)
  const changes = [
    ...modelChanges(before, after),
    ...differ.flatMap((part): readonly Change[] => {
      if (!isRead(part)) return [unread(part, before, after, old, next)]
      if (part === 'formData') return form.changes()
      if (part === 'columnData' || part === 'appColumnData')
        return listChanges(part, old[part], next[part], form.props())
      return [restOf(part)]
    }),
  ]
  // What follows from other changes is not told, unless there is nothing else to tell.
  return byWeight(changes.length > 0 ? changes : differ.map(restOf))
}

/** The values alone of the texts, which comes to a quarter of the time: nothing of this is stored. */
function treeOf(texts: ModelTexts): ModelTree {
  return Object.fromEntries(
    PARTS.flatMap((part) => {
      const text = texts[part] ?? ''
      const read = readJson(part === 'formData' && text.trim() === '' ? BLANK_FORM : text, MODEL_NESTING)
      return !read.fault && (isRecord(read.value) || Array.isArray(read.value)) ? [[part, read.value]] : []
    }),
  )
}

/** Numbers whose last digits a number of ours does not keep. */
const LONG_NUMBER = /\d{16,}/g

function isSamePart(
  part: Part,
  before: ModelTexts,
  after: ModelTexts,
  old: ModelTree,
  next: ModelTree,
): boolean {
  const [one, other] = [before[part] ?? '', after[part] ?? '']
  if (one.trim() === other.trim()) return true
  if (old[part] === undefined || next[part] === undefined) return false
  const numbers = (text: string) => (text.match(LONG_NUMBER) ?? []).sort().join()
  return jsonEqual(old[part], next[part]) && numbers(one) === numbers(other)
}

function formsOf(before: ModelTree, after: ModelTree, widgets: Widgets) {
  const sides = {
    before: standings(before.formData, widgets.catalogue),
    after: standings(after.formData, widgets.catalogue),
  }
  pair(sides.before, sides.after, { before: before.formData, after: after.formData })
  const renamed = new Map(
    sides.before.flatMap(({ path, other, name }) =>
      path !== '' && other && other.name !== name ? [[path, other.name] as const] : [],
    ),
  )
  const compared: Compared = { before, after, widgets, renamed }
  return {
    changes: () => [...fieldChanges(sides.before, sides.after, compared), ...formChanges(compared)],
    props: () => propsOf(sides.before, sides.after),
  }
}

function propsOf(before: readonly Standing[], after: readonly Standing[]): Props {
  const named = before.filter(({ path }) => path !== '')
  const labelsOf = (all: readonly Standing[]) =>
    new Map(
      all.flatMap(({ path, node }) => {
        const { label } = asRecord(node['__config__'])
        return path !== '' && typeof label === 'string' ? [[propOfPath(path), label] as const] : []
      }),
    )
  const titles = new Map<string, Said>()
  for (const one of [...named, ...after]) if (one.path !== '') titles.set(propOfPath(one.path), called(one))
  const stays = new Set(after.flatMap(({ path }) => (path === '' ? [] : [propOfPath(path)])))
  return {
    renamed: new Map(
      named.flatMap(({ path, other }) =>
        other && other.path !== '' && other.path !== path
          ? [[propOfPath(path), propOfPath(other.path)] as const]
          : [],
      ),
    ),
    stays,
    gone: new Set(
      named.flatMap(({ path, other }) => (other || stays.has(propOfPath(path)) ? [] : [propOfPath(path)])),
    ),
    titles,
    labels: { before: labelsOf(before), after: labelsOf(after) },
  }
}

const KINDS: Readonly<Record<string, string>> = {
  '1': '@development.kind.form',
  '2': '@development.kind.formAndList',
  '4': '@diff.dataView',
}

function modelChanges(before: ComparedModel, after: ComparedModel): readonly Change[] {
  const told = (
    text: string,
    was: string,
    is: string,
    words: (value: string) => string,
  ): readonly Change[] =>
    was === is
      ? []
      : [{ kind: 'model', weight: 'other', text, params: { before: words(was), after: words(is) } }]
  return [
    ...told('@diff.fullName', asWord(before.fullName), asWord(after.fullName), short),
    ...told('@diff.webType', asWord(before.webType), asWord(after.webType), (kind) =>
      Object.hasOwn(KINDS, kind) ? (KINDS[kind] ?? kind) : short(kind),
    ),
  ]
}

/** A part that is not there, or no JSON, in one of the designs. */
function unread(part: Part, before: ModelTexts, after: ModelTexts, old: ModelTree, next: ModelTree): Change {
  const isNew = next[part] !== undefined && (before[part] ?? '').trim() === ''
  const isGone = old[part] !== undefined && (after[part] ?? '').trim() === ''
  if (isNew || isGone) {
    const text = isNew ? '@diff.partAdded' : '@diff.partRemoved'
    return { kind: 'list', weight: 'other', pointer: `/${part}`, text, params: { part: titleOf(part) } }
  }
  return {
    kind: 'text',
    weight: 'other',
    pointer: `/${part}`,
    text: '@diff.text',
    params: { part: titleOf(part) },
  }
}

function restOf(part: Part): Change {
  return {
    kind: 'rest',
    weight: 'other',
    pointer: `/${part}`,
    text: '@diff.restOf',
    params: { part: titleOf(part) },
  }
}

function titleOf(part: Part): string {
  return part === 'settings' ? '@diff.part.settings' : `@design.text.${part}`
}
