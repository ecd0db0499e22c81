import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let schemas: string
let server: TestServer
let admin: TestClient
beforeAll(async () => {
  schemas = mkdtempSync('/tmp/loam-form-rules-')
  cpSync('schemas', schemas, { recursive: true })
  server = await startTestServer({ schemas })
  admin = await server.as('admin')
})
afterAll(async () => {
  await server.close()
  rmSync(schemas, { recursive: true, force: true })
})

type Field = Record<string, unknown>

/** Changes a field of a form on disk, as who writes the screens does. */
function addRule(form: string, name: string, words: Field): void {
  const file = join(schemas, 'forms', form)
  const document = JSON.parse(readFileSync(file, 'utf8')) as { fields: (string | Field)[] }
  document.fields = document.fields.map((field) => {
    const own = typeof field === 'string' ? field : field['name']
    return own === name ? { ...(typeof field === 'string' ? { name } : field), ...words } : field
  })
  writeFileSync(file, JSON.stringify(document))
}

const rule = (enCode: string, extra: Field = {}) => ({
  ...{ fullName: enCode, enCode, category: 'businessType.water', prefix: 'T', dateFormat: 'no' },
  ...{ digit: 4, startNumber: '1', ...extra },
})
const refused = (path: string, message = expect.any(String)) => ({
  code: 400,
  data: { errors: [{ path, message }] },
})

