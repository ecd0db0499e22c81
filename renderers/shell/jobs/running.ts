import type { Host } from '@runtime/host'
import type { Live } from '@services/client'
import { proxy } from 'valtio/vanilla'

/** Valtio proxy: the person's jobs that are not over. */
export interface RunningJobs {
  ids: readonly string[]
}

export const isOpen = (state: string) => state === 'waiting' || state === 'running'

/** Counts them by what the server tells, from where they stand whenever the connection comes about. */
export function createRunningJobs(live: Live, call: Host['call']): RunningJobs {
  const running = proxy<RunningJobs>({ ids: [] })
  live.on('job', ({ id, state }) => {
    if (running.ids.includes(id) === isOpen(state)) return
    const others = running.ids.filter((other) => other !== id)
    running.ids = isOpen(state) ? [...others, id] : others
  })
  live.onState((state) => {
    if (state === 'closed') running.ids = []
    if (state !== 'open') return
    // Where it cannot be asked the button opens all the same, and what is told from now on is counted.
    call('job.list', {}).then(
      ({ data }) => {
        running.ids = openOf((data as { readonly list: readonly JobState[] }).list)
      },
      () => undefined,
    )
  })
  return running
}

interface JobState {
  readonly id: string
  readonly state: string
}

export const openOf = (list: readonly JobState[]) =>
  list.filter(({ state }) => isOpen(state)).map(({ id }) => id)
