import { dialogs, list, load, page, sound } from '@tests/fixtures/expanded-project'
import { describe, expect, it } from 'vitest'

describe('a page with a resource', () => {
  it('has its source, its module and the labels of its columns', () => {
    const whole = sound(page(list({ columns: ['fullName', { path: 'enCode', width: 90 }] })))
    expect(whole.module).toBe('system.rule')
    expect(whole.data).toEqual({ rule: { call: 'rule.list', tag: 'rules' } })
    expect(whole.body.source).toBe('rule')
    expect(whole.body.columns).toEqual([
      { path: 'fullName', label: '@rule.name' },
      { path: 'enCode', width: 90, label: '@rule.code' },
    ])
  })

  it('keeps what it says itself: its module, a source of the resource, a label', () => {
    const data = { mine: { resource: 'rule', with: { kind: 1 } } }
    const columns = [{ path: 'fullName', label: '别名' }]
    const whole = sound(page(list({ columns }), { module: 'other', data }))
    expect(whole.module).toBe('other')
    expect(whole.data).toEqual({
      mine: { resource: 'rule', with: { kind: 1 }, call: 'rule.list', tag: 'rules' },
    })
    expect(whole.body).toMatchObject({ source: 'mine', columns })
  })

  it('reads, titles and saves the record of its dialog, with the steps around', () => {
    const form = {
      form: 'rule.form.json',
      save: 'rule',
      with: { kind: '${page.kind}' },
      before: { confirm: '确定？' },
      after: [{ emit: 'menu.changed' }],
    }
    const whole = sound(page(list(), { dialogs: { form }, state: { kind: 1 } }))
    expect(whole.dialogs.form).toEqual({
      form: 'rule.form.json',
      title: "${row.id != null ? '@rule.edit' : '@rule.new'}",
      load: {
        call: 'rule.info',
        with: { id: '${row.id != null ? row.id : row.copied}' },
        when: 'row.id != null or row.copied != null',
        omit: 'row.id == null',
      },
      submit: [
        { confirm: '确定？' },
        { save: 'rule', with: { kind: '${page.kind}' } },
        { emit: 'menu.changed' },
      ],
    })
  })

  it('has standard buttons in its tool bar and rows, each with its parts', () => {
    const { body } = sound(
      page(
        list({
          toolbar: ['add', 'delete', { button: 'print' }],
          row: ['edit', 'copy', 'state', 'delete', 'print'],
          search: ['keyword'],
        }),
        { dialogs: { ...dialogs, view: { title: 'x', body: { node: 'text', text: '${row.fullName}' } } } },
      ),
    )
    expect(body.toolbar).toMatchObject([
      { value: 'add', code: 'btn_add', icon: 'Plus', do: { open: 'form' } },
      { value: 'batchRemove', needsRows: true, danger: true, do: [{}, { delete: 'rule', rows: 'rows' }] },
      { value: 'print', icon: 'Printer', do: { print: true } },
    ])
    expect(body.selection).toBe(true)
    expect(body.row).toMatchObject([
      { value: 'edit', code: 'btn_edit', do: { open: 'form', with: { row: '${row}' } } },
      { value: 'copy', code: 'btn_add', do: { open: 'form', with: { row: { copied: '${row.id}' } } } },
      {
        value: 'state',
        do: [
          { confirm: expect.any(String) },
          { toggle: 'rule', row: 'row' },
          { undo: [{ toggle: 'rule', row: 'row' }], text: expect.stringContaining('disabledNow') },
        ],
      },
      {
        value: 'remove',
        danger: true,
        do: [
          {
            confirm: '@common.deleteTip',
            title: "${row.fullName != null ? row.fullName : '@rule.title'}",
            danger: true,
          },
          { delete: 'rule', rows: 'row' },
        ],
      },
      { value: 'print', do: { print: 'view', with: { row: '${row}' } } },
    ])
    expect(body.row[0].icon).toBeUndefined()
    expect(body.search[0].field).toMatchObject({ name: 'keyword', widget: 'input' })
  })

  it('lets a document override any part of a standard button', () => {
    const row = [
      { button: 'delete', visible: 'row.id != 0', code: 'btn_own', confirm: '真的吗？' },
      { button: 'edit', do: { emit: 'menu.changed' } },
    ]
    const { body } = sound(page(list({ row })))
    expect(body.row[0]).toMatchObject({
      visible: 'row.id != 0',
      code: 'btn_own',
      do: [{ confirm: '真的吗？' }, {}],
    })
    expect(body.row[0]).not.toHaveProperty('confirm')
    expect(body.row[0]).not.toHaveProperty('button')
    expect(body.row[1]).toMatchObject({ text: '@common.edit', do: { emit: 'menu.changed' } })
  })

  it('asks nothing of a standard button that has steps of its own but what it is', () => {
    const own = { do: { reload: 'rule' } }
    const toolbar = [
      { button: 'add', ...own },
      { button: 'refresh', ...own },
    ]
    const row = ['edit', 'copy', 'view', 'state'].map((button) => ({ button, ...own }))
    const { body } = sound(page(list({ toolbar, row }), { dialogs: {} }))
    expect(body.toolbar).toMatchObject([
      { value: 'add', text: '@common.add', icon: 'Plus', code: 'btn_add', ...own },
      { value: 'refresh', text: '@common.refresh', ...own },
    ])
    expect(body.row).toMatchObject([
      { value: 'edit', text: '@common.edit', code: 'btn_edit', ...own },
      { value: 'copy', text: '@common.copy', code: 'btn_add', ...own },
      { value: 'view', text: '@common.view', ...own },
      { value: 'state', code: 'btn_edit', ...own },
    ])
    const alone = sound({
      title: 'x',
      data: { rule: { call: 'rule.list' } },
      body: {
        node: 'list',
        source: 'rule',
        columns: [{ path: 'fullName', label: 'x' }],
        row: [{ button: 'edit', do: { open: 'form' } }],
      },
      dialogs: { form: { title: 'x', body: { node: 'text', text: '${row.fullName}' } } },
    })
    expect(alone.body.row[0]).toMatchObject({
      text: '@common.edit',
      do: { open: 'form', with: { row: '${row}' } },
    })
  })

  it('spares the records of the product', () => {
    const whole = sound(
      page(list({ resource: 'kept', row: ['edit', 'copy', { button: 'delete', visible: 'true' }] }), {
        dialogs: { form: { form: 'rule.form.json', save: 'kept' } },
      }),
    )
    const visible = whole.body.row.map((button: { visible?: string }) => button.visible)
    expect(visible).toEqual(["row.id != '0' and row.id != '1'", undefined, 'true'])
  })

  it('gives the menu of a tree what acts on its source and on what is chosen', () => {
    const tree = { node: 'tree', selected: 'page.chosen', menu: ['refresh', 'expandAll', 'edit'] }
    const { body } = sound(page(tree, { state: { chosen: null } }))
    expect(body).toMatchObject({
      source: 'rule',
      name: 'rule',
      menu: [
        { do: { reload: 'rule' }, icon: 'Refresh' },
        { do: { emit: 'rule.expandAll' } },
        { do: { open: 'form', with: { row: '${page.chosen}' } } },
      ],
    })
    expect(body.menu[0]).not.toHaveProperty('value')
  })

  it('is another list’s resource where that names one', () => {
    const { body, data } = sound(page(list({ resource: 'log', columns: [{ path: 'at', label: '时间' }] })))
    expect([body.source, Object.keys(data)]).toEqual(['log', ['log']])
  })
})

