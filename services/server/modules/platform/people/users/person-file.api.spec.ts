import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const FILE = {
  ranks: 'ranks.senior',
  nation: 'nation.56',
  nativePlace: '新疆昌吉',
  certificatesType: 'certificateType.idCard',
  certificatesNumber: '65230119900307123X',
  education: 'education.bachelor',
  landline: '0994-2345678',
  urgentContacts: '李四',
  urgentTelePhone: '+86 13912345678',
  postalAddress: '昌吉市北京南路1号',
}
const person = (account: string, more: object = {}) => ({
  ...{ account, realName: '有档案', organizeIds: ['demo-irrigation'], telePhone: '0994-1234567', ...more },
})

it('is kept, read of one person and not told by a list, and stays where a save says nothing of it', async () => {
  const { id } = await admin.call(
    'users.create',
    person('filed', { ...FILE, certificatesNumber: '65230119900307123x' }),
  )
  expect(await admin.call('users.read', { id })).toMatchObject({ ...FILE, telePhone: '0994-1234567' })
  const { list } = await admin.call('users.list', { keyword: 'filed' })
  expect(list).toHaveLength(1)
  expect(JSON.stringify(list)).not.toContain('65230119900307123X')
  await admin.call('users.update', { id, ...person('filed'), education: null })
  expect(await admin.call('users.read', { id })).toMatchObject({ ...FILE, education: '' })
  const [row] = await server.sql<{ before: object; after: object }>(
    `select before, after from audit where action = 'users.update' and target = $1`,
    [id],
  )
  expect(row).toMatchObject({ before: { education: 'education.bachelor' }, after: { education: '' } })
})

it.each([
  [{ nation: 'nation.57' }, 'nation', '该选项不存在，可能已从字典中删除'],
  [{ education: 'nation.01' }, 'education', '该选项不存在，可能已从字典中删除'],
  [
    { certificatesType: 'certificateType.idCard', certificatesNumber: '123' },
    'certificatesNumber',
    '请输入正确的身份证号码',
  ],
  [{ landline: 'home' }, 'landline', '请输入正确的电话号码'],
  [{ urgentTelePhone: '1' }, 'urgentTelePhone', '请输入正确的电话号码'],
  [{ postalAddress: '路'.repeat(201) }, 'postalAddress', '通讯地址最多为200个字符！'],
])('%o is refused', async (more, path, message) => {
  expect(await admin.envelope('users.create', person('refused', more))).toMatchObject({
    code: 400,
    msg: message,
    data: { errors: [{ path, message }] },
  })
})

it('takes any number of another certificate, and keeps a choice that has gone from its dictionary', async () => {
  const { id } = await admin.call(
    'users.create',
    person('passport', { certificatesType: 'certificateType.passport', certificatesNumber: 'e12345678' }),
  )
  expect(await admin.call('users.read', { id })).toMatchObject({ certificatesNumber: 'E12345678' })
  // Of another kind the number has another form.
  expect(
    await admin.envelope('users.update', {
      id,
      ...person('passport'),
      certificatesType: 'certificateType.idCard',
    }),
  ).toMatchObject({ code: 400, data: { errors: [{ path: 'certificatesNumber' }] } })
  await server.sql(`update user_account set nation = 'gone' where id = $1`, [id])
  await admin.call('users.update', { id, ...person('passport'), nation: 'gone', nativePlace: '乌鲁木齐' })
  expect(await admin.call('users.read', { id })).toMatchObject({ nation: 'gone', nativePlace: '乌鲁木齐' })
})
