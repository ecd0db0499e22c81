import type { FieldChanged } from '@services/contract/areas/field/project'
import { notFound } from '../../../http/errors'
import type { Member } from '../../../http/member'
import type { ModuleServer } from '../../../module'
import { FRAMES, PACE, seqOf } from './live'
import { createReorder } from './reorder'

/** Milliseconds between looks for frames of other servers that never came. */
const SWEEP = 10_000

/** Browsers of this server that watch projects: gives them what the servers tell, while they may see it. */
export function serveWatching({ db, bus, services, log, onClose }: ModuleServer): void {
  const { sockets, projects, authorities } = services
  const watchers = new Map<string, Set<Member>>()
  const watched = new WeakMap<Member, Set<string>>()
  const timers = new Set<NodeJS.Timeout>()
  const reorder = createReorder<FieldChanged>(
    (frame) => {
      const text = JSON.stringify(frame)
      for (const member of watchers.get(frame.projectId) ?? []) member.sendText(text)
    },
    (work) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        work()
      }, PACE)
      timers.add(timer.unref())
    },
  )

  const leave = (member: Member, projectId: string) => {
    watched.get(member)?.delete(projectId)
    const members = watchers.get(projectId)
    if (!members?.delete(member) || members.size > 0) return
    watchers.delete(projectId)
    reorder.forget(projectId)
  }
  const watch = (member: Member, projectId: string) => {
    const known = watched.get(member)
    const own = known ?? new Set<string>()
    watched.set(member, own.add(projectId))
    watchers.set(projectId, (watchers.get(projectId) ?? new Set()).add(member))
    if (!known)
      member.onClose(() => {
        for (const id of own) leave(member, id)
      })
    if (!member.isOpen) leave(member, projectId)
  }
  let changes = 0
  /** Whoever may not see a project any more is told so, and no more of it. */
  authorities.onChange(async () => {
    changes += 1
    const here = [...watchers].flatMap(([projectId, members]) =>
      [...members].map((member) => ({ member, projectId })),
    )
    if (here.length === 0) return
    const seen = await projects.seenBy(
      here.map(({ member }) => member.user.userId),
      watchers.keys(),
    )
    for (const { member, projectId } of here) {
      if (seen.has(member.user.userId, projectId)) continue
      leave(member, projectId)
      member.send({ method: 'fieldClosed', projectId })
    }
  })
  const demandSight = async ({ user: { userId } }: Member, projectId: string) => {
    let before: number
    // A right that ends meanwhile ends before this browser is among those who are asked about.
    do {
      before = changes
      if (!(await projects.seenBy([userId], [projectId])).has(userId, projectId)) throw notFound()
    } while (before !== changes)
  }
  const sweep = async () => {
    for (const [projectId, members] of watchers) {
      const reached = reorder.reached(projectId)
      const seq = await seqOf(db, projectId)
      if (seq > reached && reorder.reached(projectId) === reached)
        for (const member of members) member.send(standing(projectId, seq))
    }
  }

  sockets.serve('fieldWatch', async (member, { projectId }) => {
    await demandSight(member, projectId)
    reorder.open(projectId)
    watch(member, projectId)
    const seq = await seqOf(db, projectId)
    reorder.begin(projectId, seq)
    member.send(standing(projectId, seq))
  })
  sockets.serve('fieldLeave', (member, { projectId }) => leave(member, projectId))

  const failed = (error: unknown) => log.warn(`watchers of the field could not be looked after: ${error}`)
  const unsubscribe = bus.subscribe(FRAMES, (frame) => {
    const told = frame as FieldChanged
    reorder.hear(told.projectId, told.seq, told)
  })
  const sweeping = setInterval(() => void sweep().catch(failed), SWEEP).unref()
  onClose(async () => {
    clearInterval(sweeping)
    for (const timer of timers) clearTimeout(timer)
    unsubscribe()
  })
}

const standing = (projectId: string, seq: number) => ({
  ...{ method: 'fieldStands', projectId, seq, at: Date.now() },
})
