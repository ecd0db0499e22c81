import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

describe('what a form has emptied', () => {
  it.each([null, ''])('of a person (%o) is empty in the database: a select, a date', async (nothing) => {
    const account = nothing === null ? 'emptied' : 'blanked'
    const person = { account, realName: '要清空', organizeIds: ['demo-irrigation'] }
    const born = Date.parse('1990-03-07')
    const full = { gender: 2, birthday: born, entryDate: born, nation: 'nation.56', sortCode: 5 }
    const { id } = await admin.call('users.create', { ...person, ...full })
    const { version } = await admin.call('users.read', { id })
    const dates = { birthday: null, entryDate: null }
    await admin.call('users.update', {
      ...{ id, ...person, version, gender: nothing as never, nation: nothing, sortCode: null, ...dates },
    })
    const [row] = await server.sql(
      'select gender, birthday, entry_date, sort_code from user_account where id = $1',
      [id],
    )
    expect(row).toEqual({ gender: 0, birthday: null, entry_date: null, sort_code: 0 })
    expect(await admin.call('users.read', { id })).toMatchObject({ gender: 0, nation: '' })
  })

  it('of one’s own profile is empty', async () => {
    const { realName } = await admin.call('currentUser.baseInfo')
    const own = { realName, gender: 1, email: 'a@b.cn', signature: '你好' }
    await admin.call('currentUser.saveBaseInfo', own)
    await admin.call('currentUser.saveBaseInfo', {
      realName,
      gender: null,
      email: null,
      signature: null,
    } as never)
    expect(await admin.call('currentUser.baseInfo')).toMatchObject({ gender: 0, email: '', signature: '' })
  })

  it('of the system’s configuration is empty where it may be, and stays where a form hides it', async () => {
    await admin.call('systemConfig.save', { title: '窗口', lockTime: 20 })
    await admin.call('systemConfig.save', { title: null, lockTime: null } as never)
    expect(await admin.call('systemConfig.read')).toMatchObject({ title: '', lockTime: 20 })
  })

  it('is not asked for in an address either', async () => {
    const { list } = await admin.call('users.list', {
      keyword: '',
      organizeId: '',
      enabledMark: null,
    } as never)
    expect(list.length).toBeGreaterThan(0)
  })
})
