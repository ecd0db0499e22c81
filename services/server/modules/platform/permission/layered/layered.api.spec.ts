import { LOG_KIND } from '@services/contract/areas/platform/log'
import { md5, type TestClient } from '@tests/api/harness'
import { describe, expect, it } from 'vitest'
import { opened } from '../../transfer/specs/sheets'
import { climb } from './specs/climb'
import { admin, head, headId, idOf, inUnits, MODULES, OFF, ON, server } from './specs/units'

const OUT = '不在您的管理范围内'

inUnits()

const person = (account: string, organizeIds: string[], more: object = {}) => ({
  ...{ id: idOf(account), account, realName: account, organizeIds, ...more },
})
const refused = { code: 403, msg: OUT }

describe('who administers some units', () => {
  it('sees the units, positions, roles, people and sessions in them, and no others', async () => {
    const all = (nodes: readonly { id: string; children: readonly unknown[] }[]): string[] =>
      nodes.flatMap(({ id, children }) => [id, ...all(children as never)])
    expect(all((await head.call('organize.list')).list)).toEqual(['layer-north', 'layer-wells'])
    const accounts = (await head.call('users.list')).list.map(({ account }) => account)
    expect(accounts.toSorted()).toEqual(['layer-one', 'layer-peer', 'layer-two'])
    expect((await head.call('position.list')).list.map(({ id }) => id)).toEqual(['layer-post'])
    const roles = (await head.call('role.list', { pageSize: 100 })).list.map(({ id }) => id)
    expect(roles).toEqual(expect.arrayContaining(['layer-bound', 'layer-delegate', 'layer-global']))
    expect(roles).not.toContain('layer-elsewhere')
    const { list } = await head.call('organize.selectorByAuth', { id: '0' })
    expect(all(list)).toEqual(['layer-top', 'layer-north', 'layer-wells'])
    expect(list[0]?.disabled).toBe(true)
    const online = (await head.call('onlineUser.list', {})).list.map(({ userAccount }) => userAccount)
    expect(new Set(online)).toEqual(new Set(['layer-one', 'layer-peer', 'layer-two']))
    expect(await head.envelope('users.read', { id: idOf('layer-far') })).toMatchObject(refused)
    expect(await head.envelope('organize.read', { id: 'layer-south' })).toMatchObject(refused)
  })

  it('reads the logs of their people and of themselves, and neither takes away nor deletes a row of others', async () => {
    const whose = async (client: TestClient, category: number) => {
      await server.server.services.log.flush()
      const { list } = await client.call('log.list', { category, pageSize: 500 })
      return [...new Set(list.map(({ userAccount }) => userAccount))].toSorted()
    }
    const entryOf = async (category: number, keyword: string) =>
      (await admin.call('log.list', { category, keyword })).list[0]?.id ?? ''
    const theirs = ['layer-head', 'layer-one', 'layer-peer', 'layer-two']
    expect(await whose(head, LOG_KIND.login)).toEqual(theirs)
    expect(await whose(head, LOG_KIND.operation)).toEqual(theirs)
    for (const category of [LOG_KIND.login, LOG_KIND.operation]) {
      const far = await entryOf(category, 'layer-far')
      expect((await head.envelope('log.read', { id: far })).code).toBe(404)
      expect((await admin.envelope('log.read', { id: far })).code).toBe(200)
    }
    const file = await (await head.fetch('/api/system/Audit/Actions/Export')).text()
    expect(file).toContain('layer-two')
    for (const other of ['layer-far', '"admin"', '\\"admin\\"']) expect(file).not.toContain(other)
    const ids = await Promise.all(
      ['layer-far', 'layer-head', 'layer-two'].map((account) => entryOf(LOG_KIND.login, account)),
    )
    await head.call('log.deleteMany', { ids })
    expect(await whose(admin, LOG_KIND.login)).toEqual([
      ...['admin', 'layer-far', 'layer-head', 'layer-one', 'layer-peer'],
    ])
    await head.call('log.clear', { category: LOG_KIND.login })
    expect(await whose(admin, LOG_KIND.login)).toEqual(['admin', 'layer-far', 'layer-head'])
  })

  it.each([
    ['organize.create', { fullName: '新', enCode: 'layer-new', parentId: '-1' }],
    ['organize.create', { fullName: '新', enCode: 'layer-new', parentId: 'layer-south' }],
    ['organize.update', { id: 'layer-south', fullName: '改', enCode: 'layer-south', parentId: 'layer-top' }],
    // Nothing is brought in from outside, nor carried out.
    ['organize.update', { id: 'layer-south', fullName: 'x', enCode: 'layer-south', parentId: 'layer-north' }],
    ['organize.update', { id: 'layer-wells', fullName: 'x', enCode: 'layer-wells', parentId: 'layer-south' }],
    ['organize.delete', { id: 'layer-south' }],
    ['position.create', { fullName: '新', enCode: 'layer-new', organizeId: 'layer-south' }],
    ['position.update', { id: 'layer-other-post', fullName: 'x', enCode: 'x', organizeId: 'layer-north' }],
    ['position.update', { id: 'layer-post', fullName: 'x', enCode: 'x', organizeId: 'layer-south' }],
    ['position.delete', { id: 'layer-other-post' }],
    ['role.create', { fullName: '新', enCode: 'layer-new', globalMark: 1 }],
    ['role.update', { id: 'layer-global', fullName: 'x', enCode: 'x', globalMark: 1 }],
    ['role.update', { id: 'layer-bound', fullName: 'x', enCode: 'x', globalMark: 1 }],
    [
      'role.update',
      { id: 'layer-elsewhere', fullName: 'x', enCode: 'x', globalMark: 0, organizeIds: ['layer-north'] },
    ],
    ['role.state', { id: 'layer-elsewhere' }],
    ['role.delete', { id: 'layer-elsewhere' }],
    ['group.create', { fullName: '新', enCode: 'layer-new' }],
    ['member.list', { objectType: 'Organize', id: 'layer-south' }],
    ['member.list', { objectType: 'Position', id: 'layer-other-post' }],
    ['member.add', { objectType: 'Organize', id: 'layer-south', userIds: ['x'] }],
    ['member.add', { objectType: 'Position', id: 'layer-other-post', userIds: ['x'] }],
    ['member.add', { objectType: 'Role', id: 'layer-global', userIds: ['x'] }],
    ['member.remove', { objectType: 'Role', id: 'layer-elsewhere', userIds: ['x'] }],
    ['permissionGroup.create', { fullName: '新', enCode: 'layer-new' }],
    ['authority.update', { id: 'layer-global', objectType: 'Role', systemIds: ['main'] }],
    ['authority.update', { id: 'layer-other-post', objectType: 'Position', systemIds: ['main'] }],
    ['authority.update', { id: 'layer-south', objectType: 'Organize', systemIds: ['main'] }],
  ] as const)('%s %o is refused', async (name, input) => {
    expect(await head.envelope(name, input)).toMatchObject(refused)
  })

  it('imports people into their units alone, and exports those that they see', async () => {
    const row = (account: string, organizeIds: string, more: object = {}) => ({
      ...{ account, realName: account, organizeIds, ...more },
    })
    const answer = await head.call('users.importData', {
      list: [
        row('layer-in', 'layer-top/layer-north/layer-wells'),
        row('layer-out', 'layer-south'),
        row('layer-both', 'layer-north,layer-south'),
        row('layer-role', 'layer-north', { roleIds: 'layer-manages' }),
      ],
    })
    expect(answer.snum).toBe(1)
    expect(answer.failResult.map(({ account, errorsInfo }) => [account, errorsInfo])).toEqual([
      ['layer-out', expect.stringContaining(OUT)],
      ['layer-both', expect.stringContaining(OUT)],
      // Who has it and is not bounded would administer all units.
      ['layer-role', '该账号的权限高于您'],
    ])
    const { url } = await head.call('users.exportExcel', { dataType: 1, selectKey: 'account' })
    const bytes = await (await server.stranger.fetch(url)).arrayBuffer()
    const accounts = opened(new Uint8Array(bytes)).rows.flat().slice(1)
    expect(accounts.toSorted()).toEqual(['layer-in', 'layer-one', 'layer-peer', 'layer-two'])
    await server.sql(`delete from user_account where account = 'layer-in'`)
  })

  it('changes no people of other units, nor themselves, and carries nobody out or in', async () => {
    const far = idOf('layer-far')
    for (const [name, input] of [
      ['users.create', { account: 'layer-made', realName: '新', organizeIds: ['layer-south'] }],
      [
        'users.create',
        { account: 'layer-made', realName: '新', organizeIds: ['layer-north', 'layer-south'] },
      ],
      ['users.update', person('layer-far', ['layer-north'])],
      ['users.update', person('layer-one', ['layer-south'])],
      ['users.state', { id: far }],
      ['users.unlock', { id: far }],
      ['users.delete', { id: far }],
      ['users.resetPassword', { id: far, userPassword: md5('Layer2026'), passwordText: 'Layer2026' }],
      ['users.offline', { id: far }],
      ['session.view', { id: far }],
      ['authority.update', { id: far, objectType: 'User', systemIds: ['main'] }],
      ['authority.why', { userId: far, menuId: 'home' }],
    ] as const)
      expect([name, await head.envelope(name, input)]).toMatchObject([name, refused])
    for (const [name, input] of [
      ['users.update', person('layer-head', ['layer-north'])],
      ['authority.update', { id: headId, objectType: 'User', systemIds: ['main'] }],
      ['grade.save', { userId: headId, orgAdminModel: [], moduleIds: [], systemIds: [] }],
      ['grade.delete', { id: headId }],
    ] as const)
      expect([name, (await head.envelope(name, input)).code]).toEqual([name, 403])
    await head.call('users.update', person('layer-one', ['layer-wells']))
    await head.call('users.update', person('layer-one', ['layer-north']))
  })

  it('adds and takes out their own people alone, and sees no others', async () => {
    const north = { objectType: 'Organize', id: 'layer-north' } as const
    const far = { ...north, userIds: [idOf('layer-far')] }
    // Whoever stands in other units is not brought in, nor seen or taken out once others have put them here.
    expect(await head.envelope('member.add', far)).toMatchObject(refused)
    await admin.call('member.add', far)
    expect(await head.envelope('member.remove', far)).toMatchObject(refused)
    const bound = { objectType: 'Role', id: 'layer-bound' } as const
    await admin.call('member.add', { ...bound, userIds: [idOf('layer-far'), idOf('layer-two')] })
    await admin.call('users.update', person('layer-far', ['layer-south'], { roleIds: [] }))
    await server.sql(`insert into user_role values ($1, 'layer-bound')`, [idOf('layer-far')])
    expect((await head.call('member.list', bound)).list.map(({ account }) => account)).toEqual(['layer-two'])
    expect((await admin.call('member.list', bound)).pagination.total).toBe(2)
    await admin.call('users.update', person('layer-far', ['layer-south'], { roleIds: [] }))

    const own = { objectType: 'Organize' as const, id: 'layer-wells', userIds: [idOf('layer-one')] }
    await head.call('member.add', own)
    await head.call('member.remove', own)
    await head.call('member.remove', { ...bound, userIds: [idOf('layer-two')] })
    // Nor does anybody give themselves what they administer.
    expect(await head.envelope('member.add', { ...own, userIds: [headId] })).toMatchObject({ code: 403 })
    const [group] = (await admin.call('group.list')).list
    expect(
      await head.envelope('member.add', { ...own, objectType: 'Group', id: group?.id ?? '' }),
    ).toMatchObject(refused)
  })

  it('grants what they may, and only to those in their units', async () => {
    const dictionary = {
      systemIds: ['main'],
      module: ['system.dictionary'],
      button: ['system.dictionary/button/btn_add'],
    }
    const one = { id: idOf('layer-one'), objectType: 'User' } as const
    await head.call('authority.update', { ...one, ...dictionary })
    // They see the start themselves, and it is not among what they may grant.
    expect(
      await head.envelope('authority.update', { ...one, ...dictionary, module: ['home'] }),
    ).toMatchObject({ code: 403 })
    const { all } = await head.call('authority.values', { ...one, type: 'module' })
    expect(all).toContain('system.dictionary')
    expect(all).not.toContain('home')
    await head.call('authority.update', { ...one, systemIds: [] })
  })

  it('is shown beside the lists the units that these show, and what they stand in', async () => {
    type Node = { readonly id: string; readonly children?: readonly Node[] }
    const idsOf = (nodes: readonly Node[]): string[] =>
      nodes.flatMap(({ id, children = [] }) => [id, ...idsOf(children)])
    const ofHead = idsOf((await head.call('organize.tree')).list)
    expect(ofHead).toEqual(expect.arrayContaining(['layer-top', 'layer-north', 'layer-wells']))
    expect(ofHead).not.toContain('layer-south')
    expect(idsOf((await admin.call('organize.tree')).list)).toContain('layer-south')
  })

  it('sees of groups and permission groups what reaches into their units, and of their members those there', async () => {
    const [one, far] = [idOf('layer-one'), idOf('layer-far')]
    const groups = { 'layer-both': [one, far], 'layer-none': [], 'layer-away': [far] }
    for (const [id, people] of Object.entries(groups)) {
      await server.sql(
        `insert into user_group (id, full_name, en_code, sort_code, enabled_mark) values ($1, $1, $1, 0, 1)`,
        [id],
      )
      for (const person of people)
        await server.sql('insert into user_group_member values ($1, $2)', [person, id])
    }
    const counts = Object.fromEntries(
      (await head.call('group.list', { pageSize: 500 })).list.map(({ id, userCount }) => [id, userCount]),
    )
    expect(counts).toMatchObject({ 'layer-both': 1, 'layer-none': 0 })
    expect(counts).not.toHaveProperty('layer-away')
    expect((await head.call('group.read', { id: 'layer-both' })).fullName).toBe('layer-both')
    for (const name of ['group.read', 'member.list'] as const)
      expect(await head.envelope(name, { id: 'layer-away', objectType: 'Group' })).toMatchObject({
        code: 404,
      })
    expect((await admin.call('group.read', { id: 'layer-away' })).id).toBe('layer-away')

    const sets = {
      'layer-mixed': [
        `${one}--user`,
        `${far}--user`,
        ...[
          'layer-north--company',
          'layer-south--company',
          'layer-post--position',
          'layer-other-post--position',
        ],
        ...['layer-bound--role', 'layer-elsewhere--role', 'layer-global--role'],
        ...['layer-both--group', 'layer-away--group'],
      ],
      // Names nothing of theirs, and gives their people something all the same.
      'layer-over': ['layer-top--company'],
      'layer-empty': [],
      'layer-afar': [`${far}--user`],
    }
    const made = new Map<string, string>()
    for (const [enCode, ids] of Object.entries(sets)) {
      const { id } = await admin.call('permissionGroup.create', { fullName: enCode, enCode })
      await admin.call('permissionGroup.setMembers', { id, ids, below: 1 })
      made.set(enCode, id)
    }
    const idOfSet = (enCode: string) => made.get(enCode) ?? ''
    const seen = (list: readonly { readonly enCode: string }[]) =>
      list
        .map(({ enCode }) => enCode)
        .filter((enCode) => made.has(enCode))
        .toSorted()
    const known = ['layer-empty', 'layer-mixed', 'layer-over']
    const { list } = await head.call('permissionGroup.list', { pageSize: 500 })
    expect(seen(list)).toEqual(known)
    expect(list.find(({ enCode }) => enCode === 'layer-mixed')?.memberCount).toBe(6)
    expect(seen((await head.call('permissionGroup.selector')).list)).toEqual(known)
    const own = [`${one}--user`, 'layer-north--company', 'layer-post--position', 'layer-bound--role']
    const mixed = await head.call('permissionGroup.members', { id: idOfSet('layer-mixed') })
    expect(mixed.ids.toSorted()).toEqual([...own, 'layer-both--group', 'layer-global--role'].toSorted())
    expect(mixed.list.map(({ id }) => id).toSorted()).toEqual(mixed.ids.toSorted())
    expect((await head.call('permissionGroup.members', { id: idOfSet('layer-over') })).ids).toEqual([])
    for (const name of ['permissionGroup.read', 'permissionGroup.members'] as const)
      expect(await head.envelope(name, { id: idOfSet('layer-afar') })).toMatchObject({ code: 404 })
    expect(seen((await admin.call('permissionGroup.list', { pageSize: 500 })).list)).toEqual(
      [...made.keys()].toSorted(),
    )
    const through = await head.call('permissionGroup.ofObject', { id: one, objectType: 'User' })
    expect(seen(through.list)).toEqual(['layer-mixed', 'layer-over'])
    // What a permission group grants is told of those alone who have it.
    const view = (enCode: string) =>
      head.envelope('authority.view', { id: one, permissionId: idOfSet(enCode), itemType: 'module' })
    expect([(await view('layer-mixed')).code, (await view('layer-afar')).code]).toEqual([200, 404])
    for (const id of made.values()) await server.sql('delete from permission_set where id = $1', [id])
  })

  it('sees and changes who of theirs holds an entry, and leaves it to those elsewhere', async () => {
    const [one, far] = [idOf('layer-one'), idOf('layer-far')]
    const of = { id: 'system.dictionary', objectType: 'User', itemType: 'module' } as const
    const everybody = async () => (await admin.call('authority.holders', of)).ids
    const before = await everybody()
    await admin.call('authority.setHolders', { ...of, objectId: [...before, one, far] })
    expect((await head.call('authority.holders', of)).ids).toEqual([one])
    await head.call('authority.setHolders', { ...of, objectId: [] })
    expect((await everybody()).toSorted()).toEqual([...before, far].toSorted())
    await admin.call('authority.setHolders', { ...of, objectId: before })
  })

  it('makes nobody an administrator without bounds, nor one of more than they', async () => {
    const two = idOf('layer-two')
    const delegate = person('layer-two', ['layer-wells'], { roleIds: ['layer-delegate'] })
    // With a page of people and no bounds they would administer everything.
    expect(await head.envelope('users.update', delegate)).toMatchObject({
      code: 403,
      msg: '不能授予自己没有的权限',
    })
    const save = (input: object) =>
      head.envelope('grade.save', { userId: two, moduleIds: [], systemIds: [], orgAdminModel: [], ...input })
    expect(await save({ moduleIds: ['home'] })).toMatchObject({ code: 403 })
    await save({
      orgAdminModel: [
        { organizeId: 'layer-wells', ...ON },
        { organizeId: 'layer-south', ...ON },
      ],
    })
    const { orgAdminList } = await admin.call('grade.selector', { userId: two })
    const on = orgAdminList.filter((row) => row.thisLayerEdit === 1).map(({ organizeId }) => organizeId)
    expect(on).toEqual(['layer-wells'])
    expect(await head.envelope('users.update', delegate)).toMatchObject({ code: 200 })
    const seen = await head.call('grade.selector', { userId: two })
    expect(seen.orgAdminList.map(({ organizeId }) => organizeId)).toEqual(['layer-north', 'layer-wells'])
    // What those above have fixed stays on, whatever is sent.
    await admin.call('grade.save', {
      ...{ userId: two, moduleIds: [], systemIds: [] },
      orgAdminModel: [
        { organizeId: 'layer-south', ...OFF, thisLayerSelect: 1 },
        { organizeId: 'layer-wells', ...ON },
      ],
    })
    // By now they administer more than who asks, until their page is taken from them.
    expect(await save({})).toMatchObject({ code: 403, msg: '该账号的权限高于您' })
    await admin.call('users.update', person('layer-two', ['layer-wells'], { roleIds: [] }))
    await save({})
    const kept = (await admin.call('grade.selector', { userId: two })).orgAdminList
    expect(kept.filter((row) => Object.values(row).includes(1)).map(({ organizeId }) => organizeId)).toEqual([
      'layer-south',
    ])
    // Taken away by who is bounded, they administer nothing rather than everything.
    await head.call('grade.delete', { id: two })
    await admin.call('grade.save', { userId: two, moduleIds: [], systemIds: [], orgAdminModel: [] })
    expect(await server.sql('select from layered_administrator where user_id = $1', [two])).toHaveLength(1)
    await admin.call('grade.delete', { id: two })
    expect(await server.sql('select from layered_administrator where user_id = $1', [two])).toHaveLength(0)
  })

  it('does not touch who administers the same unit or one above', async () => {
    await admin.call('grade.save', {
      ...{ userId: idOf('layer-peer'), moduleIds: [], systemIds: [] },
      orgAdminModel: [{ organizeId: 'layer-north', ...OFF, thisLayerSelect: 1 }],
    })
    for (const [name, input] of [
      ['users.state', { id: idOf('layer-peer') }],
      ['grade.delete', { id: idOf('layer-peer') }],
    ] as const)
      expect(await head.envelope(name, input)).toMatchObject({ code: 403, msg: '该账号的权限高于您' })
    await admin.call('grade.delete', { id: idOf('layer-peer') })
  })

  it('is refused a state that somebody else has changed', async () => {
    const save = (version: number) =>
      admin.envelope('grade.save', {
        userId: headId,
        moduleIds: MODULES.slice(1),
        systemIds: ['main'],
        version,
        orgAdminModel: [{ organizeId: 'layer-north', ...ON }],
      })
    const { version } = await admin.call('grade.selector', { userId: headId })
    expect(await save(version)).toMatchObject({ code: 200 })
    expect(await save(version)).toMatchObject({ code: 409 })
    const { userInfo } = await admin.call('session.currentUser')
    const self = { userId: userInfo.userId, moduleIds: [], systemIds: [], orgAdminModel: [] }
    expect((await admin.envelope('grade.save', self)).code).toBe(403)
  })
})

it('a hundred random changes pass nobody beyond who grants, and touch nothing outside', async () => {
  const done = await climb(100)
  for (const name of ['grant', 'grade'])
    for (const code of [200, 403])
      expect(done.get(`${name} ${code}`) ?? 0, `${name} ${[...done]}`).toBeGreaterThan(0)
}, 300_000)
