import { startTestServer, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const DARK_GREEN = { dark: true, themeClass: 'green', slideClass: 'lightWhite' }

it('keeps layout and appearance with the account, each by itself, for every device of the person alone', async () => {
  const desk = await server.as('operator')
  const mine = async (client = desk) => (await client.call('session.currentUser')).userInfo
  expect(await mine()).toMatchObject({ appearance: null })
  await desk.call('currentUser.systemTheme', { appearance: DARK_GREEN })
  await desk.call('currentUser.systemTheme', { theme: 'blend' })
  const phone = await server.as('operator')
  expect(await mine(phone)).toMatchObject({ theme: 'blend', appearance: DARK_GREEN })
  expect(await mine(await server.as('admin'))).toMatchObject({ appearance: null })
  await phone.call('currentUser.systemTheme', { appearance: null })
  expect(await mine()).toMatchObject({ theme: 'blend', appearance: null })
  await desk.call('currentUser.systemTheme', {})
  expect(await mine()).toMatchObject({ theme: 'blend' })
})

it('keeps with the account whether alarms are heard', async () => {
  const desk = await server.as('operator')
  const isHeard = async (client = desk) => (await client.call('session.currentUser')).userInfo.alarmSound
  expect(await isHeard()).toBe(true)
  await desk.call('currentUser.systemTheme', { alarmSound: false })
  expect(await isHeard(await server.as('operator'))).toBe(false)
  expect(await isHeard(await server.as('admin'))).toBe(true)
  await desk.call('currentUser.systemTheme', { theme: 'blend' })
  expect(await isHeard()).toBe(false)
})

it('keeps the marked pages with the account, in their order', async () => {
  const desk = await server.as('operator')
  const marked = async (client = desk) => (await client.call('session.currentUser')).userInfo.favourites
  expect(await marked()).toEqual([])
  await desk.call('currentUser.systemTheme', { favourites: ['b', 'a'] })
  expect(await marked(await server.as('operator'))).toEqual(['b', 'a'])
  expect(await marked(await server.as('admin'))).toEqual([])
  const many = Array.from({ length: 101 }, (_, index) => String(index))
  expect(await desk.envelope('currentUser.systemTheme', { favourites: many })).toMatchObject({ code: 400 })
  await desk.call('currentUser.systemTheme', { favourites: [] })
  expect(await marked()).toEqual([])
})

it('refuses what is no appearance', async () => {
  const desk = await server.as('operator')
  for (const appearance of [{ dark: 'yes', themeClass: 'x', slideClass: 'y' }, { dark: true }, 'dark'])
    expect(await desk.envelope('currentUser.systemTheme', { appearance })).toMatchObject({ code: 400 })
})
