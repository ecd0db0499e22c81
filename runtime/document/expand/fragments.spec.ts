import { environment, FRAGMENTS, list, load, page, sound } from '@tests/fixtures/expanded-project'
import { describe, expect, it } from 'vitest'
import { checkDocument } from '../index'

describe('a fragment', () => {
  const columns = (...given: readonly object[]) => page(list({ columns: given }))

  it('stands where it is used, with its parameters and their defaults, whatever their type', () => {
    const { content, uses, problems } = load(
      columns({ use: 'flag', with: { path: 'enCode' } }, { use: 'flag', with: { path: 'a', width: 90 } }),
    )
    expect(problems).toEqual([])
    expect(uses).toEqual(['fragments/flag.json'])
    expect((content as { body: { columns: unknown } }).body.columns).toEqual([
      { path: 'enCode', label: '是否', width: 70 },
      { path: 'a', label: '是否', width: 90 },
    ])
  })

  it('takes a parameter into a longer text', () => {
    const whole = sound({ title: 'x', body: { use: 'note', with: { text: '每天' } } })
    expect(whole.body).toEqual({ node: 'text', text: '注：每天' })
  })

  const framed = (slots: object) => ({ use: 'frame', with: { title: '框' }, slots })
  const text = (words: string) => ({ node: 'text', text: words })

  it('has its slots filled by who uses it, and keeps what stands in the others', () => {
    const whole = sound({ title: 'x', body: framed({ main: text('正文') }) })
    expect(whole.body).toEqual({
      node: 'card',
      title: '框',
      body: { node: 'slot', name: 'main', body: text('正文') },
      extra: [{ node: 'slot', name: 'foot', body: text('空') }],
    })
    const none = sound({ title: 'x', body: { use: 'frame', with: { title: '框' } } })
    expect(none.body.body).toEqual({ node: 'slot', name: 'main', body: { node: 'slot', name: 'inner' } })
  })

  it('frames itself, other fragments and dialogs', () => {
    const twice = sound({ title: 'x', body: framed({ main: framed({ main: text('里') }) }) })
    expect(twice.body.body.body.body.body).toEqual(text('里'))
    const note = sound({ title: 'x', body: framed({ main: { use: 'note', with: { text: '每天' } } }) })
    expect(note.body.body.body).toEqual(text('注：每天'))
    const passed = sound({ title: 'x', body: { use: 'framed', slots: { part: text('深') } } })
    expect(passed.body.body.body).toEqual({ node: 'slot', name: 'part', body: text('深') })
    const dialogs = { a: { use: 'framing-dialog', slots: { main: text('对话') } } }
    expect(sound({ title: 'x', body: text('a'), dialogs }).dialogs.a.body.body).toEqual(text('对话'))
  })

  it('has what a slot is filled with wrong told where that stands', () => {
    const { problems } = load({ title: 'x', body: framed({ main: { node: 'text', txt: 'a' } }) })
    expect(problems).toMatchObject([
      { file: 'pages/a.page.json', message: '@document.missingKey', pointer: '/body/slots/main' },
      { file: 'pages/a.page.json', message: '@document.unknownKey', pointer: '/body/slots/main/txt' },
    ])
  })

  it('has its faults told in its own file', () => {
    const [problem, ...others] = load(columns({ use: 'broken', with: { path: 'a' } })).problems
    expect(problem).toMatchObject({
      file: 'fragments/broken.json',
      line: 5,
      pointer: '/column/label',
      message: '@document.missingText',
    })
    expect(others).toEqual([])
  })

  it('has a wrong parameter told where that is given', () => {
    const [problem] = load(columns({ use: 'flag', with: { path: 'a', width: 'wide' } })).problems
    expect(problem).toMatchObject({ file: 'pages/a.page.json', pointer: '/body/columns/0/with/width' })
  })

  const cases: readonly [string, object, object][] = [
    [
      'that there is not',
      columns({ use: 'flga' }),
      { message: '@document.unknownFragment', pointer: '/body/columns/0/use', nearest: 'flag' },
    ],
    [
      'of another kind',
      columns({ use: 'note' }),
      { message: '@document.fragmentKind', pointer: '/body/columns/0/use' },
    ],
    [
      'with a parameter it does not take',
      columns({ use: 'flag', with: { path: 'a', widht: 3 } }),
      { message: '@document.unknownArgument', pointer: '/body/columns/0/with/widht', nearest: 'width' },
    ],
    [
      'without a parameter it needs',
      columns({ use: 'flag' }),
      { message: '@document.missingArgument', pointer: '/body/columns/0', params: { name: 'path' } },
    ],
    [
      'without a slot of that name',
      page(framed({ man: text('a') })),
      { message: '@document.unknownSlot', pointer: '/body/slots/man', nearest: 'main' },
    ],
    [
      'that names a parameter it does not declare',
      columns({ use: 'astray', with: { path: 'a' } }),
      { message: '@document.unknownArgument', file: 'fragments/astray.json', nearest: 'path' },
    ],
    [
      'that contains itself',
      page({ use: 'a' }),
      { message: '@document.fragmentCircle', file: 'fragments/b.json', pointer: '/node/items/0/use' },
    ],
  ]
  it.each(cases)('%s is a finding', (_name, content, expected) => {
    expect(load(content).problems).toEqual([expect.objectContaining(expected)])
  })

  it('is checked as a file of its own for what it takes and gives', () => {
    const check = (text: string) => checkDocument('fragments/x.json', text, environment).problems
    expect(check(FRAGMENTS['fragments/flag.json'] ?? '')).toEqual([])
    expect(check('{ "takes": {} }')).toMatchObject([{ message: '@document.missingKey' }])
    expect(check('{ "colum": {} }')).toMatchObject([
      { message: '@document.missingKey' },
      { nearest: 'column' },
    ])
  })
})
