import { addUnits, DAY_MS, partsOf, startOf, weekdayOf } from '@runtime/date'
import type { scheduleCalls } from '@services/contract/areas/platform/schedule'
import type { InputOf } from '@services/contract/call'
import type { ModuleServer } from '../../module'
import { TIME_ZONE } from '../../time-zone'
import { createSchedule } from '../platform/schedule/changes'
import { administratorContext } from './administrator'
import { once } from './once'

type Body = InputOf<(typeof scheduleCalls)['schedule.create']>

/** Something of the demo's calendar: the day of the week or the days from now on which it begins, and the rest of it. */
const PLANS: readonly (Omit<Body, 'startDay'> & {
  readonly weekday?: number
  readonly days?: number
  readonly withOperator?: true
})[] = [
  {
    ...{
      title: '灌溉例会',
      category: 'meeting',
      color: '#1890ff',
      urgent: '1',
      weekday: 1,
      withOperator: true,
    },
    ...{ startTime: '09:00', duration: 60, repetition: '3', reminderTime: 15 },
    content: '上周用水、本周轮灌计划、设备缺陷。',
  },
  {
    ...{ title: '首部泵站巡检', category: 'inspection', color: '#3eac12', weekday: 3, withOperator: true },
    ...{ startTime: '08:30', duration: 120, rule: 'FREQ=WEEKLY;BYDAY=WE,SA', reminderTime: 30 },
    content: '压力、振动、轴温、密封、过滤器压差。',
  },
  {
    ...{ title: '水泵保养', category: 'maintenance', color: '#f5811c', urgent: '2', days: 4 },
    ...{ startTime: '14:00', duration: 180, rule: 'FREQ=MONTHLY;BYDAY=-1FR', reminderTime: 1440 },
    content: '更换机油，紧固地脚螺栓，测绝缘。',
  },
  {
    ...{ title: '冬灌第一轮', category: 'irrigation', color: '#13c2c2', urgent: '3', days: 5, allDay: 1 },
    ...{ reminderTime: 4, withOperator: true },
    content: '1—6 号轮灌组，气温低于 −5 ℃ 顺延。',
  },
  {
    ...{ title: '与设备厂家技术交流', category: 'meeting', color: '#722ed1', days: 2 },
    ...{ startTime: '16:00', duration: 90, reminderTime: 60 },
  },
]

/** Days that what is of whole days lasts beyond its first. */
const MORE_DAYS = 2

/** Makes what the demo's administrator has planned, once. */
export async function seedDemoSchedules(server: ModuleServer): Promise<void> {
  await once(server.db, 'schedules', async () => {
    const context = await administratorContext(server)
    const operator = await server.db
      .selectFrom('user_account')
      .select('id')
      .where('account', '=', 'operator')
      .executeTakeFirst()
    const today = startOf(Date.now(), 'day', TIME_ZONE)
    for (const { weekday, days = 0, withOperator, ...plan } of PLANS) {
      const ahead = weekday === undefined ? days : (weekday - weekdayOf(partsOf(today, TIME_ZONE)) + 7) % 7
      const startDay = addUnits(today, ahead, 'day', TIME_ZONE)
      await createSchedule(server, context, {
        ...plan,
        startDay,
        ...(plan.allDay === 1 && { endDay: startDay + MORE_DAYS * DAY_MS }),
        toUserIds: withOperator && operator ? [operator.id] : [],
      })
    }
  })
}
