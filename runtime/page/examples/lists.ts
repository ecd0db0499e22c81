import { type NodeExample, ROWS, source, text } from './example'

/** Another way of one node, with what it is called. */
export interface ExampleVariant {
  readonly title: ReturnType<typeof text>
  readonly example: NodeExample
}

const name = { path: 'fullName', label: '@common.name' }
const kind = { path: 'kind', label: text('类别', '類別', 'Kind') }
const length = { path: 'length', label: text('长度（m）', '長度（m）', 'Length (m)'), align: 'right' }

const blocks = [
  { id: '1', fullName: 'B-01', kind: text('棉花', '棉花', 'Cotton').zh, length: 420 },
  { id: '2', fullName: 'B-02', kind: text('棉花', '棉花', 'Cotton').zh, length: 380 },
  { id: '3', fullName: 'B-03', kind: text('玉米', '玉米', 'Maize').zh, length: 510 },
]
const pipes = [
  { id: 'z', fullName: 'ZG-1', length: 1800 },
  { id: 'f1', fullName: 'FGG-1', length: 640, parentId: 'z' },
  { id: 'f2', fullName: 'FGG-2', length: 580, parentId: 'z' },
  { id: 'n1', fullName: 'FGG-1-1', length: 120, parentId: 'f1' },
]
const units = [
  { id: 'a', fullName: text('一队', '一隊', 'Team 1').zh, children: [{ id: 'a1', fullName: 'A-1' }] },
  { id: 'b', fullName: text('二队', '二隊', 'Team 2').zh },
]
const answered = (list: readonly object[]) => ({ list, pagination: { total: list.length } })
const FORM = 'example/pipe.form.json'
const READ = 'example.read'
const SAVE = 'example.save'
const VIEWS = [
  {
    ...{
      id: 'v1',
      fullName: text('长的在前', '長的在前', 'Longest first').zh,
      isOwn: 1,
      isShared: 0,
      isDefault: 0,
    },
    ...{ mayEdit: 1, creatorUser: '', version: 0, content: { sidx: 'length', sort: 'desc' } },
  },
]

/** What else a list can be, beside its usual form. */
export const lists: readonly ExampleVariant[] = [
  {
    title: text('树形', '樹狀', 'A tree'),
    example: {
      page: { data: source },
      answers: { [ROWS]: answered(pipes) },
      body: { node: 'list', source: 'rows', columns: [name, length], tree: { parent: 'parentId' } },
    },
  },
  {
    title: text('分组', '分組', 'Grouped'),
    example: {
      page: { data: source },
      answers: { [ROWS]: answered(blocks) },
      body: {
        node: 'list',
        source: 'rows',
        columns: [name, kind, length],
        group: 'kind',
        summary: ['length'],
      },
    },
  },
  {
    title: text('左侧树', '左側樹', 'A tree at the left'),
    example: {
      page: { data: { ...source, units: { call: 'example.units' } } },
      answers: { [ROWS]: answered(blocks), 'example.units': { list: units } },
      body: {
        node: 'list',
        source: 'rows',
        columns: [name, kind],
        paging: false,
        left: { source: 'units', field: 'unitId', title: text('单位', '單位', 'Units') },
      },
    },
  },
  {
    title: text('行内编辑', '行內編輯', 'Edited in place'),
    example: {
      page: {
        data: source,
        dialogs: {
          pipe: {
            title: text('管段', '管段', 'Pipe'),
            form: FORM,
            load: { call: READ, with: { id: '${row.id}' }, when: 'row != null' },
            submit: [
              { call: SAVE, with: { id: '${row.id}', fullName: '${form.fullName}' } },
              { close: true },
              { reload: 'rows' },
            ],
          },
        },
      },
      answers: { [ROWS]: answered(pipes), [READ]: pipes[0], [SAVE]: null },
      files: {
        [`forms/${FORM}`]: {
          fields: [
            { widget: 'input', name: 'fullName', label: '@common.name', required: true },
            { widget: 'number-input', name: 'length', label: text('长度', '長度', 'Length'), min: 0 },
          ],
        },
      },
      body: {
        node: 'list',
        source: 'rows',
        columns: [name, length],
        paging: false,
        edit: 'inline',
        row: [{ text: '@common.edit', code: 'btn_edit', do: { open: 'pipe', with: { row: '${row}' } } }],
      },
    },
  },
  {
    title: text('拖动排序', '拖動排序', 'Moved by dragging'),
    example: {
      page: { data: source },
      answers: { [ROWS]: answered(pipes) },
      body: {
        node: 'list',
        source: 'rows',
        columns: [name, length],
        tree: { parent: 'parentId' },
        drag: {
          parent: true,
          save: { toast: 'info', text: '${row.fullName} → ${moved.parent} · ${moved.before}' },
        },
      },
    },
  },
  {
    title: text('视图', '檢視', 'Saved views'),
    example: {
      page: { data: source, module: 'development.widgets' },
      answers: {
        [ROWS]: answered(blocks),
        'listView.list': { list: VIEWS, mayShare: 1, pagination: { total: 1 } },
      },
      body: {
        node: 'list',
        source: 'rows',
        columns: [name, { ...kind, priority: -1 }, { ...length, sortable: true }],
        paging: false,
        views: true,
      },
    },
  },
  {
    title: text('手机卡片', '手機卡片', 'Cards on a phone'),
    example: {
      page: { data: source },
      answers: { [ROWS]: answered(blocks) },
      body: {
        node: 'list',
        source: 'rows',
        columns: [name, kind, length],
        paging: false,
        selection: true,
        card: ['fullName', 'length', 'kind'],
        toolbar: [
          {
            text: '@common.export',
            value: 'export',
            needsRows: true,
            do: { toast: 'info', text: '${MAP(rows, x => x.fullName)}' },
          },
        ],
      },
    },
  },
]
