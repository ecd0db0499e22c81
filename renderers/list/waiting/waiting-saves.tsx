import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconExclamationCircleFill, IconSync } from '@arco-design/web-react/icon'
import { formatDate } from '@runtime/date'
import type { Saves, WaitingSave } from '@runtime/save/saves'
import { useEffect, useRef, useState } from 'react'
import { useHost } from '../../host'
import './waiting-saves.css'

export interface WaitingSavesProps {
  readonly modelId: string
  /** Of this record alone; absent: of all. */
  readonly recordId?: string
  /** Opens the form again with what was typed. */
  readonly onOpen: (save: WaitingSave) => void
  /** Some that waited have been sent. */
  readonly onSent: () => void
}

/** Saves of a model that the server has yet to answer, and those that it refused: how many, why, and what can be done. */
export function WaitingSaves({ modelId, recordId, onOpen, onSent }: WaitingSavesProps) {
  const host = useHost()
  const [saves, waiting] = useWaiting(modelId, recordId)
  const refused = waiting.filter(({ refusal }) => refusal !== null)
  const due = waiting.length - refused.length
  const before = useRef(due)
  useEffect(() => {
    if (due < before.current) onSent()
    before.current = due
  }, [due, onSent])
  if (!saves || waiting.length === 0) return null
  const giveUp = async (save: WaitingSave) => {
    const question = {
      ...{ title: host.text('@save.giveUpTitle'), text: host.text('@save.giveUpText') },
      danger: true,
    }
    if (await host.confirm(question)) await saves.forget(save.id)
  }
  return (
    <div className="loam-waiting" role="status">
      {due > 0 && (
        <p>
          <IconSync aria-hidden="true" />
          <span>{host.text('@save.waiting', { count: due })}</span>
          <Button size="mini" onClick={() => void saves.flush()}>
            {host.text('@save.sendNow')}
          </Button>
        </p>
      )}
      {refused.map((save) => (
        <p key={save.id} data-refused="">
          <IconExclamationCircleFill aria-hidden="true" />
          <span>
            {formatDate(save.at, 'MM-DD HH:mm', host.timeZone ?? null)}{' '}
            {host.text('@save.cameBack', { message: save.refusal?.message || host.text('@save.tooOld') })}
          </span>
          <Button size="mini" onClick={() => void giveUp(save)}>
            {host.text('@save.giveUp')}
          </Button>
          <Button size="mini" type="primary" onClick={() => onOpen(save)}>
            {host.text('@save.open')}
          </Button>
        </p>
      ))}
    </div>
  )
}

function useWaiting(
  modelId: string,
  recordId: string | undefined,
): readonly [Saves | null, readonly WaitingSave[]] {
  const host = useHost()
  const [saves, setSaves] = useState<Saves | null>(null)
  const [waiting, setWaiting] = useState<readonly WaitingSave[]>([])
  useEffect(() => {
    let leave: (() => void) | undefined
    let gone = false
    host.saves?.().then(
      (found) => {
        if (gone) return
        const isShown = (save: WaitingSave) =>
          save.modelId === modelId && (recordId === undefined || save.recordId === recordId)
        const read = () => setWaiting(found.waiting.filter(isShown))
        leave = found.onChange(read)
        setSaves(found)
        read()
      },
      // Without them nothing waits.
      () => undefined,
    )
    return () => {
      gone = true
      leave?.()
    }
  }, [host, modelId, recordId])
  return [saves, waiting]
}