describe('what cannot be written out is told at its place', () => {
  const cases: readonly [string, object, object][] = [
    [
      'an unknown resource',
      page(list(), { resource: 'rul' }),
      { message: '@document.unknownResource', pointer: '/resource', line: 3, nearest: 'rule' },
    ],
    [
      'an unknown resource that is saved',
      page(list(), { dialogs: { form: { form: 'a.form.json', save: 'ruel' } } }),
      { message: '@document.unknownResource', pointer: '/dialogs/form/save', nearest: 'rule' },
    ],
    [
      'a call that a button needs',
      page(list({ resource: 'log', columns: [{ path: 'a', label: 'a' }], row: ['delete'] })),
      { message: '@document.resourceLacks', pointer: '/body/row/0', params: { name: 'log', act: 'delete' } },
    ],
    [
      'one record of what cannot be read, which is not printed',
      page(list({ resource: 'log', columns: [{ path: 'a', label: 'a' }], row: [{ button: 'print' }] })),
      {
        message: '@document.resourceLacks',
        pointer: '/body/row/0/button',
        params: { name: 'log', act: 'read' },
      },
    ],
    [
      'a call that a step needs',
      page(list({ toolbar: [{ text: 'x', do: { toggle: 'log' } }] })),
      { message: '@document.resourceLacks', pointer: '/body/toolbar/0/do/toggle' },
    ],
    [
      'a dialog that a button opens',
      page(list({ toolbar: ['add'] }), { dialogs: {} }),
      { message: '@document.noDialog', pointer: '/body/toolbar/0' },
    ],
    [
      'a record that a button acts on',
      page(list({ toolbar: ['edit'] })),
      { message: '@document.noRecord', pointer: '/body/toolbar/0' },
    ],
    [
      'a dialog to view',
      page(list({ row: ['view'] })),
      { message: '@document.unknownDialog', pointer: '/body/row/0' },
    ],
    [
      'a misspelt button',
      page(list({ row: ['edti'] })),
      { message: '@document.value', pointer: '/body/row/0', nearest: 'edit' },
    ],
    [
      'a member without a title',
      page(list({ columns: ['fulName'] })),
      { message: '@document.noTitle', pointer: '/body/columns/0', nearest: 'fullName' },
    ],
    [
      'a standard button of nothing',
      { title: 'x', data: { a: { call: 'rule.list' } }, body: { node: 'tree', source: 'a', menu: ['add'] } },
      { message: '@document.noResource', pointer: '/body/menu/0' },
    ],
    [
      'what an overridden part says wrong',
      page(list({ row: [{ button: 'edit', visible: 'row.' }] })),
      { message: '@document.expression', pointer: '/body/row/0/visible' },
    ],
    [
      'what a moved step says wrong',
      page(list(), { dialogs: { form: { ...dialogs.form, after: { relod: 'rule' } } } }),
      { message: '@document.unknownVerb', pointer: '/dialogs/form/after/relod', nearest: 'reload' },
    ],
    [
      'both a save and a submit',
      page(list(), { dialogs: { form: { ...dialogs.form, submit: { close: true } } } }),
      { message: '@document.unknownKey', pointer: '/dialogs/form/submit' },
    ],
  ]

  it.each(cases)('%s', (_name, content, expected) => {
    expect(load(content).problems).toEqual([expect.objectContaining(expected)])
  })
})

