import { choiceIndex } from '@runtime/widget/choice'
import { itemsOf } from '@runtime/widget/read'
import { useDeferredValue, useMemo, useState } from 'react'
import type { EditProps } from '../../widget'
import { branchKeys, type ChoiceRow, choiceRows, initiallyExpanded } from './rows'

/** How a box of choices behaves; the difference between select and tree-select. */
export interface ChoiceBoxProps {
  readonly props: EditProps<object, unknown>
  readonly multiple: boolean
  readonly filterable: boolean
  readonly clearable: boolean
  readonly tree?: boolean
  /** Only leaves may be chosen: of a single choice, or always. */
  readonly leafOnly?: boolean | 'always'
  /** What a chosen value is called, where that is not its own label: a cascader's whole path. */
  readonly nameOf?: (value: unknown) => string
  /** In a table cell: no border, open at once. */
  readonly bare?: boolean
  /** In a table cell: what was typed before it was here. */
  readonly begun?: string
  /** The list is about to be shown. */
  readonly onOpen?: () => void
  /** The same in a table of its own, which the list's last line opens, or a press of the field itself. */
  readonly table?: { readonly text: string; readonly open: () => void; readonly atPress: boolean }
}

const NOTHING: ReadonlySet<string> = new Set()

/** State of a box of choices: what is chosen, what is typed, which line is active, what is unfolded. */
export function useChoiceBox(box: ChoiceBoxProps) {
  const { props, multiple, tree = false, leafOnly = false } = box
  const { value, options, host } = props
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const [expanded, setExpanded] = useState(NOTHING)
  /** The choices as they were when it was last seen which lines are unfolded. */
  const [unfoldedOf, setUnfoldedOf] = useState(options)
  const sought = useDeferredValue(query)
  const locked = props.disabled || props.readonly
  const chosen = useMemo(() => (value === '' ? [] : itemsOf(value)), [value])
  const keys = useMemo(() => new Set(chosen.map(String)), [chosen])
  // Choices that come while the tree is open are unfolded as those that are there when it opens.
  if (tree && open && unfoldedOf !== options) {
    const before = branchKeys(unfoldedOf)
    const fresh = [...initiallyExpanded(options, keys)].filter((key) => !before.has(key))
    setUnfoldedOf(options)
    if (fresh.length > 0) setExpanded(new Set([...expanded, ...fresh]))
  }
  const index = useMemo(
    () => (chosen.length > 0 ? choiceIndex(options, host) : null),
    [options, host, chosen],
  )
  const rows = useMemo(
    () => (open ? choiceRows(options, host.text, sought, (key) => !tree || expanded.has(key)) : []),
    [open, options, host, sought, tree, expanded],
  )
  /** The active line; where typing was faster than the list, the first that it leads to. */
  const current = (): ChoiceRow | undefined => {
    if (sought === query) return rows[Math.min(active, Math.max(0, rows.length - 1))]
    const found = choiceRows(options, host.text, query, (key) => !tree || expanded.has(key))
    return found.find((row) => !isLocked(row))
  }
  const isLocked = (row: ChoiceRow) =>
    row.option.disabled === true || (row.expandable && (leafOnly === 'always' || (leafOnly && !multiple)))

  const show = (): readonly ChoiceRow[] => {
    if (locked || open) return rows
    box.onOpen?.()
    const unfolded = tree ? initiallyExpanded(options, keys) : NOTHING
    setExpanded(unfolded)
    setUnfoldedOf(options)
    setQuery('')
    const lines = choiceRows(options, host.text, '', (key) => !tree || unfolded.has(key))
    setActive(
      Math.max(
        0,
        lines.findIndex((row) => keys.has(row.key)),
      ),
    )
    setOpen(true)
    return lines
  }
  const hide = () => {
    setOpen(false)
    setQuery('')
  }
  /** Opens the list at the line that begins so. */
  const jump = (beginning: string) => {
    const found = show().findIndex((row) => row.label.toLowerCase().startsWith(beginning))
    if (found >= 0) setActive(found)
  }
  const search = (text: string) => {
    if (!open) show()
    setQuery(text)
    setActive(0)
  }
  const fold = (row: ChoiceRow) => {
    const next = new Set(expanded)
    if (!next.delete(row.key)) next.add(row.key)
    setExpanded(next)
  }
  const remove = (item: unknown) => props.onChange(chosen.filter((other) => other !== item))
  const choose = (row: ChoiceRow | undefined) => {
    if (!row || row.option.disabled) return
    if (isLocked(row)) {
      if (row.expandable) fold(row)
      return
    }
    if (!multiple) {
      props.onChange(row.option.value)
      hide()
    } else if (keys.has(row.key)) props.onChange(chosen.filter((item) => String(item) !== row.key))
    else props.onChange([...chosen, row.option.value])
  }
  return {
    open,
    query,
    sought,
    active: Math.min(active, Math.max(0, rows.length - 1)),
    rows,
    current,
    chosen,
    locked,
    label: (item: unknown) => box.nameOf?.(item) ?? index?.label(item) ?? String(item),
    /** Stored, but not among the choices. */
    stranger: (item: unknown) => !index?.find(item),
    isChosen: (row: ChoiceRow) => keys.has(row.key),
    isLocked,
    show,
    hide,
    jump,
    search,
    fold,
    choose,
    remove,
    clear: () => props.onChange(multiple ? [] : null),
    setActive,
  }
}

export type ChoiceBoxState = ReturnType<typeof useChoiceBox>
