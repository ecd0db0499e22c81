import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import type { Text } from '@runtime/text'
import { holdsNumbers, isDrawn } from './holds-numbers'
import { leavers } from './leavers'

/** A column with its place: pixels from the left, its own width, and the edge where it stays. */
export interface PlacedColumn {
  readonly id: string
  readonly kind: 'select' | 'index' | 'data' | 'expand' | 'actions'
  readonly plan?: ColumnPlan
  readonly width: number
  readonly fixed?: 'left' | 'right'
  /** Distance from its edge, for a fixed one. */
  readonly offset: number
}

/** A header above several columns, as grid lines (1-based, end exclusive). */
export interface PlacedGroup {
  readonly id: string
  readonly label: Text
  readonly align: 'left' | 'center' | 'right'
  readonly from: number
  readonly to: number
}

export interface TableLayout {
  readonly columns: readonly PlacedColumn[]
  readonly groups: readonly PlacedGroup[]
  readonly width: number
  /** Columns for which there is no room, in their order: they stand below a row when that is opened. */
  readonly left: readonly ColumnPlan[]
  /** `grid-template-columns`. */
  readonly template: string
}

/** Pixels. */
export const NARROWEST = 120
/** Bounds of a column that is as wide as its values. */
const LEAST = 72
const MOST = 320
/** A date with its time: "2026-11-21 10:17:25" in the list's type. */
const MOMENT = 172
const SELECT = 44
const INDEX = 56
const EXPAND = 40

export interface LayoutRequest {
  readonly plan: ListPlan
  /** In the order to show. */
  readonly columns: readonly ColumnPlan[]
  /** The table's own width in pixels. */
  readonly room: number
  readonly selection: boolean
  readonly actionsWidth: number
  /** Pixels that a column's name and the values shown need, by its id; default: as its kind has it. */
  readonly needs?: ReadonlyMap<string, number>
  /** Columns of moments, by id: they are as wide as those need. */
  readonly moments?: ReadonlySet<string>
}

/** Places columns: fixed ones at their edges, spare room given to those without a width of their own. */
export function layOut({
  plan,
  columns: given,
  room,
  selection,
  actionsWidth,
  needs = NO_NEEDS,
  moments = NO_MOMENTS,
}: LayoutRequest): TableLayout {
  const all = placeAll(given)
  const fitting = room > 0 && all.layout.width > room ? asManyAsFit() : null
  if (fitting) return fitting
  const { columns, layout } = all
  const lead = columns.find(leads)
  // What scrolls sideways keeps in view whose row it is.
  const pins = room > 0 && layout.width > room && lead && widthOf(lead, needs, moments) <= room * PINNED
  return pins && !columns.some(({ fixed }) => fixed === 'left')
    ? placeAll(columns.map((column) => (column === lead ? { ...column, fixed: 'left' as const } : column)))
        .layout
    : layout

  function placeAll(all: readonly ColumnPlan[], left: readonly ColumnPlan[] = []) {
    return {
      columns: all,
      layout: place({ plan, columns: all, left, room, selection, actionsWidth, needs, moments }),
    }
  }

  /** As many columns as have room, by their priority; null where even those that always stay have none. */
  function asManyAsFit(): TableLayout | null {
    const gone = new Set<ColumnPlan>()
    const without = () =>
      placeAll(
        given.filter((column) => !gone.has(column)),
        given.filter((column) => gone.has(column)),
      ).layout
    const groups = leavers(plan, given)
    for (const [at, group] of groups.entries()) {
      for (const column of group) gone.add(column)
      let tried = without()
      if (tried.width > room) continue
      // A wide one that left last leaves room for narrower ones that left before it.
      for (const earlier of groups.slice(0, at).toReversed()) {
        for (const column of earlier) gone.delete(column)
        const more = without()
        if (more.width <= room) tried = more
        else for (const column of earlier) gone.add(column)
      }
      return tried
    }
    return null
  }
}

const NO_NEEDS: ReadonlyMap<string, number> = new Map()
const NO_MOMENTS: ReadonlySet<string> = new Set()
/** The part of the room that the column of the row's name may cover while the others go on below it. */
const PINNED = 0.3