describe('a form with a resource', () => {
  it('demands what the calls demand, in their sentences, beside what the document says', () => {
    const patterns = [{ rule: 'name' }]
    const fields = [
      { name: 'fullName', widget: 'input', patterns },
      { name: 'enCode', widget: 'input', required: true },
    ]
    const [named, coded] = sound({ resource: 'rule', fields }, 'forms/a.form.json').fields
    expect(named).toMatchObject({ required: true, requiredMessage: '@rule.name' })
    expect(named.patterns).toEqual([...patterns, { pattern: '^.{0,50}$', flags: 's', message: '@rule.code' }])
    expect(coded).toEqual({ name: 'enCode', widget: 'input', required: true, label: '@rule.code' })
    const own = [{ name: 'fullName', widget: 'input', required: 'fullName > 1', requiredMessage: '先填名称' }]
    expect(sound({ resource: 'rule', fields: own }, 'forms/a.form.json').fields[0]).toMatchObject(
      own[0] ?? {},
    )
  })

  it('calls its fields what the members are, inside containers too', () => {
    const fields = [
      { name: 'fullName', widget: 'input' },
      { name: 'enCode', widget: 'input', label: '别名' },
      { widget: 'card', fields: [{ name: 'enCode2', widget: 'input' }] },
    ]
    const whole = sound({ resource: 'rule', fields }, 'forms/a.form.json')
    expect(whole.fields[0].label).toBe('@rule.name')
    expect(whole.fields[1].label).toBe('别名')
    expect(whole.fields[2].fields[0]).not.toHaveProperty('label')
    const inside = [{ widget: 'card', fields: [{ name: 'enCode', widget: 'input' }] }]
    const nested = sound({ resource: 'rule', fields: inside }, 'forms/a.form.json')
    expect(nested.fields[0].fields[0].label).toBe('@rule.code')
  })
})
