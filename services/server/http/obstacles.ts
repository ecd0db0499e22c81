import { CODE } from '@services/contract/envelope'
import { type RawBuilder, sql } from 'kysely'
import type { CallContext, Db, Tx } from '../module'
import { ApiError } from './errors'

/** Of what stands in the way so many of a kind are named. */
export const NAMED_OBSTACLES = 5

/** Code of the menu of a page whose list is searched by a keyword; its address is its code: `permission.user`. */
type Page = `${'permission' | 'system' | 'development'}.${string}`

/** Where one of a kind is mended: a page, and what its list is searched by. */
export interface NamedObstacle {
  readonly name: string
  readonly page?: Page
  readonly keyword?: string
}

/** What of a kind stands in the way of what was asked for. */
export interface Obstacle {
  /** The refusal where nothing before it stands in the way; it may say `{count}` and `{names}`. */
  readonly message: string
  /** What kind of thing it is: `@people.obstacle.people`. */
  readonly kind: string
  readonly count: number
  /** The first of them. */
  readonly named: readonly NamedObstacle[]
}

/**
 * Refuses what something stands in the way of: by the sentence of the first kind, with all kinds by name and number under
 * `data.obstacles`, each thing with the address where it can be mended, if that page is open to the caller.
 * @throws ApiError 400 where there are any
 */
export async function refuseObstacles(context: CallContext, obstacles: readonly Obstacle[]): Promise<void> {
  const standing = obstacles.filter(({ count }) => count > 0)
  const [first] = standing
  if (!first) return
  const pages = [...new Set(standing.flatMap(({ named }) => named.flatMap(({ page }) => page ?? [])))]
  const open = new Set<string>()
  for (const page of pages) if (await context.can(page)) open.add(page)
  const names = first.named.map(({ name }) => name).join(context.text('@server.comma'))
  throw new ApiError(CODE.badRequest, first.message, {
    params: { count: first.count, names: first.count > first.named.length ? `${names}…` : names },
    data: {
      obstacles: standing.map(({ kind, count, named }) => ({
        kind: context.text(kind),
        count,
        named: named.map(({ name, page, keyword = '' }) => ({
          name,
          ...(page !== undefined && open.has(page) && { path: pathOf(page, keyword) }),
        })),
      })),
    },
  })
}

const pathOf = (page: Page, keyword: string): string =>
  `/${page.replace('.', '/')}${keyword === '' ? '' : `?${new URLSearchParams({ keyword })}`}`

/**
 * A kind of thing that may stand in the way: a statement that answers `name, keyword` of each, and where they are mended. One
 * whose name is null is counted and not named: the caller does not see it.
 */
export interface SoughtObstacle {
  readonly message: string
  readonly kind: string
  readonly page?: Page
  readonly rows: RawBuilder<unknown>
  /** How a name is read that is kept in several languages. */
  readonly nameOf?: (stored: string) => string
}

/** Of each kind how many there are, and the first of them. */
export async function obstaclesOf(
  db: Db | Tx,
  sought: readonly SoughtObstacle[],
): Promise<readonly Obstacle[]> {
  const found: Obstacle[] = []
  for (const { message, kind, page, rows, nameOf = (name: string) => name } of sought) {
    const { rows: standing } = await sql<{ name: string | null; keyword: string; count: number }>`
      select name, keyword, count(*) over () as count from (${rows}) standing
      order by name is null, keyword limit ${NAMED_OBSTACLES}`.execute(db)
    const named = standing.flatMap(({ name, keyword }) =>
      name === null ? [] : [{ name: nameOf(name), ...(page !== undefined && { page, keyword }) }],
    )
    found.push({ message, kind, count: Number(standing[0]?.count ?? 0), named })
  }
  return found
}
