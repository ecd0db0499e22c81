import type { FieldChanged } from '@services/contract/areas/field/project'
import { notFound } from '../../../http/errors'
import type { Member } from '../../../http/member'
import type { ModuleServer } from '../../../module'
import { FRAMES, PACE, RIGHTS, seqOf } from './live'
import { createReorder } from './reorder'

/** Milliseconds between looks for frames of other servers that never came. */
const SWEEP = 10_000
/** One look in so many is for rights that ended unheard of (a role was taken away). */
const RIGHTS_EVERY = 6

/** Browsers of this server that watch projects: gives them what the servers tell, while they may see it. */
export function serveWatching({ db, bus, services, log, onClose }: ModuleServer): void {
  const { sockets, projects } = services
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
  const recheck = async (projectId: string) => {
    const users = new Map([...(watchers.get(projectId) ?? [])].map(({ user }) => [user.userId, user]))
    for (const user of users.values()) {
      if ((await projects.levelOf(user, projectId)) !== null) continue
      for (const member of [...(watchers.get(projectId) ?? [])]) {
        if (member.user.userId !== user.userId) continue
        leave(member, projectId)
        member.send({ method: 'fieldClosed', projectId })
      }
    }
  }
  const sweep = async (withRights: boolean) => {
    for (const [projectId, members] of watchers) {
      if (withRights) await recheck(projectId)
      const reached = reorder.reached(projectId)
      const seq = await seqOf(db, projectId)
      if (seq > reached && reorder.reached(projectId) === reached)
        for (const member of members) member.send(standing(projectId, seq))
    }
  }

  sockets.serve('fieldWatch', async (member, { projectId }) => {
    if ((await projects.levelOf(member.user, projectId)) === null) throw notFound()
    reorder.open(projectId)
    watch(member, projectId)
    const seq = await seqOf(db, projectId)
    reorder.begin(projectId, seq)
    member.send(standing(projectId, seq))
  })
  sockets.serve('fieldLeave', (member, { projectId }) => leave(member, projectId))

  const failed = (error: unknown) => log.warn(`watchers of the field could not be looked after: ${error}`)
  const subscriptions = [
    bus.subscribe(FRAMES, (frame) => {
      const told = frame as FieldChanged
      reorder.hear(told.projectId, told.seq, told)
    }),
    bus.subscribe(RIGHTS, (projectId) => void recheck(String(projectId)).catch(failed)),
  ]
  let checks = 0
  const sweeping = setInterval(() => {
    checks += 1
    sweep(checks % RIGHTS_EVERY === 0).catch(failed)
  }, SWEEP).unref()
  onClose(async () => {
    clearInterval(sweeping)
    for (const timer of timers) clearTimeout(timer)
    for (const unsubscribe of subscriptions) unsubscribe()
  })
}

const standing = (projectId: string, seq: number) => ({
  ...{ method: 'fieldStands', projectId, seq, at: Date.now() },
})
