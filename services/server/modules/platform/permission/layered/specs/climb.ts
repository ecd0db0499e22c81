import { createDice } from '@services/server/modules/demo/dice'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { newPlaces, placesOf, reachByPlace } from '../../specs/places'
import { head, headId, idOf, ids, MODULES, OFF, server } from './units'

/** What everybody has: grants, and units in which they may do something by a page of people. */
async function powers(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ user_id: string; has: string[] }>`
    with pages as (
      select distinct user_id from permission_held join permission_grant using (set_id)
      where kind = 'menu' and menu_id like 'permission.%'
    )
    select user_id, array_agg(has) as has from (
      select user_id, concat_ws('/', kind, menu_id, code) as has from permission_held join permission_grant using (set_id)
      union all select user_id, 'all units' from pages where user_id not in (select user_id from layered_administrator)
      union all select user_id, 'unit/' || inner_unit.id || '/' || act from layered_unit
        join organize inner_unit on organize_id = any(path)
        cross join lateral unnest(case when organize_id = inner_unit.id then this_layer else sub_layer end) as act
        where user_id in (select user_id from pages)
      union all select id, 'everything' from user_account where is_administrator
    ) held group by user_id`.execute(server.server.db)
  return new Map(rows.map(({ user_id, has }) => [user_id, new Set(has)]))
}

/** Of everybody and everything outside the units of the one who tries: as it stands. */
const outside = async () =>
  JSON.stringify(
    await server.sql(`
      select 'person' as what, user_account.id, concat_ws('|', account, real_name, status, password_hash,
        (select string_agg(organize_id, ',' order by organize_id) from user_organize where user_id = user_account.id),
        (select string_agg(role_id, ',' order by role_id) from user_role where user_id = user_account.id)) as state
      from user_account where not exists (
        select from user_organize join organize on organize.id = organize_id
        where user_id = user_account.id and 'layer-north' = any(path))
      union all select 'unit', id, concat_ws('|', full_name, parent_id, enabled_mark) from organize where not 'layer-north' = any(path)
      union all select 'position', position.id, concat_ws('|', position.full_name, organize_id) from position
        join organize on organize.id = organize_id where not 'layer-north' = any(path)
      union all select 'role', id, concat_ws('|', full_name, enabled_mark) from role where is_global or id = 'layer-elsewhere'
      order by 1, 2`),
  )

/**
 * So many random changes by the head: nobody passes beyond who grants, the head reaches no records by them that were out of their
 * reach, and nothing outside is touched. Answers how often each kind of change (`grant 200`) was answered so.
 */
