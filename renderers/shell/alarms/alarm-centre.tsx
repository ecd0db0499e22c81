import { IconExclamationCircle, IconMute, IconSound } from '@arco-design/web-react/icon'
import { useHost } from '@renderers/host'
import { lazy, Suspense, useState } from 'react'
import { CountBadge } from '../messages/count-badge'
import { AlarmPopUps } from './alarm-popups'
import { chooseAlarmSound } from './sound-choice'
import { useAlarms, useBoard } from './use-alarms'
import { useSound } from './use-sound'
import './alarms.css'

const importPanel = () => import('./alarm-panel')
const AlarmPanel = lazy(async () => ({ default: (await importPanel()).AlarmPanel }))

/** Address of the page of alarms. */
const ALL = '/field/alarms'

/** The alarms of the project that is chosen: the bell with their number, notices, sound (`spec/shell-and-monitoring.md §2.4, §4`). */
export function AlarmCentre({ userId, projectId }: { readonly userId: string; readonly projectId: string }) {
  const host = useHost()
  const alarms = useAlarms(userId, projectId)
  const { board, isPresenter } = useBoard(alarms)
  const { isAllowed, isSounding, isOn } = useSound(board, isPresenter)
  const [isOpen, setOpen] = useState(false)
  const count = board?.alarms.size ?? 0
  const open = () => setOpen(true)
  return (
    <>
      <button
        type="button"
        className="loam-icon-button loam-counted loam-alarm-bell"
        data-link={board?.link ?? 'connecting'}
        aria-label={count > 0 ? host.text('@alarm.bellCount', { count }) : host.text('@alarm.bell')}
        aria-haspopup="dialog"
        title={host.text('@alarm.bell')}
        onPointerEnter={() => void importPanel()}
        onClick={open}
      >
        <IconExclamationCircle />
        <CountBadge count={count} />
      </button>
      {isSounding && (
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
      {alarms && board && isPresenter && !isOpen && (
        <AlarmPopUps alarms={alarms} board={board} onOpen={open} />
      )}
      {alarms && board && isOpen && (
        <Suspense fallback={null}>
          <AlarmPanel
            alarms={alarms}
            board={board}
            onClose={() => setOpen(false)}
            onAll={() => {
              setOpen(false)
              host.navigate(ALL)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