describe('what a form says of values', () => {
  it('holds at the server: conditions, patterns and what another value makes required', async () => {
    const create = (extra: Field = {}) => admin.envelope('billRule.create', rule('forged', extra) as never)
    addRule('system/bill-rule.form.json', 'prefix', {
      valid: "prefix != 'ZZ'",
      message: '前缀不能是 ZZ',
      patterns: [{ pattern: '^[A-Z]+$', message: '前缀只能是大写字母' }],
    })
    addRule('system/bill-rule.form.json', 'description', { required: "prefix == 'Q'" })
    expect(await create({ prefix: 'ZZ' })).toMatchObject(refused('prefix', '前缀不能是 ZZ'))
    expect(await create({ prefix: 'z1' })).toMatchObject(refused('prefix', '前缀只能是大写字母'))
    expect(await create({ prefix: 'Q' })).toMatchObject(refused('description'))
    expect((await create({ prefix: 'Q', description: '说明' })).code).toBe(200)
  })

  it('counts no blanks around a text, which is kept without them', async () => {
    const blank = rule('blanks', { fullName: ' \u3000' })
    expect(await admin.envelope('billRule.create', blank as never)).toMatchObject({ code: 400 })
    await admin.call('billRule.create', rule(' blanks ', { fullName: ' 名 称 ' }) as never)
    const { list } = await admin.call('billRule.list', { keyword: 'blanks' })
    expect(list).toMatchObject([{ fullName: '名 称', enCode: 'blanks' }])
  })

  it('holds for what is changed too, and as the form is now', async () => {
    const { id } = await admin.call('billRule.create', rule('changed') as never)
    const { list } = await admin.call('billRule.list', { keyword: 'changed' })
    const update = (extra: Field) =>
      admin.envelope('billRule.update', { ...rule('changed', extra), id, ...list[0], ...extra } as never)
    expect(await update({ prefix: 'low' })).toMatchObject(refused('prefix'))
    addRule('system/bill-rule.form.json', 'prefix', { patterns: [] })
    expect((await update({ prefix: 'low' })).code).toBe(200)
  })

  it('is in the reader’s language, and of as many members as are wrong', async () => {
    addRule('system/dictionary-item.form.json', 'fullName', { patterns: [{ rule: 'digits' }] })
    addRule('system/dictionary-item.form.json', 'enCode', { required: true, valid: 'enCode != fullName' })
    const { list } = await admin.call('dictionaryType.list', {})
    const category = list.flatMap(({ children }) => children).find(({ isTree }) => isTree === 0)
    const input = {
      dictionaryTypeId: category?.id,
      parentId: '0',
      fullName: 'x',
      enCode: 'x',
      enabledMark: 1,
    }
    const answer = await admin.envelope('dictionaryData.create', { ...input, sortCode: 0 } as never)
    expect(answer).toMatchObject({ code: 400 })
    const { errors } = answer.data as unknown as { errors: readonly { path: string }[] }
    expect(errors.map(({ path }) => path)).toEqual(['fullName', 'enCode'])
    const fine = { ...input, sortCode: 0, fullName: '12', enCode: 'x' }
    expect((await admin.envelope('dictionaryData.create', fine as never)).code).toBe(200)
  })

  it('refuses nothing by what only a page knows, nor where the form is broken or gone', async () => {
    addRule('system/bill-rule.form.json', 'description', { required: 'page.some != 1' })
    expect((await admin.envelope('billRule.create', rule('page') as never)).code).toBe(200)
    addRule('system/bill-rule.form.json', 'description', { required: "prefix == 'Q'" })
    expect((await admin.envelope('billRule.create', rule('q', { prefix: 'Q' }) as never)).code).toBe(400)
    const file = join(schemas, 'forms/system/bill-rule.form.json')
    // Broken: it validates as before.
    writeFileSync(file, '{ "fields": [')
    expect((await admin.envelope('billRule.create', rule('q', { prefix: 'Q' }) as never)).code).toBe(400)
    rmSync(file)
    expect((await admin.envelope('billRule.create', rule('gone', { prefix: 'Q' }) as never)).code).toBe(200)
  })

  it('holds for a record that there is one of: what a switch asks for has to be there', async () => {
    const days = { updateCycle: 30, updateInAdvance: 7 }
    const save = (change: Field) => admin.envelope('systemConfig.save', change as never)
    expect(await save({ passwordIsUpdatedRegularly: 1, ...days, updateCycle: null })).toMatchObject(
      refused('updateCycle'),
    )
    expect((await save({ passwordIsUpdatedRegularly: 0, ...days, updateCycle: null })).code).toBe(200)
    expect(await save({ singleLogin: 2, tokenTimeout: 0 })).toMatchObject({ code: 400 })
  })

  it('holds for what is done to a model: it is released with what its form offers', async () => {
    const release = (extra: Field) => admin.envelope('visualDevelopment.release', { id: 'none', ...extra })
    expect(await release({ pc: 1, pcModuleParentId: '' })).toMatchObject(refused('pcModuleParentId'))
    expect(await release({ pc: 1, pcModuleParentId: 'business', icon: 'Moon' })).toMatchObject(
      refused('icon'),
    )
    // What the form lets pass comes to the call itself, which knows no such model.
    expect((await release({ pc: 1, pcModuleParentId: 'business', icon: 'File' })).code).toBe(404)
  })

  it('holds for a part of a record: the figures of a project’s interlocks', async () => {
    const { id } = await admin.call('fieldProject.create', { name: '限值' } as never)
    const { rowVersion } = await admin.call('fieldProject.limits', { id })
    const set = (staggerSec: number) =>
      admin.envelope('fieldProject.setLimits', { id, rowVersion, staggerSec } as never)
    const file = join(schemas, 'forms/field/limits.form.json')
    const rule = { name: 'staggerSec', widget: 'number-input', valid: 'staggerSec != 7', message: '不能是 7' }
    writeFileSync(file, JSON.stringify({ resource: 'fieldLimits', fields: [rule] }))
    expect(await set(7)).toMatchObject(refused('staggerSec', '不能是 7'))
    expect((await set(8)).code).toBe(200)
  })

  it('comes after the right to make the call: nothing is told to who has none', async () => {
    const operator = await server.as('operator')
    const answer = await operator.envelope('billRule.create', rule('none', { startNumber: '0' }) as never)
    expect(answer.code).toBe(403)
  })
})
