import type { PeopleKind } from '@runtime/widget/named'
import { sql } from 'kysely'
import type { CallContext } from '../../../module'
import type { NameFinder } from '../names/module'
import { roleName } from './role/roles'

/** What can be meant: its id, what it is called (name, code, path), and the value that a choice of it is kept as. */
interface Candidate {
  readonly names: readonly string[]
  readonly value: unknown
}

/**
 * Whom and what texts name: people by name, account or `姓名/账号`; units by name, code or path of names, the rest by name or code,
 * positions also behind the path of their unit. Disabled ones are not found.
 */
export const peopleNamed: NameFinder<'people'> = async ({ of }, texts, context) => {
  const candidates = await candidatesOf(of, texts, context)
  const byName = new Map<string, Map<string, unknown>>()
  for (const { names, value } of candidates)
    for (const name of names) {
      const key = keyOf(name)
      const known = byName.get(key) ?? new Map<string, unknown>()
      byName.set(key, known.set(JSON.stringify(value), value))
    }
  return new Map(texts.map((text) => [text, [...(byName.get(keyOf(text))?.values() ?? [])]]))
}

/** Names are compared without the spaces around them and their parts, codes whichever case they are in. */
const keyOf = (text: string) =>
  text
    .split('/')
    .map((part) => part.trim())
    .join('/')
    .toLowerCase()

async function candidatesOf(
  of: PeopleKind,
  texts: readonly string[],
  context: CallContext,
): Promise<readonly Candidate[]> {
  switch (of) {
    case 'user':
      return people(context, texts)
    case 'organize':
      return (await units(context)).map(({ names, path }) => ({ names, value: path }))
    case 'department':
      return (await units(context))
        .filter(({ category }) => category === 'department')
        .map(({ names, id }) => ({ names, value: id }))
    case 'position':
      return positions(context)
    case 'role':
      return roles(context)
    case 'group':
      return groups(context)
    case 'mixed': {
      const named = async (type: string, found: Promise<readonly Candidate[]>) =>
        (await found).map(({ names, value }) => ({ names, value: `${String(value)}--${type}` }))
      const [own, ...others] = await Promise.all([
        units(context),
        named('user', people(context, texts)),
        named('position', positions(context)),
        named('role', roles(context)),
        named('group', groups(context)),
      ])
      return [
        ...own.map(({ names, id, category }) => ({ names, value: `${id}--${category}` })),
        ...others.flat(),
      ]
    }
  }
}

async function people({ db }: CallContext, texts: readonly string[]): Promise<readonly Candidate[]> {
  const sought = [...new Set(texts.flatMap((text) => [keyOf(text), ...keyOf(text).split('/')]))]
  const rows = await db
    .selectFrom('user_account')
    .select(['id', 'account', 'real_name'])
    .where('status', '=', 1)
    .where(
      sql<boolean>`(lower(account) = any(${sought}::text[]) or lower(trim(real_name)) = any(${sought}::text[]))`,
    )
    .execute()
  return rows.map(({ id, account, real_name: name }) => ({
    names: [name, account, `${name}/${account}`],
    value: id,
  }))
}

async function units({ db }: CallContext) {
  const rows = await db
    .selectFrom('organize')
    .select(['id', 'full_name', 'en_code', 'path', 'path_name', 'category'])
    .where('enabled_mark', '=', 1)
    .execute()
  return rows.map(({ id, full_name, en_code, path, path_name, category }) => ({
    ...{ id, path, category },
    names: [full_name, en_code, path_name].filter((name) => name !== ''),
  }))
}

async function positions({ db }: CallContext): Promise<readonly Candidate[]> {
  const rows = await db
    .selectFrom('position')
    .leftJoin('organize', 'organize.id', 'position.organize_id')
    .select(['position.id', 'position.full_name', 'position.en_code', 'organize.path_name'])
    .where('position.enabled_mark', '=', 1)
    .execute()
  return rows.map(({ id, full_name, en_code, path_name }) => ({
    names: [full_name, en_code, ...(path_name ? [`${path_name}/${full_name}`] : [])].filter(Boolean),
    value: id,
  }))
}

async function roles({ db, text }: CallContext): Promise<readonly Candidate[]> {
  const rows = await db
    .selectFrom('role')
    .select(['id', 'full_name', 'en_code'])
    .where('enabled_mark', '=', 1)
    .execute()
  return rows.map((row) => ({ names: [roleName(row, text), row.en_code], value: row.id }))
}

async function groups({ db }: CallContext): Promise<readonly Candidate[]> {
  const rows = await db
    .selectFrom('user_group')
    .select(['id', 'full_name', 'en_code'])
    .where('enabled_mark', '=', 1)
    .execute()
  return rows.map(({ id, full_name, en_code }) => ({
    names: [full_name, en_code].filter(Boolean),
    value: id,
  }))
}
