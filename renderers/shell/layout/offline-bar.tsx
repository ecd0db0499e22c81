import { useHost } from '@renderers/host'
import type { Saves } from '@runtime/save/saves'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLive } from '../live'
import { useTranslate } from '../use-translate'
import { useConnected } from './use-connected'
import './offline-bar.css'

/** Milliseconds that it says the connection is back. */
const BACK = 5_000

/** Stands above everything for as long as the server cannot be reached: that it is so, and what waits to be sent. */
export function OfflineBar() {
  const translate = useTranslate()
  const isConnected = useConnected()
  const [saves, count] = useWaitingSaves(!isConnected)
  const messages = useWaitingMessages()
  const [back, setBack] = useState<string | null>(null)
  const wasOffline = useRef(false)
  const hadWaiting = useRef(false)
  if (!isConnected && count + messages > 0) hadWaiting.current = true
  useEffect(() => {
    if (!isConnected) {
      wasOffline.current = true
      setBack(null)
      return undefined
    }
    if (!wasOffline.current) return undefined
    wasOffline.current = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    void Promise.resolve(saves?.flush()).then(() => {
      if (gone) return
      setBack(hadWaiting.current ? outcomeOf(saves) : '@shell.onlineAgain')
      hadWaiting.current = false
      timer = setTimeout(() => setBack(null), BACK)
    })
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [isConnected, saves])
  const waits = [
    count > 0 && translate('@shell.offlineSaves', { count }),
    messages > 0 && translate('@shell.offlineMessages', { count: messages }),
  ].filter((text) => text !== false)
  // The place is there before there are words in it: what comes with it is not read out everywhere.
  const text = isConnected ? (back === null ? '' : translate(back)) : translate('@shell.offline')
  return (
    <div
      className="loam-offline-bar"
      aria-live="polite"
      data-shown={text !== ''}
      data-state={isConnected ? 'back' : 'offline'}
    >
      {text !== '' && <span>{text}</span>}
      {!isConnected && waits.length > 0 && (
        <b>{translate('@shell.offlineWaiting', { what: waits.join(translate('@draft.separator')) })}</b>
      )}
    </div>
  )
}

/** What has become of what waited. */
function outcomeOf(saves: Saves | null): string {
  const left = saves?.waiting ?? []
  if (left.some(({ refusal }) => refusal === null)) return '@shell.onlineAgain'
  return left.length > 0 ? '@shell.onlineRefused' : '@shell.onlineSent'
}

/** Saves of the person that wait, asked for once they may be wanted. */
function useWaitingSaves(isWanted: boolean): readonly [saves: Saves | null, count: number] {
  const host = useHost()
  const [saves, setSaves] = useState<Saves | null>(null)
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (!isWanted || saves) return undefined
    let gone = false
    host.saves?.().then(
      (found) => !gone && setSaves(found),
      // Without them nothing waits.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [host, isWanted, saves])
  useEffect(() => {
    if (!saves) return undefined
    const read = () => setCount(saves.waiting.filter(({ refusal }) => refusal === null).length)
    read()
    return saves.onChange(read)
  }, [saves])
  return [saves, count]
}

/** What has been said and the server has not kept. */
function useWaitingMessages(): number {
  const { chat } = useLive()
  const threads = useSnapshot(chat.threads.state)
  return Object.values(threads).reduce(
    (sum, { outgoing }) => sum + outgoing.filter(({ state }) => state === 'sending').length,
    0,
  )
}
