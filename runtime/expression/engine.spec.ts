import { describe, expect, it, vi } from 'vitest'
import messages from '../../schemas/locales/expression.json'
import { functionCatalogue } from './functions/catalogue'
import { EXAMPLE_NAMES } from './functions/examples'
import {
  compileExpression,
  compileTemplate,
  EXPRESSION_LIMITS,
  type Expression,
  ExpressionError,
  interpolate,
  scopeOf,
} from './index'
import { PROBLEM_TEXTS } from './problems'

const evaluate = (source: string, names: Record<string, unknown> = {}) =>
  compileExpression(source).evaluate(scopeOf(names))

function refusal(source: string): { message: string; position: number | undefined } {
  try {
    compileExpression(source)
  } catch (error) {
    if (error instanceof ExpressionError) {
      return { message: error.problem.message, position: error.problem.position }
    }
    throw error
  }
  throw new Error(`${source} was not refused`)
}

describe('what is refused', () => {
  it.each([
    ['', '@expression.operandExpectedAtEnd', 0],
    ['a +', '@expression.operandExpectedAtEnd', 3],
    ['a + * b', '@expression.operandExpected', 4],
    ['a b', '@expression.operatorExpected', 2],
    ['单价 数量', '@expression.operatorExpected', 3],
    ['(a + b', '@expression.unclosedBracket', 0],
    ['a + b)', '@expression.unopenedBracket', 5],
    ['[1, 2)', '@expression.unclosedBracket', 0],
    ['()', '@expression.operandExpected', 1],
    ['SUM(1,)', '@expression.operandExpected', 6],
    ['a, b', '@expression.operatorExpected', 1],
    ["'abc", '@expression.unclosedText', 0],
    ['1a', '@expression.badNumber', 0],
    ['a; b', '@expression.unexpectedCharacter', 1],
    ['a = 1', '@expression.assignment', 2],
    ['f(x) = x', '@expression.assignment', 5],
    ['f(x)', '@expression.unknownFunction', 0],
    ['SUMM(1)', '@expression.unknownFunctionNear', 0],
    ['a.b(1)', '@expression.methodCall', 2],
    ['a.', '@expression.incomplete', 1],
    ['a ? 1', '@expression.incomplete', 4],
    ['ROUND()', '@expression.argumentCount', undefined],
    ['TODAY(1)', '@expression.argumentCount', undefined],
    ['MAP(a)', '@expression.argumentCount', undefined],
    ['MAP(a, b)', '@expression.lambdaExpected', undefined],
    ['SUM(a, x => x)', '@expression.lambdaMisplaced', undefined],
    ['MAP(x => x, y => y)', '@expression.lambdaMisplaced', undefined],
    ['x => x', '@expression.lambdaMisplaced', 0],
    ['MAP(a, (x => x))', '@expression.lambdaMisplaced', 8],
    ['MAP(a, 1 => x)', '@expression.lambdaParameters', 9],
    ['MAP(a, (x, y, z) => x)', '@expression.lambdaParameters', 7],
    ['MAP(a, x =>)', '@expression.operandExpected', 11],
    ['SORT(a, x => x, 1, 2)', '@expression.argumentCount', undefined],
    ['SORT(a, 1, 2)', '@expression.argumentCount', undefined],
    ['{a 1}', '@expression.colonExpected', 1],
    ['{1: 1}', '@expression.keyExpected', 1],
    ['{__proto__: 1}', '@expression.keyExpected', 1],
    ["{'constructor': 1}", '@expression.keyExpected', 1],
    ['{a: 1, a: 2}', '@expression.duplicateKey', 7],
    ['{a: 1, }', '@expression.operandExpected', 7],
    ['{a: 1', '@expression.unclosedBracket', 0],
    ['{a: }', '@expression.operandExpected', 4],
  ])('%s', (source, message, position) => {
    expect(refusal(source)).toEqual({ message, position })
  })

  it('is named with its place in plain words', () => {
    expect(() => compileExpression('SUMM(1)')).toThrow(
      'There is no function SUMM; did you mean SUM? (at character 1): SUMM(1)',
    )
  })

  it('includes what is too long, too wide or too deep', () => {
    expect(refusal(`1${' '.repeat(EXPRESSION_LIMITS.length)}`).message).toBe('@expression.tooLong')
    expect(refusal(Array(EXPRESSION_LIMITS.tokens).fill('1').join('+')).message).toBe(
      '@expression.tooManyTokens',
    )
    for (const deep of [
      `${'('.repeat(100)}1${')'.repeat(100)}`,
      `${'- '.repeat(100)}1`,
      `${'not '.repeat(100)}1`,
      `${'ABS('.repeat(100)}1${')'.repeat(100)}`,
      `${'a ? b : '.repeat(100)}1`,
    ])
      expect(refusal(deep).message).toBe('@expression.tooDeep')
  })

  it('leaves room for what people write', () => {
    expect(evaluate(Array(900).fill('1').join('+'))).toBe(900)
    expect(evaluate(`${'('.repeat(60)}1${')'.repeat(60)}`)).toBe(1)
    expect(evaluate(`${'false ? 0 : '.repeat(60)}1`)).toBe(1)
  })
})

