import type { ServerContext } from '@runtime/widget/definition'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { definition as calculate } from '../../calculate/definition'
import { definition as openData } from '../../open-data/definition'
import { definition as serialNumber } from '../../serial-number/definition'
import { definition as tableGrid } from '../../table-grid/definition'
import { definition as text } from '../../text/definition'

const now = Date.parse('2026-11-21T14:30:05+08:00')

function context(creating: boolean, user = {}): ServerContext {
  return {
    language: 'zh',
    text: (value) => String(value ?? ''),
    user: { userId: 'u1', userAccount: 'wang', userName: '王工', ...user },
    timeZone: 'Asia/Shanghai',
    now: () => now,
    get: () => undefined,
    serial: async (rule) => `${rule}-0001`,
    creating,
  }
}

const given = (type: string, creating: boolean, user = {}, showLevel = 'last') => {
  const settings = {
    ...openData.defaults,
    ...openData.fromFormData?.({ __config__: { jnpfKey: type }, showLevel }),
  }
  return openData.server?.value(settings, context(creating, user))
}

describe('open data', () => {
  it('is the name of the person, or the account without one', () => {
    expect(given('createUser', true)).toBe('王工')
    expect(given('createUser', true, { userName: '' })).toBe('wang')
  })

  it('is the moment as yyyy-MM-dd HH:mm:ss', () => {
    expect(given('createTime', true)).toBe('2026-11-21 14:30:05')
  })

  it('is the department at the last level, else the organization', () => {
    const user = { organizeName: '农场', departmentName: '灌溉科' }
    expect(given('currOrganize', true, user)).toBe('灌溉科')
    expect(given('currOrganize', true, user, 'all')).toBe('农场')
    expect(given('currOrganize', true, { organizeName: '农场' })).toBe('农场')
  })

  it('is the position, or the names of several', () => {
    expect(given('currPosition', true, { positionName: '站长' })).toBe('站长')
    expect(
      given('currPosition', true, {
        positionIds: [
          { id: '1', name: '站长' },
          { id: '2', name: '值班' },
        ],
      }),
    ).toBe('站长,值班')
  })

  it('keeps creation and writes modification when a record is changed', () => {
    expect(given('createUser', false)).toBeUndefined()
    expect(given('createTime', false)).toBeUndefined()
    expect(given('modifyUser', true)).toBe('')
    expect(given('modifyUser', false)).toBe('王工')
    expect(given('modifyTime', false)).toBe('2026-11-21 14:30:05')
  })
})

describe('serial number', () => {
  it('is drawn from its rule, once, when the record is created', async () => {
    const settings = {
      ...serialNumber.defaults,
      ...serialNumber.fromFormData?.({ __config__: { rule: 'order' } }),
    }
    expect(serialNumber.server?.on).toBe('create')
    expect(await serialNumber.server?.value(settings, context(true))).toBe('order-0001')
    expect(serialNumber.server?.value(serialNumber.defaults, context(true))).toBeNull()
  })
})

describe('calculation', () => {
  it('rounds to its precision, none by default, and takes what is not numeric for 0', () => {
    const normalise = (value: unknown, settings = {}) =>
      calculate.normalise?.(value, { ...calculate.defaults, ...settings })
    expect([normalise(2.5), normalise(1.005, { precision: 2 }), normalise('x'), normalise(null)]).toEqual([
      3, 1.01, 0, 0,
    ])
  })

  it('is shown with its decimals and thousands', () => {
    expect(
      calculate.toText?.(1234567.5, { ...calculate.defaults, precision: 2, thousands: true }, context(true)),
    ).toBe('1,234,567.50')
  })
})

describe('stored display settings', () => {
  it('of a text are read from its style', () => {
    const textStyle = {
      'font-weight': 'bold',
      'text-align': 'center',
      'line-height': '40px',
      'font-size': 16,
      'text-decoration': 'underline',
    }
    expect(text.fromFormData?.({ content: '注意', textStyle })).toEqual({
      content: '注意',
      align: 'center',
      bold: true,
      underline: true,
      strike: false,
      lineHeight: 40,
      fontSize: 16,
    })
  })

  it('of a grid follow the theme unless somebody chose a colour', () => {
    const read = (borderColor: string) =>
      tableGrid.fromFormData?.({ __config__: { borderColor, borderWidth: 2 } })
    expect(read('#E2E0E0')).toEqual({ borderWidth: 2 })
    expect(read('#ff0000')).toEqual({ borderWidth: 2, borderColor: '#ff0000' })
  })
})

describe('the catalogue', () => {
  it('knows every name that stored forms have for these widgets', () => {
    const names = {
      'date-picker': ['datePicker', 'date'],
      'time-picker': ['timePicker', 'time'],
      'serial-number': ['billRule'],
      'open-data': ['createUser', 'modifyTime', 'currOrganize'],
      text: ['JNPFText'],
      'group-title': ['groupTitle'],
      'table-grid': ['tableGrid'],
    }
    for (const [key, known] of Object.entries(names)) {
      for (const name of known) expect([name, catalogue.byJnpfKey(name)?.key]).toEqual([name, key])
    }
  })
})
