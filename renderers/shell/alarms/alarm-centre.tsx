import { IconExclamationCircle, IconMute, IconSound } from '@arco-design/web-react/icon'
import { ALARM_TAG } from '@renderers/alarm/tag'
import { useHost } from '@renderers/host'
import { dataOf } from '@runtime/data'
import type { Host } from '@runtime/host'
import { type AlarmBoard, isUnseen } from '@services/client/alarms'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useEffect, useRef, useState } from 'react'
import { CountBadge } from '../messages/count-badge'
import { useNarrow } from '../use-narrow'
import { AlarmDock } from './alarm-dock'
import { AlarmPopUps } from './alarm-popups'
import { LinkChip, useIsAway } from './link-chip'
import { chooseAlarmSound } from './sound-choice'
import { useAlarms, useBoard } from './use-alarms'
import { useSound } from './use-sound'
import './alarms.css'

const importPanel = () => import('./alarm-panel')
const AlarmPanel = lazy(async () => (await importPanel()).AlarmPanel)

/** Address of the page of alarms. */
const ALL = '/field/alarms'

/** The alarms of the project that is chosen: the bell with their number, notices, sound (`spec/shell-and-monitoring.md §2.4, §4`). */
export function AlarmCentre({ userId, projectId }: { readonly userId: string; readonly projectId: string }) {
  const host = useHost()
  const alarms = useAlarms(userId, projectId)
  const { board, isPresenter } = useBoard(alarms)
  const { isAllowed, isSounding, isUnheard, isOn } = useSound(board, isPresenter)
  const [isOpen, setOpen] = useState(false)
  const isAway = useIsAway(board)
  useAnnounced(host, board)
  const count = board?.alarms.size ?? 0
  const unseen = [...(board?.alarms.values() ?? [])].filter(isUnseen).length
  const open = () => setOpen(true)
  const leave = (address: string) => {
    setOpen(false)
    host.navigate(address)
  }
  // What stood open before this window was loaded is not shown before it is known what has become of it.
  const popUps = alarms && board?.isLoaded && board.open.length > 0 && isPresenter && !isOpen && (
    <AlarmPopUps alarms={alarms} board={board} onOpen={open} />
  )
  const chip = board && isAway && <LinkChip board={board} />
  const isNarrow = useNarrow()
  return (
    <>
      {!isNarrow && chip}
      {/* The sign of the sound has its place before it comes: nothing beside it moves. */}
      {(isSounding || isUnheard) && (
        <button
          type="button"
          className="loam-icon-button loam-alarm-sound"
          aria-label={host.text(isAllowed ? '@alarm.silence' : '@alarm.soundOff')}
          title={host.text(isAllowed ? '@alarm.silence' : '@alarm.soundOff')}
          // The press itself is the gesture that lets the sound be heard: only what has been heard can be silenced.
          onClick={() => isAllowed && alarms?.silence()}
        >
          {isAllowed ? <IconSound /> : <IconMute />}
        </button>
      )}
      {!isOn && (
        <button
          type="button"
          className="loam-icon-button"
          aria-label={host.text('@alarm.soundMuted')}
          title={host.text('@alarm.soundMuted')}
          onClick={() => void chooseAlarmSound(host, true)}
        >
          <IconMute />
        </button>
      )}
      {isOn && !isSounding && !isUnheard && <span className="loam-icon-button" />}
      <button
        type="button"
        className="loam-icon-button loam-counted loam-alarm-bell"
        data-link={board?.link ?? 'connecting'}
        aria-label={count > 0 ? host.text('@alarm.bellCount', { count, unseen }) : host.text('@alarm.bell')}
        aria-haspopup="dialog"
        title={host.text('@alarm.bell')}
        onPointerEnter={() => void importPanel()}
        onClick={open}
      >
        <IconExclamationCircle />
        {/* However many: the number is exact (`design/field.md §2.4`). */}
        <CountBadge count={count} most={Number.POSITIVE_INFINITY} />
      </button>
      {/* The bar of a phone has no room for words. */}
      {(popUps || (isNarrow && chip)) && (
        <AlarmDock>
          {isNarrow && chip}
          {popUps}
        </AlarmDock>
      )}
      {alarms && board && isOpen && (
        <LazyFallback shown={null}>
          <AlarmPanel
            alarms={alarms}
            board={board}
            onClose={() => setOpen(false)}
            onAll={() => leave(ALL)}
            onShow={leave}
          />
        </LazyFallback>
      )}
    </>
  )
}

/** Milliseconds between two words to the pages that show alarms, so that a flood is not a flood of readings. */
const ANNOUNCED_EVERY = 2_000

/** Pages that show alarms read them again when one has changed. */
function useAnnounced(host: Host, board: AlarmBoard | null): void {
  const alarms = board?.isLoaded ? board.alarms : null
  const announced = useRef<{ readonly alarms: AlarmBoard['alarms']; readonly at: number } | null>(null)
  useEffect(() => {
    if (alarms === null || announced.current?.alarms === alarms) return
    const isFirst = announced.current === null
    const tell = () => {
      announced.current = { alarms, at: performance.now() }
      if (!isFirst) dataOf(host).invalidate([ALARM_TAG])
    }
    const wait = isFirst ? 0 : ANNOUNCED_EVERY - (performance.now() - (announced.current?.at ?? 0))
    if (wait <= 0) return tell()
    const timer = setTimeout(tell, wait)
    return () => clearTimeout(timer)
  }, [host, alarms])
}
