import { useHost } from '@renderers/host'
import { type CommandState, isTerminal } from '@runtime/field/command'
import type { CallAnswer } from '@services/client'
import { useEffect, useState } from 'react'
import { useCommandNews, useIsLive, useRow } from '../../parts/hooks'
import type { FieldStore } from '../../store/field-store'

export type FieldCommand = CallAnswer<'fieldManagement.command'>['data']

/** How far a command is, and whether that could be asked just now. */
export interface Followed {
  readonly command: FieldCommand | null
  readonly isOutOfReach: boolean
}

/**
 * Milliseconds between two looks at a command that is under way: frames say when there is something to see, so that the clock
 * alone is for a frame that was lost; without frames it has to do.
 */
const PACE = { told: 10_000, untold: 1_000, late: 10_000 }
const NOTHING: Followed = { command: null, isOutOfReach: false }

/** Follows a command until nothing more can become of it; a timeout is looked at further, since the truth may still arrive. */
export function useCommand(store: FieldStore, projectId: string, commandId: string | null): Followed {
  const host = useHost()
  const [followed, setFollowed] = useState<Followed>(NOTHING)
  const isLive = useIsLive(store)
  const news = useCommandNews(store, commandId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a frame says is a reason to look.
  useEffect(() => {
    if (commandId === null) return setFollowed(NOTHING)
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const underWay = isLive ? PACE.told : PACE.untold
    const refresh = async () => {
      const pace = await host
        .call('fieldManagement.command', { projectId, commandId }, { signal: leaving.signal })
        .then(
          ({ data }) => {
            const command = data as FieldCommand
            if (!leaving.signal.aborted) setFollowed({ command, isOutOfReach: false })
            return paceOf(command.state as CommandState, underWay)
          },
          () => {
            if (!leaving.signal.aborted) setFollowed((known) => ({ ...known, isOutOfReach: true }))
            return PACE.untold
          },
        )
      if (pace !== null && !leaving.signal.aborted) timer = setTimeout(refresh, pace)
    }
    void refresh()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [host, projectId, commandId, isLive, news])
  return followed.command && followed.command.commandId !== commandId ? NOTHING : followed
}

function paceOf(state: CommandState, underWay: number): number | null {
  if (state === 'TIMEOUT') return PACE.late
  return isTerminal(state) ? null : underWay
}

/**
 * The command that a device obeys: the newest that this person has given, or that a frame names, whoever gave it.
 * `follow` takes what this person has given.
 */
export function useNewestCommand(
  store: FieldStore,
  projectId: string,
  deviceId: string,
): { readonly followed: Followed; readonly follow: (command: FieldCommand | null) => void } {
  const control = useRow(store, deviceId)?.['control'] as { readonly commandId?: string } | undefined | null
  const told = control?.commandId
  const [followedId, setFollowedId] = useState<string | null>(told ?? null)
  useEffect(() => {
    if (told) setFollowedId(told)
  }, [told])
  return {
    followed: useCommand(store, projectId, followedId),
    follow: (command) => command && setFollowedId(command.commandId),
  }
}
