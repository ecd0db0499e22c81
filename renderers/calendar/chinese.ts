import chineseDays from 'chinese-days'

/** What the Chinese calendar says of a day. */
export interface ChineseDay {
  /** `廿一`; of the first day of a month its name: `十月`. Empty where it is not known. */
  readonly lunar: string
  /** Solar term that begins: `冬至`. */
  readonly term: string | null
  readonly festival: string | null
  /** What the official arrangement makes of it; null where it says nothing, or none is published. */
  readonly arranged: 'off' | 'work' | null
}

/** What stands at a day that is arranged: it is free, or made up for. */
export const ARRANGED = { off: '休', work: '班' } as const

const known = new Map<string, ChineseDay>()

/** @param day `2026-02-17` */
export function chineseDay(day: string): ChineseDay {
  const before = known.get(day)
  if (before) return before
  const found = worked(day)
  known.set(day, found)
  return found
}

/** All that is worth saying of a day: `春节，放假`. */
export function inWords({ lunar, term, festival, arranged }: ChineseDay): string {
  const words = [lunar && `农历${lunar}`, term, festival === term ? null : festival]
  return [...words, arranged === 'off' && '放假', arranged === 'work' && '调休上班']
    .filter(Boolean)
    .join('，')
}

/** What stands beside the date, where there is room for one thing. */
export function inShort({ lunar, term, festival }: ChineseDay): string {
  return festival ?? term ?? lunar
}

function worked(day: string): ChineseDay {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  // What lies beyond is not in the library's tables: it would answer nonsense.
  if (!(year > 1900 && year < 2100)) return { lunar: '', term: null, festival: null, arranged: null }
  const { lunarMon, lunarDay, lunarDayCN, lunarMonCN, isLeap, date: named } = chineseDays.getLunarDate(day)
  // West of Greenwich the library calls each day by the one before: it is compared with what it calls this one.
  const term = TERMS[month - 1]?.find(
    ([key]) => chineseDays.getSolarTermDate(year, month, key) === named,
  )?.[1]
  const own = isLeap ? undefined : LUNAR[`${lunarMon}-${lunarDay}`]
  return {
    lunar: lunarDay === 1 ? `${isLeap ? '闰' : ''}${lunarMonCN}` : lunarDayCN,
    term: term ?? null,
    festival: own ?? (isEve(day) ? '除夕' : (SOLAR[`${month}-${date}`] ?? null)),
    arranged: arrangedOf(day),
  }
}

/** The year's last day is the 29th or the 30th of its month: it is known by the one after. */
function isEve(day: string): boolean {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  const { lunarMon, lunarDay, isLeap } = chineseDays.getLunarDate(next)
  return lunarMon === 1 && lunarDay === 1 && !isLeap
}

function arrangedOf(day: string): ChineseDay['arranged'] {
  const { name, work } = chineseDays.getDayDetail(day)
  // Days that nobody arranged are named by their weekday alone.
  if (!name.includes(',')) return null
  return work ? 'work' : 'off'
}

type TermKey = Parameters<typeof chineseDays.getSolarTermDate>[2]

/** The two terms of each month. */
const TERMS: readonly (readonly (readonly [key: TermKey, name: string])[])[] = [
  [
    ['lesser_cold', '小寒'],
    ['greater_cold', '大寒'],
  ],
  [
    ['the_beginning_of_spring', '立春'],
    ['rain_water', '雨水'],
  ],
  [
    ['the_waking_of_insects', '惊蛰'],
    ['the_spring_equinox', '春分'],
  ],
  [
    ['pure_brightness', '清明'],
    ['grain_rain', '谷雨'],
  ],
  [
    ['the_beginning_of_summer', '立夏'],
    ['lesser_fullness_of_grain', '小满'],
  ],
  [
    ['grain_in_beard', '芒种'],
    ['the_summer_solstice', '夏至'],
  ],
  [
    ['lesser_heat', '小暑'],
    ['greater_heat', '大暑'],
  ],
  [
    ['the_beginning_of_autumn', '立秋'],
    ['the_end_of_heat', '处暑'],
  ],
  [
    ['white_dew', '白露'],
    ['the_autumn_equinox', '秋分'],
  ],
  [
    ['code_dew', '寒露'],
    ['frost_descent', '霜降'],
  ],
  [
    ['the_beginning_of_winter', '立冬'],
    ['lesser_snow', '小雪'],
  ],
  [
    ['greater_snow', '大雪'],
    ['the_winter_solstice', '冬至'],
  ],
]

/** By month and day of the lunar year. The library's own list also has days of gods that nobody keeps, some of them wrong. */
const LUNAR: Readonly<Record<string, string>> = {
  '1-1': '春节',
  '1-15': '元宵节',
  '2-2': '龙抬头',
  '5-5': '端午节',
  '7-7': '七夕',
  '7-15': '中元节',
  '8-15': '中秋节',
  '9-9': '重阳节',
  '12-8': '腊八节',
}

const SOLAR: Readonly<Record<string, string>> = {
  '1-1': '元旦',
  '3-8': '妇女节',
  '3-12': '植树节',
  '5-1': '劳动节',
  '5-4': '青年节',
  '6-1': '儿童节',
  '7-1': '建党节',
  '8-1': '建军节',
  '9-10': '教师节',
  '10-1': '国庆节',
}
