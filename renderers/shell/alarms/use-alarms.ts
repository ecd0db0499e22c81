import { useHost } from '@renderers/host'
import { type Alarms, type AlarmsOptions, type LoadAlarms, shareAlarms } from '@services/client/alarms'
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { client } from '../client'
import { language } from '../language'

/** How the window follows alarms; specs put another way in its place. */
export const ShareAlarmsContext = createContext<(options: AlarmsOptions) => Alarms>(shareAlarms)

/** Follows a project's alarms for as long as it is drawn; null until that has begun. */
export function useAlarms(userId: string, projectId: string): Alarms | null {
  const host = useHost()
  const share = useContext(ShareAlarmsContext)
  const [alarms, setAlarms] = useState<Alarms | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a host that draws texts anew is no reason to connect anew.
  useEffect(() => {
    const load: LoadAlarms = async (query) => {
      const { data } = await host.call('deviceAlarm.list', query)
      return data as Awaited<ReturnType<LoadAlarms>>
    }
    const own = share({
      projectId,
      userId,
      token: client.token.get() ?? '',
      language: () => language.current,
      load,
    })
    setAlarms(own)
    return () => {
      own.close()
      setAlarms(null)
    }
  }, [share, userId, projectId])
  return alarms
}

const nothing = () => () => undefined

/** The board as it stands, and whether this window is the one that calls. */
export function useBoard(alarms: Alarms | null) {
  const subscribe = alarms ? (listener: () => void) => alarms.subscribe(listener) : nothing
  const board = useSyncExternalStore(subscribe, () => alarms?.board ?? null)
  const isPresenter = useSyncExternalStore(subscribe, () => alarms?.isPresenter ?? false)
  return { board, isPresenter }
}
