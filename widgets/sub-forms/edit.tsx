import { IconPlus, IconUndo } from '@arco-design/web-react/icon'
import type { TableRow } from '@runtime/widget/rows'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Heading } from '../shared/heading'
import { IconAct } from '../shared/icon-act'
import type { EditProps } from '../widget'
import { Card } from './card'
import type { SubFormsSettings } from './definition'
import './sub-forms.css'
import { summaryOf } from './summary'

/** So many are open when a record is; more begin folded. */
const FEW = 3

/** A list of sub-forms: cards that are folded to a line, of which those that are open are drawn. */
export function SubFormsEdit(props: EditProps<SubFormsSettings, readonly TableRow[]>) {
  const { id, settings, label, disabled, readonly, required, field, host, context } = props
  const { store } = context
  const table = store.table(field.path)
  const { ids, canUndo } = useSnapshot(table.state)
  // What counts the errors of the form tells that those of a card may differ.
  useSnapshot(store.status).errors
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(ids.length > FEW ? [] : ids))
  const [wanted, setWanted] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const summary = useMemo(
    () => summaryOf(table.columns, settings.summary, host),
    [table, settings.summary, host],
  )
  const isLocked = disabled || readonly
  const mayAdd = !isLocked && (settings.max === undefined || ids.length < settings.max)
  const mayRemove = !isLocked && ids.length > settings.min
  const toggle = useCallback((rowId: string) => {
    setOpen((known) => {
      const next = new Set(known)
      if (!next.delete(rowId)) next.add(rowId)
      return next
    })
  }, [])
  const show = useCallback((rowId: string) => {
    setOpen((known) => new Set(known).add(rowId))
    setWanted(rowId)
  }, [])
  const add = (given: TableRow, index: number) => {
    const [rowId] = table.insert([given], index)
    store.flush()
    if (rowId !== undefined) show(rowId)
  }
  useEffect(() => {
    if (wanted === null) return
    const card = list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(wanted)}"]`)
    card?.scrollIntoView({ block: 'nearest' })
    firstOf(card)?.focus({ preventScroll: true })
    setWanted(null)
  }, [wanted])
  /** The form goes to its first wrong place by focusing the list: the card that holds it opens. */
  const goToError = () => {
    const wrong = ids.find((rowId) => table.errorCount(rowId) > 0) ?? ids[0]
    if (wrong !== undefined) show(wrong)
  }
  const copy = useCallback(
    (rowId: string, index: number) => {
      const kept = table.columns.filter(({ computed }) => !computed)
      const given = Object.fromEntries(
        kept.map(({ name }) => [name, structuredClone(table.get(rowId, name))]),
      )
      const [added] = table.insert([given], index + 1)
      store.flush()
      if (added !== undefined) show(added)
    },
    [table, store, show],
  )
  const acts = useMemo(
    () => ({
      toggle,
      copy,
      remove(rowId: string) {
        table.remove([rowId])
        store.flush()
      },
      move(rowId: string, index: number) {
        table.move(rowId, index)
        store.flush()
      },
    }),
    [toggle, copy, table, store],
  )
  return (
    <section className="loam-sub-forms" aria-labelledby={`${id}-title`}>
      <header className="loam-sub-forms-head">
        <Heading id={`${id}-title`} className="loam-sub-forms-title">
          {required && <span className="loam-form-required" aria-hidden="true" />}
          {label}
          <span className="loam-sub-forms-count">{ids.length}</span>
        </Heading>
        {canUndo && !isLocked && (
          <IconAct icon={<IconUndo />} name={host.text('@subForms.undo')} onClick={() => table.undo()} />
        )}
      </header>
      <ul
        id={id}
        ref={list}
        tabIndex={-1}
        className="loam-sub-forms-list"
        data-takes-focus
        onFocus={(event) => event.target === event.currentTarget && goToError()}
      >
        {ids.map((rowId, index) => (
          <Card
            key={rowId}
            id={`${id}_${rowId}`}
            rowId={rowId}
            index={index}
            isLast={index === ids.length - 1}
            isOpen={open.has(rowId)}
            isLocked={isLocked}
            mayAdd={mayAdd}
            mayRemove={mayRemove}
            errors={table.errorCount(rowId)}
            table={table}
            store={store}
            host={host}
            summary={summary}
            acts={acts}
          />
        ))}
      </ul>
      {mayAdd && (
        <button type="button" className="loam-row-add" onClick={() => add({}, ids.length)}>
          <IconPlus aria-hidden="true" /> {host.text(settings.addText)}
        </button>
      )}
    </section>
  )
}

/** The first wrong field in a card, or its first one. */
function firstOf(card: HTMLElement | null | undefined): HTMLElement | null {
  const fields = card?.querySelector('.loam-form-field-wrong') ?? card?.querySelector('.loam-sub-form-body')
  return (
    fields?.querySelector<HTMLElement>(
      'input:not([disabled]), textarea, select, button, [tabindex]:not([tabindex="-1"])',
    ) ?? null
  )
}
