const DAY = 86_400_000
const ZONE_OFFSET = 8 * 3_600_000
/** Series that a person has, and occurrences of the weeks that are looked at. */
export const SERIES = 2000
export const SHOWN = 500
const PEOPLE = 200
const CONTENT = {
  ...{
    title: '灌溉例会',
    category: 'meeting',
    urgent: '1',
    content: '讨论本周轮灌与阀门检修。',
    toUserIds: [],
  },
  ...{ color: '#1890ff', reminderTime: 15, reminderType: '1', send: '', files: [] },
}

/** Six weeks from the Monday before the first of this month, as a calendar shows a month. */
export function weeksOf(now) {
  const month = new Date(now + ZONE_OFFSET)
  const first = Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1)
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY
  return { monday, from: monday - ZONE_OFFSET, to: monday + 42 * DAY - ZONE_OFFSET }
}

/** What a person may have: each has so many occurrences in those weeks, by 2,000 series. `at` is of a day after the Monday. */
export const MIXES = {
  'mostly of other months': (index, at) =>
    index < SHOWN
      ? { start: at(index % 42) }
      : { start: at(60 + (index % 900)), ...(index % 3 === 0 && { rule: 'FREQ=WEEKLY;COUNT=10' }) },
  'without an end': (index, at) => {
    if (index < 50) return { rule: 'FREQ=WEEKLY', start: at(-700 + (index % 7)) }
    if (index < 200) return { rule: 'FREQ=MONTHLY;BYMONTHDAY=15', start: at(-800 + index) }
    if (index < 240) return { start: at(index % 42) }
    return { rule: 'FREQ=YEARLY', start: at(-600 + (index % 150)) }
  },
  'by rules of the library': (index, at) => {
    if (index < 250) return { rule: 'FREQ=MONTHLY;BYDAY=-1FR', start: at(-900 + index, 8 + (index % 10)) }
    return { rule: 'FREQ=YEARLY;BYDAY=1MO;BYMONTH=3', start: at(-2000 + index) }
  },
  'of 200 participants each': (index, at, people) => {
    const content = { ...CONTENT, toUserIds: people }
    if (index < 50) return { rule: 'FREQ=WEEKLY', start: at(-700 + (index % 7)), content }
    return { start: at(index < 250 ? index % 42 : 60 + index), content }
  },
}

/**
 * Fills a person's calendar with a mix, and nothing else.
 * @param {{ sql: import('pg').Client, load: (path: string) => Promise<any> }} server
 */
export async function fill({ sql, load }, mix, userId, now) {
  const { settled, readRule } = await load('/runtime/schedule/index.ts')
  const { rowOf } = await load('/services/server/modules/platform/schedule/store.ts')
  const { monday } = weeksOf(now)
  const at = (day, hour = 9) => monday + day * DAY + hour * 3_600_000
  const others = await peopleOf(sql)
  const people = [...others.slice(1), userId]
  await sql.query('delete from calendar_group')
  const rows = Array.from({ length: SERIES }, (_, index) => {
    const { rule = null, start, content = CONTENT } = MIXES[mix](index, at, people)
    const series = settled({
      ...{ id: `bench-${index}`, zone: 'Asia/Shanghai', allDay: false, start, minutes: 60, content },
      ...{ rule: rule && readRule(rule, 'Asia/Shanghai'), exceptions: new Map() },
    })
    // What is reminded of is another's work.
    return { ...rowOf(series.id, series, 0, now), remind_at: null, remind_key: null }
  })
  const isAsked = rows.some(({ content }) => JSON.parse(content).toUserIds.length > 0)
  await sql.query(
    'insert into calendar_group (id, creator_id) select id, $2 from json_to_recordset($1) as (id text)',
    [JSON.stringify(rows), isAsked ? others[0] : userId],
  )
  const made = rows.map((row) => ({
    ...row,
    content: JSON.parse(row.content),
    exceptions: JSON.parse(row.exceptions),
  }))
  await sql.query(
    'insert into calendar_series select * from json_populate_recordset(null::calendar_series, $1)',
    [JSON.stringify(made)],
  )
  if (isAsked)
    await sql.query(
      'insert into calendar_participant (group_id, user_id) select id, one from calendar_group, unnest($1::text[]) one',
      [people],
    )
  await sql.query('analyze calendar_group, calendar_series, calendar_participant')
}

/** Ids of people who do nothing but take part. */
async function peopleOf(sql) {
  const ids = Array.from({ length: PEOPLE }, (_, index) => `bench-person-${index}`)
  await sql.query(
    `insert into user_account (id, account, real_name, password_hash)
     select id, id, id, '' from unnest($1::text[]) id on conflict do nothing`,
    [ids],
  )
  return ids
}