export async function climb(steps: number): Promise<ReadonlyMap<string, number>> {
  const dice = createDice(25)
  const people = ['layer-peer', 'layer-one', 'layer-two', 'layer-far'].map(idOf)
  const accounts = new Map([...ids].map(([account, id]) => [id, account]))
  const units = ['layer-north', 'layer-wells', 'layer-south', 'layer-top']
  const roles = ['layer-bound', 'layer-delegate', 'layer-elsewhere', 'layer-global', 'layer-manages']
  const posts = ['layer-post', 'layer-other-post']
  const some = <T>(list: readonly T[]) => list.filter(() => dice.chance(0.35))
  const switches = () =>
    Object.fromEntries(Object.keys(OFF).map((name) => [name, dice.between(0, 4) < 3 ? 1 : 0]))
  const own = (await powers()).get(headId) ?? new Set()
  const done = new Map<string, number>()
  const acts: Readonly<Record<string, () => Promise<{ code: number }>>> = {
    person() {
      const id = dice.of([...people, headId])
      const input = {
        id,
        account: accounts.get(id),
        realName: accounts.get(id),
        organizeIds: [dice.of(units)],
      }
      return head.envelope('users.update', {
        ...input,
        roleIds: some(roles),
        enabledMark: dice.of([0, 1, 1]),
      })
    },
    manager() {
      const id = dice.of(people)
      const account = accounts.get(id)
      return head.envelope('users.update', {
        ...{ id, account, realName: account, organizeIds: [dice.of(['layer-north', 'layer-wells'])] },
        managerId: dice.of(['', headId, ...people]),
      })
    },
    async hand() {
      const [fromId, toId] = [dice.of(people), dice.of([...people, headId])]
      // Random changes seldom leave anybody with something to hand over.
      if (dice.chance(0.5)) await manage(fromId, dice.of(people))
      const managed = await server.sql<{ id: string }>(
        `select id || '--person' as id from user_account where manager_id = $1
        union all select id || '--unit' from organize where manager_id = $1`,
        [fromId],
      )
      return head.envelope('handOver.create', { fromId, toId, managedList: managed.map(({ id }) => id) })
    },
    grant: () =>
      head.envelope('authority.update', {
        id: dice.of([...people, headId, ...roles, ...posts, ...units]),
        systemIds: dice.chance(0.9) ? ['main'] : [],
        module: some(MODULES).concat(dice.chance(0.3) ? 'field.alarm' : []),
        ...(dice.chance(0.5) && {
          button: some(
            ['btn_add', 'btn_edit', 'btn_remove'].map((code) => `system.dictionary/button/${code}`),
          ),
        }),
      }),
    grade: () =>
      head.envelope('grade.save', {
        userId: dice.of([...people, headId]),
        orgAdminModel: some(units).map((organizeId) => ({ organizeId, ...switches() })),
        moduleIds: some(MODULES.slice(dice.chance(0.2) ? 0 : 1)),
        systemIds: some(['main']),
      }),
    ungrade: () => head.envelope('grade.delete', { id: dice.of([...people, headId]) }),
    unit: () => {
      const id = dice.of(units)
      const parentId = dice.of([...units, '-1'])
      return head.envelope('organize.update', {
        id,
        enCode: id,
        fullName: id,
        parentId,
        managerId: dice.of(['', headId, ...people]),
        enabledMark: dice.of([0, 1, 1]),
      })
    },
    role: () => {
      const id = dice.of(roles)
      const bound = { globalMark: dice.of([0, 0, 1]), organizeIds: some(units) }
      return head.envelope('role.update', {
        id,
        enCode: id,
        fullName: id,
        ...bound,
        enabledMark: dice.of([0, 1, 1]),
      })
    },
    post: () => {
      const id = dice.of(posts)
      return head.envelope('position.update', { id, enCode: id, fullName: id, organizeId: dice.of(units) })
    },
  }
  /** Puts somebody below somebody else, who is no doing of the head's: what that gives is had before. */
  const manage = async (managerId: string, id: string) => {
    if (managerId !== id)
      await server.sql('update user_account set manager_id = $1 where id = $2', [managerId, id])
    placesBefore = await placesOf(server, headId)
  }
  const names = Object.keys(acts)
  await reachByPlace(server, headId)
  let before = await powers()
  let placesBefore = await placesOf(server, headId)
  const still = await outside()
  for (let step = 0; step < steps; step++) {
    const name = dice.of([...names, 'grant', 'grade', 'person'])
    const { code } = await (acts[name] as () => Promise<{ code: number }>)()
    done.set(`${name} ${code}`, (done.get(`${name} ${code}`) ?? 0) + 1)
    if (code !== 200) continue
    const after = await powers()
    const climbed = [...after].flatMap(([id, has]) =>
      [...has]
        .filter((one) => !before.get(id)?.has(one) && !own.has(one))
        .map((one) => `${name}: ${accounts.get(id)} ${one}`),
    )
    expect(climbed).toEqual([])
    expect(await outside()).toBe(still)
    before = after
    const places = await placesOf(server, headId)
    expect(newPlaces(placesBefore, places), name).toEqual([])
    placesBefore = places
  }
  return done
}
