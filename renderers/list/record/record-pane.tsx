import { Button } from '@arco-design/web-react'
import { IconClose, IconDown, IconExpand, IconUp } from '@arco-design/web-react/icon'
import { HeadingLevel } from '@widgets/shared/heading'
import '@arco-design/web-react/es/Button/style/css.js'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useHost } from '../../host'
import { FailedPlace } from '../notices'
import { neighbours } from '../record-order'
import { ActMenu, useRecordActs } from './record-acts'
import { RecordBody } from './record-body'
import { RecordFacts, RecordState } from './record-facts'
import { Step } from './step'
import { type ReadRecord, useReading } from './use-reading'
import './record-page.css'
import './record-pane.css'

export interface RecordPaneProps extends ReadRecord {
  /** The records of the list, in its order. */
  readonly ids: readonly string[]
  /** The address of the list, below which the record has its own; absent: it has none. */
  readonly path: string | undefined
  readonly dirty: RefObject<() => boolean>
  /** It was opened by a key: the focus goes there. */
  readonly takesFocus: boolean
  readonly onGo: (id: string) => void
  /** Opens the record at its own address; absent: it has none. */
  readonly onWhole?: (() => void) | undefined
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** A record beside its list: read, edited, with its neighbours a press away. */
export function RecordPane(props: RecordPaneProps) {
  const { model, menuId, id, ids, path, dirty, takesFocus, onGo, onWhole, onClose, onSaved } = props
  const host = useHost()
  const reading = useReading({ model, menuId, id })
  const [edited, setEdited] = useState<string | null>(null)
  const editing = edited === id
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const [before, after] = neighbours(ids, id)
  const byKey = (event: KeyboardEvent) => {
    const to = event.key === 'ArrowUp' ? before : event.key === 'ArrowDown' ? after : null
    if (to === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onGo(to)
  }
  // What was read before stays at the head until the next has come: it does not blink on the way through the list.
  const isRead = reading.record?.['id'] === id
  const gone = () => {
    const next = after ?? before
    if (next === null) onClose()
    else onGo(next)
    onSaved()
  }
  const changed = () => {
    reading.again()
    onSaved()
  }
  const { acts, opened } = useRecordActs({
    ...{ model, menuId, id, ids, reading, path, onGone: gone, onBack: onSaved, onChanged: changed },
  })
  return (
    <>
      <header className="loam-record-head">
        <div className="loam-record-name">
          <h2 ref={heading} tabIndex={-1}>
            {reading.name}
          </h2>
          <RecordState model={model} reading={reading} />
        </div>
        <div
          role="toolbar"
          aria-label={host.text('@record.pane')}
          className="loam-record-acts"
          onKeyDown={byKey}
        >
          {reading.mayEdit && !editing && (
            <Button type="primary" size="small" disabled={!isRead} onClick={() => setEdited(id)}>
              {host.text('@list.edit')}
            </Button>
          )}
          {isRead && !editing && <ActMenu acts={acts} size="small" />}
          <Step
            size="small"
            icon={<IconUp />}
            text="@record.previous"
            onPress={before === null ? null : () => onGo(before)}
          />
          <Step
            size="small"
            icon={<IconDown />}
            text="@record.next"
            onPress={after === null ? null : () => onGo(after)}
          />
          {onWhole && <Step size="small" icon={<IconExpand />} text="@record.openPage" onPress={onWhole} />}
          <Step size="small" icon={<IconClose />} text="@record.closePane" onPress={onClose} />
        </div>
        <RecordFacts model={model} reading={reading} />
      </header>
      {opened}
      {reading.error !== null ? (
        <FailedPlace message={reading.error} onRetry={reading.again} />
      ) : (
        <HeadingLevel value={3}>
          <RecordBody
            key={id}
            {...{ model, menuId, id, editing, dirty }}
            reading={isRead ? reading : { ...reading, record: null }}
            onRead={() => {
              setEdited(null)
              heading.current?.focus()
            }}
            onSaved={changed}
          />
        </HeadingLevel>
      )}
    </>
  )
}
