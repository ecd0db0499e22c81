import { Button } from '@arco-design/web-react'
import { IconLeft, IconLink, IconRight } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import type { WaitingSave } from '@runtime/save/saves'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useHost } from '../../host'
import type { Model } from '../model'
import { FailedPlace, SkeletonRows } from '../notices'
import { neighbours, orderOf } from '../record-order'
import { TOAST } from '../record-saving'
import { useModel } from '../use-model'
import { WaitingPlace } from '../waiting/lazy'
import { RecordBody } from './record-body'
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
  const { error, retry, mayEdit, name } = reading
  const [editing, setEditing] = useState(false)
  const [again, setAgain] = useState<WaitingSave>()
  const [before, after] = useMemo(() => neighbours(orderOf(menuId), id), [menuId, id])
  const go = (to: string | null) => to !== null && host.navigate(`${path}/${encodeURIComponent(to)}`)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const copyLink = async () => {
    await host.copy(new URL(`${path}/${encodeURIComponent(id)}`, location.href).href)
    host.toast('success', host.text('@record.linkCopied'), TOAST)
  }
  // What is filled in outlives a reading that fails.
  if (error !== null && !editing) return <FailedPlace message={error} onRetry={retry} />
  return (
    <article className="loam-record">
      <header className="loam-record-head">
        <Button
          type="text"
          icon={<IconLeft />}
          aria-label={host.text('@record.toList', { name: model.title })}
          onClick={() => host.navigate(path)}
        />
        <h1 ref={heading} tabIndex={-1}>
          {name}
        </h1>
        <div className="loam-record-acts">
          <Button icon={<IconLeft />} disabled={before === null} onClick={() => go(before)}>
            {host.text('@record.previous')}
          </Button>
          <Button disabled={after === null} onClick={() => go(after)}>
            {host.text('@record.next')}
            <IconRight />
          </Button>
          <Button icon={<IconLink />} onClick={() => void copyLink()}>
            {host.text('@record.copyLink')}
          </Button>
          {mayEdit && !editing && (
            <Button type="primary" onClick={() => setEditing(true)}>
              {host.text('@list.edit')}
            </Button>
          )}
        </div>
      </header>
      <WaitingPlace
        modelId={model.id}
        recordId={id}
        onOpen={(save) => {
          setAgain(save)
          setEditing(true)
        }}
        onSent={reading.again}
      />
      <RecordBody
        {...{ model, menuId, id, reading, editing, again }}
        onRead={() => {
          setEditing(false)
          setAgain(undefined)
          heading.current?.focus()
        }}
        onSaved={reading.again}
      />
    </article>
  )
}
