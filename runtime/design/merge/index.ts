import { asRecord } from '../../json'
import { jsonEqual } from '../../schema'
import type { Change } from '../diff'
import { type ModelTexts, type ModelTree, modelTexts, openModel, type Part } from '../document'
import type { Widgets } from '../references'
import { mergeForms } from './form'
import { calledAlike, type Trees } from './names'
import type { NodeClash } from './nodes'
import type { Side } from './order'
import { mergeValue, type Step, type Three } from './values'
import { labelsOf, memberWords, nodeWords } from './words'

export type { Side } from './order'

/** Texts of a model and its documented kind (`1` a form, `2` with a list). */
export interface MergedModel extends ModelTexts {
  readonly webType: string
}

/** What both sides have changed, and not alike. */
export interface Conflict {
  /** Stands for it in the choices, while the three designs are as they are. */
  readonly key: string
  /** Path of the field that it is about; absent: it is about none. */
  readonly path?: string
  /** What each side has made of it. */
  readonly ours: readonly Change[]
  readonly theirs: readonly Change[]
}

export interface Merged {
  readonly model: MergedModel
  /** All that was asked, the answered too; what was not answered is as in ours. */
  readonly conflicts: readonly Conflict[]
}

const MERGED = ['formData', 'columnData', 'appColumnData', 'tables'] as const
type MergedPart = (typeof MERGED)[number]

/** Members that only repeat what the form says, or count what the designer has drawn; ours are as good as theirs. */
const FOLLOWING = new Set(['renderKey', 'columnOptions', 'defaultColumnList', 'dragDisabled', 'idGlobal'])

/**
 * Merges a design into another one by what both come from. What one side alone has changed is taken; what both have changed
 * differently is a conflict, answered by `choices` (by key). Nodes are the same where their identity is, else their name;
 * entries of lists by what they are about. Of what stays each byte stays.
 * @param base what both come from; `null`: nothing is known of it
 */
export function mergeModels(
  models: { readonly base: MergedModel | null; readonly ours: MergedModel; readonly theirs: MergedModel },
  widgets: Widgets,
  choices: ReadonlyMap<string, Side> = new Map(),
): Merged {
  const { ours, theirs } = models
  const base = models.base ?? { webType: ours.webType }
  const documents = {
    ours: openModel(textsOf(ours)),
    theirs: openModel(textsOf(theirs)),
    base: openModel(textsOf(base)),
  }
  const trees = calledAlike(
    {
      base: models.base ? documents.base.tree : {},
      ours: documents.ours.tree,
      theirs: documents.theirs.tree,
    },
    widgets,
  )
  const merging = new Merging(trees, widgets, choices)
  const tree: Partial<Record<Part, unknown>> = { ...trees.ours }
  const read = { ...documents.ours.read }
  for (const part of MERGED) {
    const texts = { base: models.base?.[part] ?? '', ours: ours[part] ?? '', theirs: theirs[part] ?? '' }
    if (trees.ours[part] !== undefined && trees.theirs[part] !== undefined) tree[part] = merging.part(part)
    else if (mergeValue(texts, [], merging.whole(part)) !== texts.ours) {
      // One side has no document there, or none that can be read.
      tree[part] = trees.theirs[part]
      read[part] = documents.theirs.read[part] ?? { text: texts.theirs }
    }
  }
  const kinds = { base: models.base?.webType, ours: ours.webType, theirs: theirs.webType }
  const webType = mergeValue(kinds, [], merging.kind) === kinds.ours ? kinds.ours : kinds.theirs
  const model = { webType, ...modelTexts({ tree: withoutNothing(tree), read }) }
  return { model, conflicts: merging.conflicts }
}

class Merging {
  readonly conflicts: Conflict[] = []
  readonly #trees: Trees
  readonly #widgets: Widgets
  readonly #choices: ReadonlyMap<string, Side>
  #labels: string | undefined

  constructor(trees: Trees, widgets: Widgets, choices: ReadonlyMap<string, Side>) {
    this.#trees = trees
    this.#widgets = widgets
    this.#choices = choices
  }

  part(part: MergedPart): unknown {
    const { base, ours, theirs } = this.#trees
    const document = { base: base[part], ours: ours[part], theirs: theirs[part] }
    const ask = (path: readonly Step[], values: Three): Side => {
      const isCopy = part !== 'formData' && path.includes('__config__')
      if (isCopy || path.some((step) => typeof step === 'string' && FOLLOWING.has(step))) return 'ours'
      return this.#asked([part, path], () => {
        this.#labels ??= labelsOf(ours, this.#widgets)
        return memberWords(part, document, { path, values }, this.#labels, this.#widgets)
      })
    }
    if (part !== 'formData') return mergeValue(document, [], ask)
    return mergeForms(document, this.#widgets.catalogue, ask, (clash) => this.#askNode(clash))
  }

  /** A document as a whole. */
  whole(part: MergedPart) {
    return (): Side => this.#asked([part], () => ofPart('@diff.text', part))
  }

  readonly kind = (_: readonly Step[], { ours, theirs }: Three): Side => {
    const says = (value: unknown): readonly Change[] => [
      {
        kind: 'model',
        weight: 'other',
        text: '@diff.kindIs',
        params: { kind: KINDS.get(value) ?? String(value) },
      },
    ]
    return this.#asked(['webType'], () => ({ ours: says(ours), theirs: says(theirs) }))
  }

  #askNode(clash: NodeClash): Side {
    const { kind, token, path } = clash
    if (path.some((step) => typeof step === 'string' && FOLLOWING.has(step))) return 'ours'
    const field = (clash.in.ours ?? clash.in.theirs)?.path
    return this.#asked([kind, token, path], () => nodeWords(clash, this.#widgets), field)
  }

  #asked(what: readonly unknown[], says: () => Pick<Conflict, Side>, path?: string): Side {
    const key = JSON.stringify(what)
    this.conflicts.push({ key, ...(path && { path }), ...says() })
    return this.#choices.get(key) ?? 'ours'
  }
}

const KINDS: ReadonlyMap<unknown, string> = new Map([
  ['1', '@development.kind.form'],
  ['2', '@development.kind.formAndList'],
  ['4', '@diff.dataView'],
])

function ofPart(text: string, part: MergedPart): Pick<Conflict, Side> {
  const change: Change = { kind: 'text', weight: 'other', text, params: { part: `@design.text.${part}` } }
  return { ours: [change], theirs: [change] }
}

function textsOf(model: MergedModel): ModelTexts {
  return Object.fromEntries(MERGED.map((part) => [part, model[part] ?? '']))
}

function withoutNothing(tree: Partial<Record<Part, unknown>>): ModelTree {
  return Object.fromEntries(Object.entries(tree).filter(([, value]) => value !== undefined))
}

/** Whether two designs say the same, however they are written. */
export function isSameDesign(one: MergedModel, other: MergedModel): boolean {
  const [left, right] = [openModel(textsOf(one)).tree, openModel(textsOf(other)).tree]
  return MERGED.every(
    (part) =>
      (one[part] ?? '').trim() === (other[part] ?? '').trim() ||
      jsonEqual(asRecord(left)[part] ?? null, asRecord(right)[part] ?? null),
  )
}