describe('dependencies', () => {
  it.each([
    ['price * quantity + price', ['price', 'quantity']],
    ['SUM(items.amount) + items.amount', ['items.amount']],
    ['page.category.id == row.id', ['page.category.id', 'row.id']],
    ['items[0].amount', ['items.amount']],
    ["page['category'].id", ['page.category.id']],
    ['items[index].amount', ['items', 'index']],
    ['FIRST(items).amount', ['items']],
    ['a ? b : c', ['a', 'b', 'c']],
    ['a and b or not c', ['a', 'b', 'c']],
    ['IF(a, b.c, [d, e])', ['a', 'b.c', 'd', 'e']],
    ["'price' & 单价", ['单价']],
    ['NOW() > 0 and USER() == x', ['x']],
    ['MAP(items, x => x.amount * price)', ['items.amount', 'price']],
    ['MAP(items, (x, i) => i)', ['items']],
    ['MAP([1], x => x.amount)', []],
    ['FILTER(items, x => x.kind == kind).amount', ['items.kind', 'items.amount', 'kind']],
    ['COUNT(FILTER(items, x => x.kind))', ['items', 'items.kind']],
    ['SORT(page.rows, x => x.at)[0].name', ['page.rows.at', 'page.rows.name']],
    ['MAP(orders, o => SUM(MAP(o.rows, r => r.n)))', ['orders.rows.n']],
    ['MAP(items, price => price.amount) + price', ['items.amount', 'price']],
    ['{a: b, c: [d.e]}', ['b', 'd.e']],
    ['items.length', ['items.length']],
  ])('%s', (source, expected) => {
    expect([...compileExpression(source).dependencies].sort()).toEqual([...expected].sort())
  })
})

describe('places', () => {
  it('of every part of every reference, in texts too', () => {
    const placesOf = ({ references = [] }: Pick<Expression, 'references'>) =>
      references.map(({ path, offsets }) => [path, ...offsets])
    expect(placesOf(compileExpression("a.b + a['c'] + MAP(rows, x => x.n)"))).toEqual([
      ['a.b', 0, 2],
      ['a.c', 6, 9],
      ['rows.n', 30, 32],
    ])
    expect(placesOf(compileTemplate('n ${row.id}, ${row.no}') as never)).toEqual([
      ['row.id', 4, 8],
      ['row.no', 15, 19],
    ])
    expect(() => compileTemplate('n ${row.id}, ${row.}')).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ position: 18 }) }),
    )
  })
})

describe('work', () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({ amount: index, kind: `k${index % 100}` }))
  const run = (source: string) => {
    const problems: string[] = []
    const value = compileExpression(source).evaluate(scopeOf({ rows }), ({ message }) =>
      problems.push(message),
    )
    return { value, problems }
  }

  it('over 10,000 rows is done', () => {
    expect(run('SUM(MAP(rows, x => x.amount * 2))').value).toBe(99_990_000)
    expect(run("COUNT(FILTER(rows, x => x.kind == 'k7'))").value).toBe(100)
    expect(run('SORT(rows, x => x.amount, "desc")[0].amount').value).toBe(9_999)
    expect(run('UNIQUE(rows, x => x.kind).length').value).toBe(100)
    expect(run('UNIQUE(rows).length').value).toBe(10_000)
  })

  it.each([
    ['rows within rows', 'MAP(rows, x => MAP(rows, y => 1)).length'],
    ['a sum a row', 'MAP(rows, x => SUM(rows.amount)).length'],
    ['a search a row', 'MAP(rows, x => x in rows).length'],
    ['a comparison a row', 'MAP(rows, x => rows == rows).length'],
    ['a long text a row', "MAP(rows, x => REPT('a', 100000)).length"],
    ['a list a row, counted', 'COUNT(MAP(rows, x => rows))'],
  ])('that grows with %s ends with a report', (_name, source) => {
    expect(run(source)).toEqual({ value: null, problems: ['@expression.tooMuchWork'] })
  })

  it('gives the text of a list of lists up to its limit', () => {
    const { value, problems } = run('JSON({ all: MAP(FILTER(rows, x => x.amount < 500), x => rows) })')
    expect({ value, problems }).toEqual({ value: null, problems: ['@expression.textTooLong'] })
  })
})

it('digests a text that was cut within a character', () => {
  const evaluate = (text: string) => compileExpression('[MD5(a), HASH(a)]').evaluate({ get: () => text })
  expect(evaluate('水\ud800')).toEqual(evaluate('水\ufffd'))
})

