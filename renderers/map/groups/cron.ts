/** When a schedule is looked at, as far as a person sets it by clock and weekdays. */
export interface Rhythm {
  /** `HH:mm` */
  readonly clock: string
  /** 0 Sunday … 6 Saturday; all seven: every day. */
  readonly days: readonly number[]
}

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const

/** Five fields of cron, in the project's time zone. */
export function cronOf({ clock, days }: Rhythm): string {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  const on = days.length === WEEKDAYS.length ? '*' : [...days].sort().join(',')
  return `${minutes} ${hours} * * ${on}`
}

/** A rhythm out of cron; null for one that clock and weekdays cannot say. */
export function rhythmOf(cron: string): Rhythm | null {
  const found = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6](?:,[0-6])*)$/.exec(cron.trim())
  if (!found) return null
  const [, minutes = '0', hours = '0', on = '*'] = found
  if (Number(minutes) > 59 || Number(hours) > 23) return null
  const clock = `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`
  return { clock, days: on === '*' ? WEEKDAYS : on.split(',').map(Number) }
}
