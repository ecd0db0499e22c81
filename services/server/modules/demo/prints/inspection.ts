import type { DemoPrint } from './print'

/** Of a device's inspection; what is to be mended stands in it only where there is something. */
export const inspectionPrint: DemoPrint = {
  id: 'demo-device-inspection-print',
  fullName: '设备巡检记录表',
  enCode: 'deviceInspection',
  modelId: 'demo-device-inspection',
  pageParam: {
    ...{ type: '2', width: 210, height: 297, direction: '纵向', mt: 18, mb: 18, ml: 18, mr: 16 },
    header: { left: '智慧农田 设备档案', right: '编号：{inspectionNo}' },
    footer: { left: '打印：{systemPrinter}　{systemPrintTime}', right: '第 {page} 页 / 共 {pages} 页' },
  },
  printTemplate: [
    '<h2 style="margin: 0 0 10px; text-align: center; letter-spacing: 6px">设备巡检记录表</h2>',
    '<table border="1"><colgroup><col style="width: 28mm"><col style="width: 60mm"><col style="width: 28mm"><col style="width: 60mm"></colgroup><tbody>',
    '<tr><th>巡检单号</th><td>{inspectionNo}</td><th>巡检时间</th><td>{inspectedAt}</td></tr>',
    '<tr><th>设备类型</th><td>{deviceKind}</td><th>设备</th><td>{deviceId}</td></tr>',
    '<tr><th>巡检人</th><td>{inspector}</td><th>所属部门</th><td>{department}</td></tr>',
    '<tr><th>环境温度</th><td>{temperature} ℃</td><th>巡检结论</th><td style="font-weight: bold">{result}</td></tr>',
    '</tbody></table>',
    '<p style="margin: 10px 0 4px; font-weight: bold">检查项目</p>',
    '<table border="1"><colgroup><col style="width: 14mm"><col style="width: 50mm"><col style="width: 26mm"><col style="width: 26mm"><col style="width: 20mm"><col></colgroup>',
    '<thead><tr><th>序号</th><th>检查项</th><th>结果</th><th>测量值</th><th>单位</th><th>说明</th></tr></thead><tbody>',
    '<tr data-fill="8"><td style="text-align: center">{index}</td><td>{checks.item}</td><td style="text-align: center">{checks.itemResult}</td>',
    '<td style="text-align: right">{checks.measured}</td><td style="text-align: center">{checks.unit}</td><td>{checks.note}</td></tr>',
    '</tbody></table>',
    '<p style="margin: 10px 0 4px; font-weight: bold">异常与整改</p>',
    '<table border="1"><colgroup><col style="width: 28mm"><col style="width: 60mm"><col style="width: 28mm"><col style="width: 60mm"></colgroup><tbody>',
    '<tr style="height: 24mm"><th>异常说明<br>与处理</th><td colspan="3" style="vertical-align: top; white-space: pre-wrap">{remark}</td></tr>',
    '<tr><td>{if LEN(responsible) > 0 or dueDate != null}<b>整改责任人</b></td><td>{responsible}</td><td><b>整改期限</b></td><td>{dueDate}{/if}</td></tr>',
    '<tr><th>停机处理</th><td colspan="3">{stopped}</td></tr>',
    '</tbody></table>',
    '<table><tbody><tr style="height: 15mm"><td style="width: 34%">巡检人（签字）：</td><td style="width: 33%">班组长：</td><td style="width: 33%">设备主管：</td></tr></tbody></table>',
    '<p>{barcode(inspectionNo, 40)}</p>',
  ].join(''),
}
