import type { Host } from '@runtime/host'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Job } from '../../job'
import { useLive } from '../live'
import { isOpen, openOf } from './running'

/** A job as the list of one's own has it. */
export interface ListedJob extends Job {
  readonly title: string
  /** Milliseconds. */
  readonly creatorTime: number
}

export interface Jobs {
  /** null while they have not come. */
  readonly list: readonly ListedJob[] | null
  readonly isFailed: boolean
  readonly reload: () => void
}

/**
 * The person's jobs while they are looked at. How far one is comes by itself; one that is new or over is asked for with all that is to
 * be said of it, and so is everything when the connection has come back.
 */
export function useJobs(host: Host): Jobs {
  const { live, jobs: running } = useLive()
  const [list, setList] = useState<readonly ListedJob[] | null>(null)
  const [isFailed, setFailed] = useState(false)
  const known = useRef(list)
  known.current = list
  const asking = useRef({ isUnderWay: false, again: false })
  const reload = useCallback(async () => {
    const own = asking.current
    own.again = true
    // What is told while an answer comes may be newer than the answer.
    if (own.isUnderWay) return
    own.isUnderWay = true
    setFailed(false)
    try {
      while (own.again) {
        own.again = false
        const { data } = await host.call('job.list', {})
        const { list: found } = data as { readonly list: readonly ListedJob[] }
        running.ids = openOf(found)
        setList(found)
      }
    } catch {
      own.again = false
      setFailed(true)
    }
    own.isUnderWay = false
  }, [host, running])
  useEffect(() => {
    void reload()
    const ends = [
      live.on('job', ({ id, state, done, total }) => {
        const isKnown = known.current?.some((job) => job.id === id)
        if (!isKnown || !isOpen(state)) return void reload()
        setList((now) => now?.map((job) => (job.id === id ? { ...job, state, done, total } : job)) ?? null)
      }),
      live.onState((state) => {
        if (state === 'open') void reload()
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [live, reload])
  return { list, isFailed, reload: () => void reload() }
}
