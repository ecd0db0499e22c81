import { scheduleCalls as calls } from '@services/contract/areas/platform/schedule'
import { isAnyOf } from '../../../database/batches'
import { outsideRights } from '../../../database/guard'
import { Reply, type ServerModule } from '../../../module'
import {
  createSchedule,
  declineSchedule,
  deleteSchedule,
  HOLDER,
  moveSchedule,
  updateSchedule,
} from './changes'
import { type CalendarSource, listDates } from './dates'
import { endFeed, feedState, makeFeed, readFeed } from './feed'
import { listSchedules, readSchedule } from './read'
import { type Postponed, sendReminders } from './reminders'
import { migrations } from './tables'

/** Everybody has schedules of their own, and sees those that they were asked to. */
const OWN = { own: ['calendar'] } as const
const OWN_WITH_FILES = { own: ['calendar', 'file'] } as const
/** Milliseconds between looks for reminders that are due: one comes so much later at most. */
const LOOK = 5_000

declare module '../../../module' {
  interface Services {
    schedules: {
      /** Sends the reminders that are due. */
      remind(): Promise<void>
      /** Lets dates of something else stand in people's calendars. */
      provide(source: CalendarSource): void
    }
  }
}

/** What people have planned, with others or alone: their calendar (`spec/administration.md §7`, `design/documents-out.md §2`). */
export const scheduleModule: ServerModule = {
  name: 'schedule',
  migrations,
  register(server) {
    const { db, services, handle, log, onReady, onClose } = server
    services.files.provide(HOLDER, async ({ user }, holders) => {
      const rows = await outsideRights(() =>
        db
          .selectFrom('calendar_group')
          .leftJoin('calendar_participant', (join) =>
            join.onRef('group_id', '=', 'calendar_group.id').on('user_id', '=', user.userId),
          )
          .select('calendar_group.id')
          .where(
            isAnyOf(
              'calendar_group.id',
              holders.map(({ holderId }) => holderId),
            ),
          )
          .where((where) =>
            where.or([where('creator_id', '=', user.userId), where('user_id', 'is not', null)]),
          )
          .execute(),
      )
      const seen = new Set(rows.map(({ id }) => id))
      return new Set(holders.filter(({ holderId }) => seen.has(holderId)))
    })

    let running: Promise<void> | undefined
    const postponed: Postponed = new Map()
    const sources: CalendarSource[] = []
    services.schedules = {
      provide: (source) => void sources.push(source),
      remind() {
        running ??= outsideRights(() => sendReminders(server, postponed)).finally(() => {
          running = undefined
        })
        return running
      },
    }
    onReady(async () => {
      const look = () =>
        services.schedules
          .remind()
          .catch((error: unknown) => log.warn(`reminders could not be sent: ${error}`))
      const timer = setInterval(look, LOOK).unref()
      onClose(async () => {
        clearInterval(timer)
        await running?.catch(() => undefined)
      })
    })

    handle(calls['schedule.list'], OWN, listSchedules)
    handle(calls['schedule.dates'], OWN, (context, input) => listDates(server, sources, context, input))
    handle(calls['schedule.info'], OWN, (context, { id }) => readSchedule(context, id))
    handle(calls['schedule.detail'], OWN, (context, { id, groupId }) =>
      readSchedule(context, id || groupId || '-'),
    )
    handle(calls['schedule.create'], OWN_WITH_FILES, async (context, body) => {
      return new Reply(await createSchedule(server, context, body), context.text('@schedule.created'))
    })
    handle(calls['schedule.update'], OWN_WITH_FILES, async (context, input) => {
      return new Reply(await updateSchedule(server, context, input), context.text('@server.saved'))
    })
    handle(calls['schedule.move'], OWN_WITH_FILES, async (context, input) => {
      return new Reply(await moveSchedule(server, context, input), context.text('@server.saved'))
    })
    handle(calls['schedule.decline'], OWN, async (context, input) => {
      await declineSchedule(context, input)
      const said = input.isDeclined === 1 ? '@schedule.declined' : '@schedule.accepted'
      return new Reply(null, context.text(said))
    })
    handle(calls['schedule.delete'], OWN_WITH_FILES, async (context, input) => {
      await deleteSchedule(server, context, input)
      return new Reply(null, context.text('@schedule.deleted'))
    })
    handle(calls['schedule.feed'], OWN, feedState)
    handle(calls['schedule.makeFeed'], OWN, (context) => makeFeed(server, context))
    handle(calls['schedule.endFeed'], OWN, async (context) => {
      await endFeed(context)
      return new Reply(null, context.text('@schedule.feedEnded'))
    })
    handle(calls['schedule.ical'], { ticket: 'ticket' }, (_context, { ticket }) => readFeed(server, ticket))
  },
}
