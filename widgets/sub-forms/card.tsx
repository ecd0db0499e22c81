import { IconCopy, IconDelete, IconDown, IconRight, IconUp } from '@arco-design/web-react/icon'
import type { FieldPlan } from '@runtime/form/plan'
import type { FormStore, TableStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { memo, useCallback, useMemo, useSyncExternalStore } from 'react'
import { IconAct } from '../shared/icon-act'
import { LazyFallback } from '../shared/lazy'
import { rowContext } from '../shared/row-context'
import { RowField } from './row-field'
import { type Summary, shownText } from './summary'

export interface CardActs {
  toggle(rowId: string): void
  copy(rowId: string, index: number): void
  remove(rowId: string): void
  move(rowId: string, index: number): void
}

interface CardProps {
  readonly id: string
  readonly rowId: string
  readonly index: number
  readonly isLast: boolean
  readonly isOpen: boolean
  readonly isLocked: boolean
  readonly mayAdd: boolean
  readonly mayRemove: boolean
  /** Number of its fields whose error shows. */
  readonly errors: number
  readonly table: TableStore
  readonly store: FormStore
  readonly host: Host
  readonly summary: Summary
  readonly acts: CardActs
}

/** One sub-form: a line that tells which it is, and below it the fields while it is open. */
export const Card = memo(function Card(props: CardProps) {
  const { id, rowId, index, isOpen, errors, table, store, host, acts } = props
  const context = useMemo(() => rowContext(store, table.path, rowId), [store, table, rowId])
  const text = useSummary(props)
  const number = host.text('@subForms.number', { number: index + 1 })
  return (
    <li className="loam-sub-form" data-row={rowId} data-open={isOpen}>
      <div className="loam-sub-form-head">
        <button
          type="button"
          className="loam-sub-form-fold"
          aria-expanded={isOpen}
          aria-controls={`${id}-body`}
          onClick={() => acts.toggle(rowId)}
        >
          {isOpen ? <IconDown aria-hidden="true" /> : <IconRight aria-hidden="true" />}
          <span className="loam-sub-form-number">{number}</span>
          <span className="loam-sub-form-summary">{text}</span>
          {errors > 0 && (
            <span className="loam-sub-form-errors">{host.text('@group.errors', { count: errors })}</span>
          )}
        </button>
        {isOpen && !props.isLocked && <Acts {...props} />}
      </div>
      {isOpen && (
        <div id={`${id}-body`} className="loam-sub-form-body loam-form-grid">
          <LazyFallback shown={null}>
            {table.columns.map((field) => (
              <RowField
                key={field.name}
                id={`${id}_${field.name}`}
                field={field}
                rowId={rowId}
                table={table}
                store={store}
                host={host}
                context={context}
                isLocked={props.isLocked}
              />
            ))}
          </LazyFallback>
        </div>
      )}
    </li>
  )
})

function Acts({ rowId, index, isLast, mayAdd, mayRemove, host, acts }: CardProps) {
  const number = index + 1
  const all = [
    {
      key: 'moveUp',
      icon: <IconUp />,
      isShown: true,
      isOff: index === 0,
      act: () => acts.move(rowId, index - 1),
    },
    {
      key: 'moveDown',
      icon: <IconDown />,
      isShown: true,
      isOff: isLast,
      act: () => acts.move(rowId, index + 1),
    },
    { key: 'copy', icon: <IconCopy />, isShown: mayAdd, isOff: false, act: () => acts.copy(rowId, index) },
    { key: 'remove', icon: <IconDelete />, isShown: mayRemove, isOff: false, act: () => acts.remove(rowId) },
  ]
  return all
    .filter(({ isShown }) => isShown)
    .map(({ key, icon, isOff, act }) => {
      const name = host.text(`@subForms.${key}`, { number })
      return <IconAct key={key} icon={icon} name={name} isOff={isOff} onClick={act} />
    })
}

/** The line of a card; it follows the fields that it names and no others. */
function useSummary({ rowId, table, summary, host }: CardProps): string {
  const subscribe = useCallback(
    (notify: () => void) => {
      const leave = summary.fields.map(({ name }) => table.cell(rowId, name).subscribe(notify))
      return () => {
        for (const end of leave) end()
      }
    },
    [rowId, table, summary],
  )
  const read = useCallback(() => {
    const shown = (field: FieldPlan) => {
      const { value, options, visible } = table.cell(rowId, field.name).read()
      return visible ? shownText(field, value, options, host, (path) => table.row(rowId)[path]) : ''
    }
    return summary.textOf(shown)
  }, [rowId, table, summary, host])
  return useSyncExternalStore(subscribe, read)
}
