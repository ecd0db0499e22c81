import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords'
import { makePassword, md5 } from './passwords'

const byHash = (text: string, account = 'lin') => isCommonPassword(md5(text), account, undefined)
const byText = (text: string, account = 'lin') => isCommonPassword(md5(text), account, text)

it('knows what everybody takes by its hash alone, and in whatever case by its text', async () => {
  for (const text of [
    '1',
    '0000',
    '9999',
    '123456',
    'password',
    'dragon',
    'woaini1314',
    'xpcrew',
    'admin123',
  ])
    expect(await byHash(text), text).toBe(true)
  for (const text of ['PassWord', 'DRAGON', 'Admin123', 'Qwerty123'])
    expect(await byText(text), text).toBe(true)
  for (const text of ['lin', 'lin123', 'lin@123']) expect(await byHash(text), text).toBe(true)
})

it('lets through what nobody takes', async () => {
  expect(await byText('Harvest2026')).toBe(false)
  for (let count = 0; count < 20; count++) expect(await byText(makePassword(randomBytes))).toBe(false)
})