function leads({ path, fixed }: ColumnPlan): boolean {
  return fixed === undefined && !path.includes('.')
}

function place({
  plan,
  columns,
  left,
  room,
  selection,
  actionsWidth,
  needs,
  moments,
}: Required<LayoutRequest> & { readonly left: readonly ColumnPlan[] }): TableLayout {
  const sorted = [
    ...columns.filter(({ fixed }) => fixed === 'left'),
    ...columns.filter(({ fixed }) => fixed === undefined),
    ...columns.filter(({ fixed }) => fixed === 'right'),
  ]
  const data = sorted.map((column) => ({
    id: column.id,
    kind: 'data' as const,
    plan: column,
    width: widthOf(column, needs, moments),
    ...(column.fixed ? { fixed: column.fixed } : {}),
  }))
  const lead = { fixed: 'left' as const }
  const drafts: Omit<PlacedColumn, 'offset'>[] = [
    ...(selection ? [{ id: '#select', kind: 'select' as const, width: SELECT, ...lead }] : []),
    ...(plan.nested ? [] : [{ id: '#index', kind: 'index' as const, width: INDEX, ...lead }]),
    ...(plan.detail || left.length > 0 || expands(plan, columns)
      ? [{ id: '#expand', kind: 'expand' as const, width: EXPAND, ...lead }]
      : []),
    ...data,
    ...(actionsWidth > 0
      ? [{ id: '#actions', kind: 'actions' as const, width: actionsWidth, fixed: 'right' as const }]
      : []),
  ]
  const widened = widen(drafts, room, needs, moments)
  const placed = withOffsets(widened)
  return {
    columns: placed,
    groups: groupsOf(plan, placed),
    left,
    width: widened.reduce((sum, { width }) => sum + width, 0),
    template: widened.map(({ width }) => `${width}px`).join(' '),
  }
}

/**
 * A column's own width, else what its values need within bounds that the eye can follow. Numbers, moments and what is drawn have
 * what they need, whatever width they were given.
 */
function widthOf(
  column: ColumnPlan,
  needs: ReadonlyMap<string, number>,
  moments: ReadonlySet<string>,
): number {
  const need = needs.get(column.id)
  if (need !== undefined && (holdsNumbers(column) || isDrawn(column) || moments.has(column.id)))
    return Math.max(LEAST, need, column.width ?? 0)
  if (column.width !== undefined) return column.width
  if (need !== undefined) return Math.min(MOST, Math.max(LEAST, need))
  return isMoment(column) ? MOMENT : NARROWEST
}

/** Whether a column shows dates with their time. */
function isMoment({ field, settings }: ColumnPlan): boolean {
  const { type, format = settings?.['format'] } = field?.settings ?? {}
  const stamp = field?.widget === 'open-data' && /^(curr|create|modify)Time$/.test(String(type))
  const [, ...afterDay] = String(format).split('dd')
  return stamp || afterDay.some((part) => part.includes('HH'))
}

/** Sub-tables that open below their row instead of standing in columns. */
export function expands(plan: ListPlan, columns: readonly ColumnPlan[]): boolean {
  return plan.childTables === 'expand' && columns.some(({ path }) => path.includes('.'))
}

/** A part of their width that wide columns give before a table scrolls sideways for a few pixels. */
const GIVES = 0.15

function widen(
  drafts: readonly Omit<PlacedColumn, 'offset'>[],
  room: number,
  needs: ReadonlyMap<string, number>,
  moments: ReadonlySet<string>,
) {
  const spare = Math.floor(room) - drafts.reduce((sum, { width }) => sum + width, 0)
  if (spare <= 0) return narrow(drafts, room, needs, moments)
  const free = drafts.filter(({ kind, plan }) => kind === 'data' && plan?.width === undefined)
  const others = drafts.filter(({ kind, plan }) => kind === 'data' && plan?.isSized !== true)
  const takers =
    free.length > 0 ? free : others.length > 0 ? others : drafts.filter(({ kind }) => kind === 'data')
  if (takers.length === 0) return drafts
  const share = Math.floor(spare / takers.length)
  const rest = spare - share * takers.length
  return drafts.map((draft) => {
    const place = takers.indexOf(draft)
    return place < 0 ? draft : { ...draft, width: draft.width + share + (place === 0 ? rest : 0) }
  })
}

