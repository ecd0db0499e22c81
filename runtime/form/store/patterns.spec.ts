import { testCatalogue as catalogue, testHost } from '@tests/fixtures/form-kit'
import { describe, expect, it } from 'vitest'
import { compileFormData, createFormStore, evaluateRecord } from '../index'

const host = testHost()
const plan = (pattern: string) =>
  compileFormData(
    {
      fields: [
        {
          __config__: { jnpfKey: 'input', label: '编号', regList: [{ pattern, message: '格式不对' }] },
          __vModel__: 'code',
        },
      ],
    },
    { id: 'm', catalogue },
  )
/** What a person's tab and the server say of the same text. */
function validated(pattern: string, code: string): readonly [string | null | undefined, string | undefined] {
  const store = createFormStore(plan(pattern), host)
  store.load({}, 'new')
  store.set('code', code)
  store.validate()
  const { errors } = evaluateRecord(plan(pattern), { code }, host, { creating: true })
  return [store.cell('code').state.error, errors[0]?.message]
}

describe('an authored pattern, in a tab as on the server', () => {
  it.each([
    ['^1\\d{10}$', '13800138000', null],
    ['^1\\d{10}$', '138', '格式不对'],
    // JavaScript's own engine would take longer than the universe.
    ['^(a+)+$', `${'a'.repeat(200)}!`, '格式不对'],
    ['^(a+)+$', 'a'.repeat(200), null],
    // It would say yes here; a rule that one of the two cannot validate is told, not passed.
    ['^(\\w+)-\\1$', 'a-a', '“编号”的校验规则 ^(\\w+)-\\1$ 无法校验此内容，请缩短内容，或请管理员修改规则'],
  ])('%s of %s says %s', (pattern, text, says) => {
    const [tab, server] = validated(pattern, text)
    expect([tab ?? null, server ?? null]).toEqual([says, says])
  })
})
