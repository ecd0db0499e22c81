import { md5, startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
let id = ''
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const made = await admin.call('users.create', {
    ...{ account: 'forgetful', realName: '忘', organizeIds: ['demo-irrigation'] },
  })
  id = made.id
})
afterAll(() => server.close())

it('is made by the policy, answered once, kept and audited nowhere, and changed before anything else is done', async () => {
  await server.server.services.systemConfig.write({
    ...{ passwordStrengthLimit: 1, passwordLengthMin: 1, passwordLengthMinNumber: 20 },
    ...{ containsNumbers: 1, includeLowercaseLetters: 1, includeUppercaseLetters: 1, containsCharacters: 1 },
  })
  const { password } = await admin.call('users.resetPassword', { id, generate: 1 })
  expect(password).toMatch(/^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])(?=.*[^\dA-Za-z]).{20}$/)
  const rows = await server.sql(`select before, after from audit where target = $1`, [id])
  expect(rows.length).toBeGreaterThan(0)
  for (const clear of [password, md5(password)]) expect(JSON.stringify(rows)).not.toContain(clear)
  const own = await server.as('forgetful', password)
  expect(await own.envelope('session.updatePasswordMessage')).toMatchObject({ data: { due: true } })
  expect(await own.envelope('currentUser.baseInfo')).toMatchObject({ code: 403 })
  await server.sql(
    `insert into captcha (key, code, expires_at) values ('k1', 'ABCD', now() + interval '1 hour')`,
  )
  await own.call('currentUser.modifyPassword', {
    ...{ oldPassword: md5(password), code: 'ABCD', timestamp: 'k1' },
    ...{ password: md5('Orchard-irrigated-2026'), passwordText: 'Orchard-irrigated-2026' },
  })
  const again = await server.as('forgetful', 'Orchard-irrigated-2026')
  expect(await again.envelope('currentUser.baseInfo')).toMatchObject({ code: 200 })
})

it('is another one each time, and one that was typed is not answered', async () => {
  const made = await Promise.all([1, 2].map(() => admin.call('users.resetPassword', { id, generate: 1 })))
  expect(made[0]?.password).not.toBe(made[1]?.password)
  const typed = 'Canal-lined-again-2026'
  expect(
    await admin.call('users.resetPassword', { id, userPassword: md5(typed), passwordText: typed }),
  ).toEqual({ password: '' })
  expect(await admin.envelope('users.resetPassword', { id })).toMatchObject({
    code: 400,
    data: { errors: [{ path: 'userPassword', message: '请输入新密码' }] },
  })
})
