import { widgetContext } from '@tests/fixtures/widget-context'
import { describe, expect, it } from 'vitest'
import { type CodeLanguage, definition } from './definition'

const context = widgetContext()
const settled = (language: CodeLanguage, more: object = {}) => ({ ...definition.defaults, language, ...more })
const check = (value: string, language: CodeLanguage, more?: object) =>
  definition.check?.(value, settled(language, more), context)

describe('code', () => {
  it('judges JSON and expressions, and says where they are wrong', () => {
    expect(check('{\n  "a" 1}', 'json')).toBe('第2行第7列：此处应有冒号，请改正')
    expect(check('1 +', 'expression')).toBe('第1行第4列：表达式末尾缺少一个值，请改正')
    expect(check('ROUN(1)', 'expression')).toContain('ROUND')
    expect(check('select from', 'sql')).toBeNull()
    expect(check('{', 'text')).toBeNull()
    expect(definition.fromText?.('1 +', settled('expression'), context)).toHaveProperty('error')
  })

  it('knows the names that an expression may read', () => {
    const names = [{ name: 'flow' }, { name: 'block.area' }]
    expect(check('flow * block.area + COUNT(block)', 'expression', { names })).toBeNull()
    expect(check('1 + flwo', 'expression', { names })).toBe(
      '第1行第5列：这里没有“flwo”，是不是“flow”，请改正',
    )
    expect(check('flwo', 'expression')).toBeNull()
  })

  it('is empty where it holds blanks alone, and knows one kind of line end', () => {
    expect([definition.isEmpty?.(' \n'), definition.isEmpty?.('0')]).toEqual([true, false])
    expect(definition.normalise?.('a\r\nb', settled('text'))).toBe('a\nb')
  })
})
