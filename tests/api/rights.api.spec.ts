import { readFileSync } from 'node:fs'
import { type Call, defineCall } from '@services/contract/call'
import { createHandle } from '@services/server/http/handle'
import type { Right } from '@services/server/module'
import Fastify from 'fastify'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from './harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const call: Call = defineCall({
  name: 'test.call',
  method: 'GET',
  path: '/api/test',
  summary: 'For this spec',
  response: Type.Any(),
})

describe('a route', () => {
  const surroundings = () => ({ db: {}, services: {}, locales: {} }) as never

  it('without a right does not start the server', () => {
    const handle = createHandle(Fastify(), surroundings())
    expect(() => handle(call, undefined as unknown as Right, () => null)).toThrow(/test\.call needs a right/)
    expect(() => handle(call, '', () => null)).toThrow(/needs a right/)
  })

  it('is served once', () => {
    const handle = createHandle(Fastify(), surroundings())
    handle(call, 'session', () => null)
    expect(() => handle(call, 'session', () => null)).toThrow(/served twice/)
  })
})

describe('rights', () => {
  const rights = () => server.server.services.rights
  const operator = async () => {
    const { userInfo } = await (await server.as('operator')).call('session.currentUser')
    return { ...userInfo, sessionId: '' } as never
  }
  beforeAll(async () => {
    await server.server.services.menu.publish({
      modelId: 'm1',
      enCode: 'test.orders',
      fullName: { zh: '采购单', en: 'Orders' },
      buttons: [
        { enCode: 'btn_add', fullName: { zh: '新增', en: 'Add' } },
        { enCode: 'btn_remove', fullName: { zh: '删除', en: 'Delete' } },
      ],
      fields: [{ enCode: 'amount', fullName: '金额' }],
    })
  })

  it('are refused by default, and given by menu, button, column and field', async () => {
    const user = await operator()
    expect(await rights().can(user, 'test.orders')).toBe(false)
    await rights().grant('field-operator', 'test.orders', { buttons: ['btn_add'] })
    expect(await rights().can(user, 'test.orders')).toBe(true)
    expect(await rights().can(user, 'test.orders:btn_add')).toBe(true)
    expect(await rights().can(user, 'test.orders:btn_remove')).toBe(false)
    expect(await rights().can(user, 'no.such.menu')).toBe(false)
  })

  it('decide what the shell is told', async () => {
    const admin = await (await server.as('admin')).call('session.currentUser')
    const staff = await (await server.as('operator')).call('session.currentUser')
    const entry = (list: typeof admin.permissionList) => list.find((one) => one.enCode === 'test.orders')
    expect(entry(admin.permissionList)?.button.map((one) => one.enCode)).toEqual(['btn_add', 'btn_remove'])
    expect(entry(staff.permissionList)?.button.map((one) => one.enCode)).toEqual(['btn_add'])
    expect(entry(staff.permissionList)?.form).toEqual([])
    expect(staff.menuList.map((item) => item.enCode)).toContain('test.orders')
    expect(staff.routerList.length).toBeLessThan(admin.routerList.length)
  })

  it('are named in the refusal, in the language of the caller', async () => {
    expect(await rights().nameOf('test.orders:btn_remove', 'zh')).toBe(
      '采购单 · 删除 (test.orders:btn_remove)',
    )
    expect(await rights().nameOf('test.orders:btn_remove', 'en')).toBe(
      'Orders · Delete (test.orders:btn_remove)',
    )
  })

  it('leave with the menu entry they were given for', async () => {
    await server.server.services.menu.unpublish('m1')
    expect(await rights().can(await operator(), 'test.orders')).toBe(false)
    expect(await server.sql(`select 1 from role_right where menu_id = 'model-m1'`)).toEqual([])
  })
})

interface MenuFileItem {
  readonly enCode: string
  readonly children?: readonly unknown[]
}

describe('the menu', () => {
  it('is the one of schemas/menu.json, for an administrator', async () => {
    const items = JSON.parse(readFileSync('schemas/menu.json', 'utf8')) as MenuFileItem[]
    const { menuList } = await (await server.as('admin')).call('session.currentUser')
    expect(menuList.map((item) => item.enCode)).toEqual(
      expect.arrayContaining(items.map((item) => item.enCode)),
    )
  })
})
