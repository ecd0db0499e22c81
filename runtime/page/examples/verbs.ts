import { type NodeExample, ROWS, source, text } from './example'

/** A step at work: a button that runs it. */
export interface VerbExample {
  readonly do: unknown
  /** The page's state around it. */
  readonly state?: Readonly<Record<string, unknown>>
  readonly page?: Readonly<Record<string, unknown>>
  readonly answers?: NodeExample['answers']
  readonly files?: NodeExample['files']
  /** What stands beside the button, before and after. */
  readonly shows?: string
  /** A form that it is about, beside the button. */
  readonly form?: true
  /** It changes what people keep, or leaves the page: it is to be read here, not to be run. */
  readonly isRead?: true
}

const toast = (message: string) => ({ toast: 'info', text: message })
const done = text('已完成', '已完成', 'Done')
const DONE = { toast: 'success', text: done }
const SAVE = 'example.save'
const answers = { [SAVE]: { id: 'p1' }, [ROWS]: { list: [{ id: 'p1', name: '1号泵' }] } }
const PUMPS = [
  { id: 'p1', name: '1号泵' },
  { id: 'p2', name: '2号泵' },
]

/** An example of every verb, by its name. */
export const verbExamples: Readonly<Record<string, VerbExample>> = {
  call: { do: [{ call: SAVE, with: { name: '1号泵' } }, toast('${result.data.id}')], answers },
  confirm: { do: [{ confirm: text('要停泵吗？', '要停泵嗎？', 'Stop the pump?'), danger: true }, DONE] },
  prompt: {
    do: [
      { prompt: text('频率（Hz）', '頻率（Hz）', 'Frequency (Hz)'), kind: 'number', min: 20, max: 50 },
      { set: { 'page.hertz': '${result}' } },
    ],
    state: { hertz: 35 },
    shows: '${page.hertz} Hz',
  },
  choose: {
    do: {
      choose: 'materials',
      title: text('选择物料', '選擇物料', 'Choose materials'),
      key: 'id',
      columns: [{ value: 'fullName', label: '@common.name' }],
    },
  },
  chooseApprover: {
    do: [
      { chooseApprover: text('选择审批人', '選擇審批人', 'Choose an approver') },
      { set: { 'page.approver': '${result.fullName}' } },
    ],
    state: { approver: '' },
    shows: '${page.approver}',
  },
  toast: { do: { toast: 'warning', text: text('压力偏高', '壓力偏高', 'High pressure'), for: 3000 } },
  open: {
    do: { open: 'note', with: { name: '1号泵' } },
    page: {
      dialogs: {
        note: {
          title: '${name}',
          takes: { name: 'text' },
          body: { node: 'text', text: text('在对话框里', '在對話方塊裡', 'In a dialog') },
        },
      },
    },
  },
  close: {
    do: { open: 'note' },
    page: {
      dialogs: {
        note: {
          title: done,
          body: { node: 'button', text: '@common.close', do: { close: 'note' } },
        },
      },
    },
  },
  set: {
    do: { set: { 'page.valves': '${page.valves + 1}' } },
    state: { valves: 1 },
    shows: '${page.valves}',
  },
  reset: { do: { reset: 'form' }, form: true },
  validate: { do: [{ validate: 'form' }, DONE], form: true },
  submit: { do: { submit: 'form' }, form: true },
  reload: {
    do: { reload: 'rows' },
    page: { data: source },
    answers,
    shows: '${data.rows[0].name}',
  },
  invalidate: {
    do: { invalidate: 'pump' },
    page: { data: { rows: { ...source.rows, tag: 'pump' } } },
    answers,
    shows: '${data.rows[0].name}',
  },
  save: { do: { save: 'dictionaryData', with: { isTree: 0 } }, isRead: true },
  delete: { do: { delete: 'dictionaryData', rows: 'selection' }, isRead: true },
  toggle: { do: { toggle: 'billRule', row: 'row' }, isRead: true },
  act: { do: { act: 'notice.release' }, isRead: true },
  navigate: { do: { navigate: '/system/dictionary' }, isRead: true },
  openWindow: { do: { openWindow: 'https://example.com/${row.id}' }, isRead: true },
  download: { do: { download: '/api/file/${row.fileId}', name: '${row.name}' }, isRead: true },
  export: { do: { export: 'example.export', with: { id: '${row.id}' } }, isRead: true },
  job: {
    do: { job: 'audit.verify', title: text('核对操作记录', '核對操作記錄', 'Check the audit') },
    isRead: true,
  },
  print: { do: { print: true }, isRead: true },
  upload: {
    do: [
      { upload: true, as: 'text', accept: '.json,.txt', maxSize: 100_000 },
      toast('${result.name}: ${LEN(result.text)}'),
      { upload: true, as: 'rows' },
      toast('${result.name}: ${JOIN(result.columns)}, ${result.rows.length}'),
    ],
  },
  import: {
    do: [{ import: 'users.importTemplate', title: '@permission.users' }, { invalidate: 'people' }],
    isRead: true,
  },
  draw: {
    do: { draw: text('签名', '簽名', 'Sign here'), do: { set: { 'page.signature': '${result}' } } },
    state: { signature: '' },
    shows: '${LEFT(page.signature, 21)}',
  },
  copy: { do: [{ copy: '1号泵' }, DONE] },
  emit: { do: { emit: 'menu.changed' } },
  if: {
    do: {
      if: 'page.valves > 0',
      // biome-ignore lint/suspicious/noThenProperty: the language's word; the example is never awaited.
      then: { set: { 'page.valves': 0 } },
      else: { set: { 'page.valves': 3 } },
    },
    state: { valves: 0 },
    shows: '${page.valves}',
  },
  each: {
    do: { each: 'page.pumps', as: 'pump', do: { call: SAVE, with: { name: '${pump.name}' } } },
    state: { pumps: PUMPS },
    answers,
  },
  undo: {
    do: [
      { set: { 'page.valves': 0 } },
      {
        undo: { set: { 'page.valves': 3 } },
        text: text('阀门已关闭', '閥門已關閉', 'The valves are closed'),
      },
    ],
    state: { valves: 3 },
    shows: '${page.valves}',
  },
  script: {
    do: [
      {
        script: '({ pumps }) => pumps.map(({ name }) => name).join(" + ")',
        with: { pumps: '${page.pumps}' },
      },
      toast('${result}'),
    ],
    state: { pumps: PUMPS },
  },
  parallel: { do: [{ parallel: [{ wait: 300 }, { call: SAVE }] }, DONE], answers },
  parse: { do: [{ parse: '{"bar": 4}' }, toast('${result.bar}')] },
  try: {
    do: {
      try: { call: 'example.missing' },
      catch: { toast: 'error', text: '${error.message}' },
      finally: DONE,
    },
  },
  retry: {
    do: {
      try: { retry: { call: 'example.missing' }, times: 2, delay: 200 },
      catch: toast('${error.message}'),
    },
  },
  wait: { do: [{ wait: 1000 }, DONE] },
  stop: { do: [{ if: 'page.valves > 0', else: { stop: true } }, DONE], state: { valves: 0 } },
}

/** The page on which an example is run. */
export function verbPage({ do: action, state, page, answers, files, shows, form }: VerbExample): NodeExample {
  const items = [
    ...(form ? [{ node: 'form', schema: FORM, submit: DONE }] : []),
    {
      node: 'toolbar',
      items: [{ node: 'button', kind: 'primary', text: text('试一试', '試一試', 'Try it'), do: action }],
    },
    ...(shows === undefined ? [] : [{ node: 'text', text: shows }]),
  ]
  return {
    body: { node: 'stack', items },
    ...((state || page) && { page: { ...page, ...(state && { state }) } }),
    ...(answers && { answers }),
    ...(files && { files }),
  }
}

const FORM = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', title: '@common.name' } },
}
