import type { AlarmBoard } from '@services/client/alarms'
import { useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { createSiren, type Siren } from './sound'
import { soundChoice } from './sound-choice'

/** Sounds for what is to be heard, in the window that calls; says whether it would be heard. */
export function useSound(board: AlarmBoard | null, isPresenter: boolean) {
  const { isOn } = useSnapshot(soundChoice)
  const siren = useRef<Siren | null>(null)
  const [isAllowed, setAllowed] = useState(false)
  useEffect(() => {
    const own = createSiren(() => setAllowed(own.isAllowed))
    siren.current = own
    setAllowed(own.isAllowed)
    // Any touch of the page is the gesture that a browser waits for.
    const allow = () => void own.allow().catch(() => undefined)
    addEventListener('pointerdown', allow)
    addEventListener('keydown', allow)
    return () => {
      removeEventListener('pointerdown', allow)
      removeEventListener('keydown', allow)
      siren.current = null
      own.close()
    }
  }, [])
  const severities = (board?.sounding ?? []).flatMap((fid) => board?.alarms.get(fid)?.severity ?? [])
  const gravest = isOn && isPresenter && severities.length > 0 ? Math.min(...severities) : null
  useEffect(() => siren.current?.play(gravest), [gravest])
  return {
    isAllowed,
    isSounding: gravest !== null,
    /** Nothing would be heard until the person touches the page once. */
    isUnheard: isOn && isPresenter && !isAllowed,
    isOn,
  }
}