describe('compileExpression', () => {
  it('answers the same expression for the same source', () => {
    expect(compileExpression('a + 1')).toBe(compileExpression('a + 1'))
  })

  it('asks only for the branch it takes', () => {
    const get = vi.fn((name: string) => (name === 'a' ? 1 : 2))
    compileExpression('a ? b : c').evaluate({ get })
    compileExpression('IF(a, b, c)').evaluate({ get })
    compileExpression('a or c').evaluate({ get })
    expect(get.mock.calls.flat()).toEqual(['a', 'b', 'a', 'b', 'a'])
  })

  it('turns an error of the scope into null and a report', () => {
    const report = vi.fn()
    const scope = {
      get(): unknown {
        throw new Error('no row')
      },
    }
    expect(compileExpression('a + 1').evaluate(scope, report)).toBeNull()
    expect(report).toHaveBeenCalledWith({
      kind: 'limit',
      message: '@expression.failed',
      params: { reason: 'no row' },
    })
  })

  it('never reads what an object inherits, nor calls what it holds', () => {
    const owner = Object.assign(Object.create({ inherited: 1 }), { own: 2, act: () => 3 })
    expect(evaluate('o.own', { o: owner })).toBe(2)
    expect(evaluate('o.inherited', { o: owner })).toBeNull()
    expect(evaluate('o.act', { o: owner })).toBeNull()
    expect(evaluate('o.__proto__', { o: JSON.parse('{"__proto__": {"x": 1}}') })).toBeNull()
  })

  it('uses the first zone it is given for dates', () => {
    const at = (timeZone: string) => evaluate("FORMATDATE(0, 'yyyy-MM-dd HH:mm')", { timeZone })
    expect(at('Asia/Shanghai')).toBe('1970-01-01 08:00')
    expect(at('America/New_York')).toBe('1969-12-31 19:00')
  })
})

describe('scopeOf', () => {
  it('falls back to the parent for what it does not have', () => {
    const row = scopeOf({ price: 2, gone: undefined }, scopeOf({ price: 1, total: 9, gone: 3 }))
    expect(['price', 'total', 'gone', 'none', 'toString'].map((name) => row.get(name))).toEqual([
      2,
      9,
      3,
      undefined,
      undefined,
    ])
  })
})

describe('templates', () => {
  const scope = scopeOf({ row: { id: 7, name: '水泵' }, list: [1, 2], empty: null })
  const fill = (source: string) => compileTemplate(source).evaluate(scope)

  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['${row.id}', 7],
    ['${list}', [1, 2]],
    ['${empty}', null],
    ['第 ${row.id} 号：${row.name}', '第 7 号：水泵'],
    [' ${row.id}', ' 7'],
    ['${empty}!', '!'],
    ["${row.id ? '@a.edit' : '@a.new'}", '@a.edit'],
    ["${'}'}", '}'],
    ["${'\\'}'}x", "'}x"],
    ['${"${" & row.id & "}"}', '${7}'],
    ['\\${row.id}', '${row.id}'],
    ['$ {row.id} $row', '$ {row.id} $row'],
    ['${row.id}${row.id}', '77'],
  ])('%s', (source, value) => {
    expect(fill(source)).toEqual(value)
  })

  it('knows what it depends on', () => {
    expect(compileTemplate('${row.id}-${row.name}-${row.id}').dependencies).toEqual(['row.id', 'row.name'])
  })

  it('refuses a place that is not closed, or that is wrong', () => {
    expect(() => compileTemplate('a ${b')).toThrow('not closed')
    expect(() => compileTemplate('${a +}')).toThrow('a value is due')
  })

  it('fills lists and objects to any depth and leaves the rest alone', () => {
    const date = new Date(0)
    const value = { id: '${row.id}', deep: [{ text: 'n ${row.name}' }], n: 1, date }
    expect(interpolate(value, scope)).toEqual({ id: 7, deep: [{ text: 'n 水泵' }], n: 1, date })
  })
})

describe('the words', () => {
  it('are the same in the code and in the English locale', () => {
    const entries = messages as Record<string, { en: string }>
    for (const [key, text] of Object.entries(PROBLEM_TEXTS))
      expect([key, entries[key]?.en]).toEqual([key, text])
  })

  it.each(functionCatalogue.map((entry) => [entry.name, entry] as const))(
    'of %s have an example that does what it says',
    (name, { example, signature }) => {
      expect(compileExpression(example.source).evaluate(scopeOf(EXAMPLE_NAMES))).toEqual(example.value)
      expect(example.source).toContain(`${name}(`)
      expect(signature).toMatch(new RegExp(`^${name}\\(.*\\)$`))
    },
  )

  it('describe every function in every language', () => {
    const entries = messages as Record<string, Record<string, string>>
    for (const { description, group } of functionCatalogue) {
      for (const key of [description.slice('@expression.'.length), `group.${group}`]) {
        expect(Object.keys(entries[key] ?? {})).toEqual(['zh', 'zhtw', 'en'])
      }
    }
  })

  it('name a function by any case and alias', () => {
    for (const { name, aliases } of functionCatalogue) {
      for (const alias of [name, name.toLowerCase(), ...aliases]) {
        expect(refusal(`${alias}(${Array(20).fill('1').join(',')}`).message).toBe(
          '@expression.unclosedBracket',
        )
      }
    }
  })
})
