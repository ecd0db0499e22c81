import { addUnits, partsOf, startOf, weekdayOf } from '@runtime/date'
import type { scheduleCalls } from '@services/contract/areas/platform/schedule'
import type { InputOf } from '@services/contract/call'
import { isAnyOf } from '../../database/batches'
import type { ModuleServer } from '../../module'
import { TIME_ZONE } from '../../time-zone'
import { createSchedule } from '../platform/schedule/changes'
import { administratorContext } from './administrator'
import { once } from './once'

type Body = InputOf<(typeof scheduleCalls)['schedule.create']>

/** Something of the demo's calendar: when its first day is, seen from today, who takes part, and the rest of it. */
interface DemoPlan extends Omit<Body, 'startDay'> {
  /** The first such day of the week on or after `days`; else `days` itself. */
  readonly weekday?: number
  /** Days from today. */
  readonly days: number
  /** Days that what is of whole days lasts beyond its first. */
  readonly moreDays?: number
  /** Accounts; those that the demo does not have are left out. */
  readonly people: readonly string[]
}

/** What repeats has been going on for some weeks: a calendar that is first opened is a lived-in one. */
const BEFORE = -56

const PLANS: readonly DemoPlan[] = [
  {
    ...{ title: '灌溉例会', category: 'meeting', color: '#165dff', weekday: 1, days: BEFORE },
    ...{ startTime: '09:00', duration: 60, repetition: '3', reminderTime: 15 },
    content: '上周用水、本周轮灌计划、设备缺陷。',
    people: ['operator', 'manager1', 'operator1'],
  },
  {
    ...{ title: '首部泵站巡检', category: 'inspection', color: '#00b42a', weekday: 3, days: BEFORE },
    ...{ startTime: '08:30', duration: 120, rule: 'FREQ=WEEKLY;BYDAY=WE,SA', reminderTime: 30 },
    content: '压力、振动、轴温、密封、过滤器压差。',
    people: ['operator', 'operator1', 'operator2'],
  },
  {
    ...{ title: '水泵保养', category: 'maintenance', color: '#ff7d00', urgent: '2', days: BEFORE },
    ...{ startTime: '14:00', duration: 180, rule: 'FREQ=MONTHLY;BYDAY=-1FR', reminderTime: 1440 },
    content: '更换机油，紧固地脚螺栓，测绝缘。',
    people: ['operator1'],
  },
  {
    ...{ title: '用水月报', category: 'other', color: '#722ed1', days: BEFORE, allDay: 1 },
    ...{ rule: 'FREQ=MONTHLY;BYMONTHDAY=-1', reminderTime: 5 },
    content: '核对流量计读数，报团水管所。',
    people: ['manager1', 'bookkeeper'],
  },
  {
    ...{ title: '冬灌第一轮', category: 'irrigation', color: '#14c9c9', urgent: '3', days: 5, allDay: 1 },
    ...{ reminderTime: 4, moreDays: 2 },
    content: '1—6 号轮灌组，气温低于 −5 ℃ 顺延。',
    people: ['operator', 'manager1', 'operator1'],
  },
  {
    ...{ title: '与设备厂家技术交流', category: 'meeting', color: '#722ed1', days: 2 },
    ...{ startTime: '16:00', duration: 90, reminderTime: 60, zone: 'Europe/Berlin' },
    content: '变频器参数与远程诊断，柏林时间上午。',
    people: ['implementer'],
  },
]

/** Makes what the demo's administrator has planned, once. */
export async function seedDemoSchedules(server: ModuleServer): Promise<void> {
  await once(server.db, 'schedules', async () => {
    const context = await administratorContext(server)
    const accounts = await server.db
      .selectFrom('user_account')
      .select(['id', 'account'])
      .where(isAnyOf('account', [...new Set(PLANS.flatMap(({ people }) => people))]))
      .execute()
    const today = startOf(Date.now(), 'day', TIME_ZONE)
    for (const { weekday, days, moreDays = 0, people, ...plan } of PLANS) {
      const from = addUnits(today, days, 'day', TIME_ZONE)
      const ahead = weekday === undefined ? 0 : (weekday - weekdayOf(partsOf(from, TIME_ZONE)) + 7) % 7
      const startDay = addUnits(from, ahead, 'day', TIME_ZONE)
      await createSchedule(server, context, {
        ...plan,
        startDay,
        ...(plan.allDay === 1 && { endDay: addUnits(startDay, moreDays, 'day', TIME_ZONE) }),
        toUserIds: accounts.filter(({ account }) => people.includes(account)).map(({ id }) => id),
      })
    }
  })
}
