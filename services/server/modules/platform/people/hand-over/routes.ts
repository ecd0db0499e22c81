import { handOverCalls as calls } from '@services/contract/areas/platform/hand-over'
import { type CallContext, type ModuleServer, Reply } from '../../../../module'
import { told } from '../../permission/told'
import { handOver } from './handing-over'
import { listHandOvers, undoHandOver } from './undo'
import { readWork } from './work'

const HAND_OVER = 'permission.user:btn_handover'
/** What somebody has planned and the records that are theirs are part of their work. */
const OF_OTHERS = {
  code: HAND_OVER,
  touches: ['record', 'calendar'],
  why: 'Who hands work over sees what there is of it, and gives it to somebody else',
} as const
/** Names that an answer says. */
const NAMED = 3

/** The hand-over of a person's work to somebody else (administration §1.2). */
export function registerHandOver({ services, handle }: ModuleServer): void {
  handle(
    calls['handOver.work'],
    { ...OF_OTHERS, units: { edit: { person: 'fromId' } } },
    (context, { fromId }) => readWork(context, services, fromId),
  )
  handle(
    calls['handOver.list'],
    { code: HAND_OVER, units: { select: { person: 'fromId' } } },
    (context, { fromId }) => listHandOvers(context, fromId),
  )
  handle(
    calls['handOver.create'],
    { ...OF_OTHERS, units: { edit: { person: 'fromId' } } },
    async (context, input) =>
      told(context, services, await handOver(context, services, input), '@handOver.done'),
  )
  handle(
    calls['handOver.undo'],
    { ...OF_OTHERS, units: { edit: { handOver: 'id' } } },
    async (context, { id }) => {
      const left = await undoHandOver(context, services, id)
      await services.authorities.changed()
      return new Reply({ left }, undoneText(context, left))
    },
  )
}

function undoneText({ text }: CallContext, left: Awaited<ReturnType<typeof undoHandOver>>): string {
  if (left.length === 0) return text('@handOver.undone')
  const names = left
    .slice(0, NAMED)
    .map(({ kind, fullName, count }) => (kind === 'record' ? `${fullName} (${count})` : fullName))
    .join(text('@server.comma'))
  return text('@handOver.undoneBut', { names: left.length > NAMED ? `${names}…` : names })
}