/**
 * Takes what is lacking from what columns have beyond their values, and from columns of words; where they have not enough
 * to give, whole columns fill the room and the others follow when it is scrolled.
 */
function narrow(
  drafts: readonly Draft[],
  room: number,
  needs: ReadonlyMap<string, number>,
  moments: ReadonlySet<string>,
) {
  const lacking = drafts.reduce((sum, { width }) => sum + width, 0) - Math.floor(room)
  const gives = drafts.map((draft) => {
    const { kind, plan, width } = draft
    if (kind !== 'data' || !plan || plan.isSized) return 0
    const isWhole = isMoment(plan) || moments.has(plan.id) || holdsNumbers(plan)
    const isOfWords = width > NARROWEST && !isWhole
    const ofWords = isOfWords ? Math.floor(width * GIVES) : 0
    return Math.max(beyondNeed(draft, needs), ofWords)
  })
  const most = gives.reduce((sum, give) => sum + give, 0)
  if (lacking > most) return wholeColumns(drafts, room, needs)
  let left = lacking
  return drafts.map((draft, index) => {
    const give = Math.min(left, Math.ceil(((gives[index] ?? 0) * lacking) / most))
    left -= give
    return give === 0 ? draft : { ...draft, width: draft.width - give }
  })
}

type Draft = Omit<PlacedColumn, 'offset'>

function beyondNeed({ kind, plan, width }: Draft, needs: ReadonlyMap<string, number>): number {
  const need = kind === 'data' && plan && !plan.isSized ? needs.get(plan.id) : undefined
  return need === undefined ? 0 : Math.max(0, width - Math.max(LEAST, need))
}

/** Columns as narrow as their values let them be, those seen at first widened so that none of them is cut. */
function wholeColumns(
  drafts: readonly Draft[],
  room: number,
  needs: ReadonlyMap<string, number>,
): readonly Draft[] {
  const least = drafts.map((draft) => ({ ...draft, width: draft.width - beyondNeed(draft, needs) }))
  let spare = room - least.reduce((sum, { fixed, width }) => (fixed ? sum + width : sum), 0)
  const seen = new Set<Draft>()
  for (const draft of least) {
    if (draft.fixed) continue
    if (draft.width > spare) break
    spare -= draft.width
    seen.add(draft)
  }
  const share = Math.floor(spare / seen.size)
  return least.map((draft) => (seen.has(draft) ? { ...draft, width: draft.width + share } : draft))
}

function withOffsets(drafts: readonly Omit<PlacedColumn, 'offset'>[]): readonly PlacedColumn[] {
  let left = 0
  const fromLeft = drafts.map((draft) => {
    const offset = left
    left += draft.width
    return { ...draft, offset }
  })
  let right = 0
  return fromLeft
    .toReversed()
    .map((draft) => {
      const offset = right
      right += draft.width
      return draft.fixed === 'right' ? { ...draft, offset } : draft
    })
    .toReversed()
}

/** Groups stand over neighbours only: a column moved away from its group stands alone. Fixed ones are not grouped. */
function groupsOf(plan: ListPlan, columns: readonly PlacedColumn[]): readonly PlacedGroup[] {
  const groups: PlacedGroup[] = []
  for (const [index, column] of columns.entries()) {
    const group = column.plan && !column.fixed ? groupFor(plan, column.plan) : undefined
    if (!group) continue
    const last = groups.at(-1)
    if (last?.id.startsWith(`${group.id}:`) && last.to === index + 1) {
      groups[groups.length - 1] = { ...last, to: index + 2 }
    } else {
      groups.push({ ...group, id: `${group.id}:${index}`, from: index + 1, to: index + 2 })
    }
  }
  return groups
}

function groupFor(plan: ListPlan, column: ColumnPlan) {
  const header = plan.headers.find(({ columns }) => columns.includes(column.path))
  if (header) return { id: header.id, label: header.label, align: header.align }
  const [table] = column.path.split('.')
  if (!table || table === column.path) return undefined
  const label = plan.form?.fields.get(table)?.label
  return label === undefined ? undefined : { id: table, label, align: 'center' as const }
}
