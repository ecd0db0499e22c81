import { Button } from '@arco-design/web-react'
import { IconDown, IconEdit, IconLeft, IconUp } from '@arco-design/web-react/icon'
import { HeadingLevel } from '@widgets/shared/heading'
import '@arco-design/web-react/es/Button/style/css.js'
import type { WaitingSave } from '@runtime/save/saves'
import { PHONE, useMedia } from '@widgets/shared/dialog/use-media'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useHost } from '../../host'
import type { Model } from '../model'
import { FailedPlace, SkeletonRows } from '../notices'
import { keepOrder, neighbours, orderOf } from '../record-order'
import { useModel } from '../use-model'
import { WaitingPlace } from '../waiting/lazy'
import { ActButtons, ActMenu, useRecordActs } from './record-acts'
import { RecordBody } from './record-body'
import { RecordFacts, RecordState } from './record-facts'
import { Step } from './step'
import { useReading } from './use-reading'
import './record-page.css'

export interface RecordPageProps {
  readonly modelId: string
  readonly menuId: string
  /** The address of the model's list; the record's own is below it. */
  readonly path: string
  readonly id: string
}

/** A record of a published model at an address of its own: read, edited, its history, and its neighbours in the list. */
export function RecordPage(props: RecordPageProps) {
  const { model, error, retry } = useModel(props.modelId)
  if (error !== null) return <FailedPlace message={error} onRetry={retry} />
  if (!model) return <SkeletonRows />
  return <OpenRecord key={props.id} {...props} model={model} />
}

function OpenRecord({ model, menuId, path, id }: RecordPageProps & { readonly model: Model }) {
  const host = useHost()
  const reading = useReading({ model, menuId, id })
  const { error, mayEdit, name } = reading
  const isRead = reading.record !== null
  const onPhone = useMedia(PHONE)
  const [editing, setEditing] = useState(false)
  const [again, setAgain] = useState<WaitingSave>()
  const ids = useMemo(() => orderOf(menuId), [menuId])
  const [before, after] = neighbours(ids, id)
  const go = (to: string | null) => to !== null && host.navigate(`${path}/${encodeURIComponent(to)}`)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const own = `${path}/${encodeURIComponent(id)}`
  useEffect(() => {
    if (isRead) host.nameAddress?.(own, name)
  }, [isRead, host, own, name])
  const gone = () => {
    keepOrder(
      menuId,
      orderOf(menuId).filter((one) => one !== id),
    )
    const next = after ?? before
    host.navigate(next === null ? path : `${path}/${encodeURIComponent(next)}`)
  }
  const { acts, opened } = useRecordActs({
    ...{ model, menuId, id, ids, reading, path, onGone: gone, onChanged: reading.again },
    onBack: () => host.navigate(own),
  })
  // What is filled in outlives a reading that fails.
  if (error !== null && !editing) return <FailedPlace message={error} onRetry={reading.again} />
  return (
    <article className="loam-record">
      <header className="loam-record-head">
        <Button
          type="text"
          icon={<IconLeft />}
          aria-label={host.text('@record.toList', { name: model.title })}
          onClick={() => host.navigate(path)}
        />
        <div className="loam-record-name">
          <h1 ref={heading} tabIndex={-1}>
            {name}
          </h1>
          <RecordState model={model} reading={reading} />
        </div>
        <div className="loam-record-acts">
          {mayEdit && !editing && (
            <Button type="primary" icon={<IconEdit />} onClick={() => setEditing(true)}>
              {host.text('@list.edit')}
            </Button>
          )}
          {isRead && !editing && (onPhone ? <ActMenu acts={acts} /> : <ActButtons acts={acts} />)}
          <Step
            text="@record.previous"
            icon={<IconUp />}
            onPress={before === null ? null : () => go(before)}
          />
          <Step text="@record.next" icon={<IconDown />} onPress={after === null ? null : () => go(after)} />
        </div>
        <RecordFacts model={model} reading={reading} />
      </header>
      {opened}
      <WaitingPlace
        modelId={model.id}
        recordId={id}
        onOpen={(save) => {
          setAgain(save)
          setEditing(true)
        }}
        onSent={reading.again}
      />
      <HeadingLevel value={2}>
        <RecordBody
          {...{ model, menuId, id, reading, editing, again }}
          onRead={() => {
            setEditing(false)
            setAgain(undefined)
            heading.current?.focus()
          }}
          onSaved={reading.again}
        />
      </HeadingLevel>
    </article>
  )
}
