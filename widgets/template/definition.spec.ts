import { widgetContext } from '@tests/fixtures/widget-context'
import { describe, expect, it } from 'vitest'
import { definition, piecesOf } from './definition'

const context = widgetContext()
const names = [{ name: 'name', label: '设备' }, { name: 'pressure' }]
const settings = { ...definition.defaults, names }
const check = (value: string) => definition.check?.(value, settings, context)

describe('template', () => {
  it('is cut at its places, each called by its label', () => {
    const shown = (value: string) =>
      piecesOf(value, names, context).map(({ text, isPlace }) => (isPlace ? `[${text}]` : text))
    expect(shown('泵 ${name}：${ROUND(pressure, 2)}')).toEqual([
      '泵 ',
      '[设备]',
      '：',
      '[ROUND(pressure, 2)]',
    ])
    expect(shown('${name')).toEqual(['${name'])
    expect(shown('\\${name} ${"}"}')).toEqual(['\\${name} ', '["}"]'])
    expect(shown('')).toEqual([])
  })

  it('says which place is wrong, and where', () => {
    expect(check('压力 ${pressure} ${IF(name, 1, 2)}')).toBeNull()
    expect(check('压力\n${presure}')).toBe('第2行第3列：这里没有“presure”，是不是“pressure”，请改正')
    expect(check('${name')).toContain('第1行第1列')
    expect(check('${1 +}')).toContain('第1行第6列')
    expect(definition.check?.('${anything}', definition.defaults, context)).toBeNull()
  })
})
