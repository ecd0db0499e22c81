const LINES = 40
const PRINT = 'bench-print'

const field = (jnpfKey, name, more = {}, config = {}) => ({
  __config__: { jnpfKey, label: name, span: 24, ...config },
  __vModel__: name,
  ...more,
})

/**
 * Makes a model `printed` with orders of forty lines and the template that prints each on two sheets, with a QR code. Answers the
 * template's id.
 * @param {(path: string, body: object, method?: string) => Promise<any>} call @param {number} count of records
 */
export async function printedModel(call, count) {
  const items = field(
    'table',
    'items',
    {},
    {
      layout: 'rowFormItem',
      children: [field('input', 'thing'), field('inputNumber', 'amount', { precision: 2 })],
    },
  )
  const { id: modelId } = await call('/api/visualdev/Base/Actions/Import', {
    ...{ fullName: 'printed', enCode: 'printed', type: 1, webType: '2' },
    formData: { fields: [field('input', 'no'), field('input', 'supplier'), items] },
    columnData: {
      type: 1,
      hasPage: true,
      pageSize: count,
      columnList: [{ prop: 'no', label: 'no' }],
      btnsList: [{ value: 'add' }, { value: 'batchPrint', label: '批量打印' }],
      columnBtnsList: [{ value: 'detail' }],
      printIds: [PRINT],
    },
  })
  await call(`/api/visualdev/Base/${modelId}/Actions/Release`, { pc: 1, pcModuleParentId: 'business' })
  const lines = Array.from({ length: LINES }, (_, at) => ({ thing: `滴灌带 ${at}`, amount: at * 1.25 }))
  for (let at = 0; at < count; at += 1) {
    const data = JSON.stringify({
      no: `CG-${String(at).padStart(4, '0')}`,
      supplier: '河西农资',
      items: lines,
    })
    await call(`/api/visualdev/OnlineDev/${modelId}`, { data })
  }
  const template = {
    ...{ id: PRINT, fullName: '订单', enCode: 'printed', modelId },
    pageParam: {
      ...{ type: '2', width: 210, height: 297, direction: '纵向', mt: 18, mb: 18, ml: 16, mr: 16 },
      header: { right: '单号：{no}' },
      footer: { right: '第 {page} 页 / 共 {pages} 页' },
      watermark: { text: '{systemPrinter}' },
    },
    printTemplate: [
      '<h2>订单 {no}</h2><p>{supplier} {qrcode(no, 96)}</p><table border="1"><thead><tr><th>序号</th><th>物料</th><th>金额</th></tr></thead><tbody>',
      '<tr><td>{index}</td><td>{items.thing}</td><td>{thousands(items.amount, 2)}</td></tr>',
      '<tr><td colspan="2">合计</td><td>{thousands(sum(items.amount), 2)}</td></tr></tbody></table>',
    ].join(''),
  }
  const file = new FormData()
  file.set('file', new Blob([JSON.stringify(template)]), 'printed.bp')
  return (await call('/api/system/printDev/Actions/Import', file)).id
}
