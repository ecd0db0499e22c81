import { beforeEach, expect, it } from 'vitest'
import { head, headId, idOf, inUnits, server } from '../../permission/layered/specs/units'

inUnits()

const OUT = { code: 403, msg: '不在您的管理范围内' }

beforeEach(async () => {
  const one = idOf('layer-one')
  await server.sql('delete from user_role where user_id = any($1)', [
    [one, idOf('layer-two'), idOf('layer-far')],
  ])
  await server.sql(`insert into user_role values ($1, 'layer-bound')`, [one])
  await server.sql(`update organize set manager_id = $1 where id = any($2)`, [
    one,
    ['layer-wells', 'layer-south'],
  ])
  await server.sql(`update user_account set manager_id = $1 where id = any($2)`, [
    ...[one, [idOf('layer-peer'), idOf('layer-far')]],
  ])
  await server.sql(`
    insert into permission_set (id, kind, en_code, full_name) values ('layer-set', 'group', 'layer-set', '组')
    on conflict do nothing`)
  await server.sql(`
    insert into permission_member values ('layer-set', 'user', '${one}', false) on conflict do nothing`)
})

const hand = (from: string, to: string, input: object) =>
  head.envelope('handOver.create', { fromId: idOf(from), toId: idOf(to), ...input })
const role = { permissionList: ['layer-bound--role'] }

it('hands over between people of their units alone, and neither from nor to themselves', async () => {
  await server.sql(`insert into user_role values ($1, 'layer-bound')`, [idOf('layer-far')])
  expect(await hand('layer-far', 'layer-one', role)).toMatchObject(OUT)
  expect(
    await hand('layer-one', 'layer-far', { permissionList: [], managedList: ['layer-wells--unit'] }),
  ).toMatchObject(OUT)
  expect(await head.envelope('handOver.work', { fromId: idOf('layer-far') })).toMatchObject(OUT)
  expect(await head.envelope('handOver.list', { fromId: idOf('layer-far') })).toMatchObject(OUT)
  for (const [fromId, toId] of [
    [headId, idOf('layer-two')],
    [idOf('layer-one'), headId],
  ])
    expect(await head.envelope('handOver.create', { fromId, toId, ...role })).toMatchObject({ code: 403 })
})

it('is offered, and moves, what of it is theirs to change: no units, people and permission groups elsewhere', async () => {
  const ids = (nodes: readonly { readonly id: string; readonly children: readonly unknown[] }[]): string[] =>
    nodes.flatMap((node) => [node.id, ...ids(node.children as never)])
  const { permission, managed } = await head.call('handOver.work', { fromId: idOf('layer-one') })
  expect(ids(permission)).toEqual(['role', 'layer-bound--role'])
  expect(ids(managed)).toEqual(['unit', 'layer-wells--unit', 'person', `${idOf('layer-peer')}--person`])
  for (const input of [
    { managedList: ['layer-south--unit'] },
    { managedList: [`${idOf('layer-far')}--person`] },
    { permissionList: ['layer-set--permissionGroup'] },
  ])
    expect(await hand('layer-one', 'layer-two', { ...role, ...input })).toMatchObject({
      code: 403,
      msg: '不能授予自己没有的权限',
    })
  const done = await hand('layer-one', 'layer-two', { ...role, managedList: ids(managed) })
  expect(done).toMatchObject({ code: 200 })
  const [state] = await server.sql(
    `select (select manager_id from organize where id = 'layer-wells') as wells,
      (select manager_id from organize where id = 'layer-south') as south,
      (select user_id from user_role where role_id = 'layer-bound') as role`,
  )
  expect(state).toEqual({ wells: idOf('layer-two'), south: idOf('layer-one'), role: idOf('layer-two') })
  expect(await head.envelope('handOver.undo', { id: done.data.id })).toMatchObject({
    code: 200,
    data: { left: [] },
  })
})
