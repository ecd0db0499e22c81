import { readFileSync } from 'node:fs'
import { type PasswordPolicy, rulesOf } from '@runtime/password/policy'
import { collectMessages, createTranslator } from '@runtime/text'
import { describe, expect, it } from 'vitest'
import { validateChange } from './password-rules'

const translate = createTranslator(
  'zh',
  collectMessages({ session: JSON.parse(readFileSync('schemas/locales/session.json', 'utf8')) }),
)
const ALL: PasswordPolicy = {
  passwordStrengthLimit: 1,
  passwordLengthMin: 1,
  passwordLengthMinNumber: 8,
  containsNumbers: 1,
  includeLowercaseLetters: 1,
  includeUppercaseLetters: 1,
  containsCharacters: 1,
}
const RIGHT = { oldPassword: 'Old1', password: 'Harvest#2026', repeated: 'Harvest#2026', code: '1234' }

function messagesOf(change: Partial<typeof RIGHT>, policy = ALL): Record<string, string> {
  const errors = validateChange({ ...RIGHT, ...change }, policy, 'lin')
  return Object.fromEntries(
    Object.entries(errors).map(([field, { text, params }]) => [field, translate.text(text, params)]),
  )
}
const password = (value: string, policy = ALL) =>
  messagesOf({ password: value, repeated: value }, policy).password

describe('a change of password', () => {
  it('is right with all it needs', () => {
    expect(messagesOf({})).toEqual({})
  })

  it('needs every field, in the documented words', () => {
    expect(messagesOf({ oldPassword: '', password: '', repeated: '', code: ' ' })).toEqual({
      oldPassword: '旧密码不能为空',
      password: '新密码不能为空',
      repeated: '重复密码不能为空',
      code: '验证码不能为空',
    })
  })

  it.each([
    ['Ab#1234', '新密码长度不能小于8位'],
    ['Harvest#field', '新密码必须包含数字'],
    ['HARVEST#2026', '新密码必须包含小写字母'],
    ['harvest#2026', '新密码必须包含大写字母'],
    ['Harvest2026', '新密码必须包含字符'],
    ['KeepLin#2026', '新密码不能包含账号'],
  ])('%s: %s', (value, message) => {
    expect(password(value)).toBe(message)
  })

  it('needs the same twice', () => {
    expect(messagesOf({ repeated: 'harvest' })).toEqual({ repeated: '两次密码输入不一致' })
  })

  it('asks only for what the policy has in force, also where its flags are texts', () => {
    expect(password('a', { ...ALL, passwordStrengthLimit: 0 })).toBeUndefined()
    expect(password('12', { passwordStrengthLimit: '1', containsNumbers: '1' })).toBeUndefined()
    expect(password('ab', { passwordStrengthLimit: '1', containsNumbers: '1' })).toBe('新密码必须包含数字')
    expect(password('1', { ...ALL, passwordLengthMin: 0, includeLowercaseLetters: 0 })).not.toContain('长度')
    expect(rulesOf(ALL, 'x')).toHaveLength(5)
    expect(rulesOf(ALL, 'lin')).toHaveLength(6)
  })
})
