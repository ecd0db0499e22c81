/** What a number means: its colour, and the word beside it as a key of texts with what is filled in. */
export interface Verdict {
  readonly tone: 'success' | 'warning' | 'danger' | 'muted'
  readonly key: string
  readonly params?: Readonly<Record<string, string | number>>
}

/** So much more than planned, or than on other days, is too much. */
const OVER_PLAN = 1.1
const OVER_MEAN = 1.5

const said = (tone: Verdict['tone'], name: string): Verdict => ({ tone, key: `@home.verdict.${name}` })

/** Water of a day that is not over yet: too little is none before its evening. */
export function waterVerdict(
  used: number | null,
  planned: number | null,
  before: readonly (number | null)[],
): Verdict {
  if (used === null) return said('muted', 'unknown')
  if (used === 0) return said('muted', 'unused')
  if (planned !== null && planned > 0)
    return used > planned * OVER_PLAN ? said('warning', 'overPlan') : said('success', 'withinPlan')
  const known = before.filter((volume) => volume !== null && volume > 0) as readonly number[]
  const mean = known.reduce((sum, volume) => sum + volume, 0) / known.length
  return known.length > 0 && used > mean * OVER_MEAN ? said('warning', 'high') : said('success', 'normal')
}

/** Alarms that wait: one that nobody has taken asks for somebody. */
export function alarmVerdict(active: number, unacknowledged: number): Verdict {
  if (active === 0) return said('success', 'normal')
  return unacknowledged > 0 ? said('danger', 'act') : said('warning', 'taken')
}

/** Devices: one with a fault asks for somebody, a silent one for a look. */
export function deviceVerdict(total: number, stale: number, fault: number): Verdict {
  if (total === 0) return said('muted', 'none')
  if (fault > 0) return said('danger', 'act')
  return stale > 0 ? said('warning', 'look') : said('success', 'normal')
}

/** Groups that run. */
export function runVerdict(running: number): Verdict {
  return running > 0 ? said('success', 'running') : said('muted', 'idle')
}

/** Messages that have not been read. */
export function unreadVerdict(unread: number): Verdict {
  return unread > 0 ? said('warning', 'unread') : said('success', 'allRead')
}

/** Records that are to be done by a day. */
export function dueVerdict(overdue: number, today: number): Verdict {
  if (overdue > 0) return { ...said('danger', 'overdue'), params: { count: overdue } }
  return today > 0 ? { ...said('warning', 'today'), params: { count: today } } : said('success', 'normal')
}

/** A number beside that of yesterday up to the same time; null where one of them is not known, or none. */
export function changeWords(now: number | null, then: number | null): Pick<Verdict, 'key' | 'params'> | null {
  if (now === null || then === null || now <= 0 || then <= 0) return null
  const percent = Math.round((now / then - 1) * 100)
  if (percent === 0) return { key: '@home.sameAsYesterday' }
  return percent > 0
    ? { key: '@home.moreThanYesterday', params: { percent } }
    : { key: '@home.lessThanYesterday', params: { percent: -percent } }
}
