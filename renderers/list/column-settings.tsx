import { Button, Checkbox } from '@arco-design/web-react'
import { IconDown, IconUp } from '@arco-design/web-react/icon'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { useState } from 'react'
import { Popup } from '../dialog'
import { useHost } from '../host'
import type { ColumnChoice } from './column-choice'
import { labelOf } from './column-label'

/** Which columns show, and in which order: a drawer of 320 px (`spec/administration.md §2`). */
export function ColumnSettings({
  plan,
  columns,
  choice,
  onSave,
  onClose,
}: {
  readonly plan: ListPlan
  readonly columns: readonly ColumnPlan[]
  readonly choice: readonly ColumnChoice[]
  /** Null brings the model's own order back. */
  readonly onSave: (choice: readonly ColumnChoice[] | null) => void
  readonly onClose: () => void
}) {
  const host = useHost()
  const [draft, setDraft] = useState(choice)
  const labels = new Map(columns.map((column) => [column.id, labelOf(column, plan, host)]))
  const shown = draft.filter(({ columnVisible }) => columnVisible).length
  const move = (from: number, to: number) => {
    const moved = draft.toSpliced(from, 1)
    const item = draft[from]
    if (item) setDraft(moved.toSpliced(to, 0, item))
  }
  const finish = (result: readonly ColumnChoice[] | null) => {
    onSave(result)
    onClose()
  }
  return (
    <Popup
      mode="drawer"
      width="320px"
      title={host.text('@view.columnSettings')}
      visible
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => finish(null)}>{host.text('@view.reset')}</Button>
          <Button type="primary" onClick={() => finish(draft)}>
            {host.text('@view.confirm')}
          </Button>
        </>
      }
    >
      <ul className="loam-list-columns">
        {draft.map((item, index) => (
          <li key={item.prop}>
            <Checkbox
              checked={item.columnVisible}
              // A list without any column could not be told from an empty one.
              disabled={item.columnVisible && shown === 1}
              onChange={(columnVisible) => setDraft(draft.with(index, { ...item, columnVisible }))}
            >
              {labels.get(item.prop)}
            </Checkbox>
            <Button
              type="text"
              size="mini"
              icon={<IconUp />}
              aria-label={`${host.text('@view.moveUp')} ${labels.get(item.prop)}`}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            />
            <Button
              type="text"
              size="mini"
              icon={<IconDown />}
              aria-label={`${host.text('@view.moveDown')} ${labels.get(item.prop)}`}
              disabled={index === draft.length - 1}
              onClick={() => move(index, index + 1)}
            />
          </li>
        ))}
      </ul>
    </Popup>
  )
}
