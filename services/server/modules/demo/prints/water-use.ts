import type { DemoPrint } from './print'

/** Of one irrigation, as it is filed: what the meter said, what came of it, and who was there. */
export const waterUsePrint: DemoPrint = {
  id: 'demo-water-use-print',
  fullName: '用水记录单',
  enCode: 'waterUse',
  modelId: 'demo-water-use',
  pageParam: {
    ...{ type: '2', width: 210, height: 297, direction: '纵向', mt: 18, mb: 18, ml: 18, mr: 16 },
    header: { left: '智慧农田 用水台账', right: '编号：{recordNo}' },
    footer: { left: '打印：{systemPrinter}　{systemPrintTime}', right: '第 {page} 页 / 共 {pages} 页' },
  },
  printTemplate: [
    '<h2 style="margin: 0 0 10px; text-align: center; letter-spacing: 6px">灌溉用水记录单</h2>',
    '<table border="1"><colgroup><col style="width: 28mm"><col style="width: 60mm"><col style="width: 28mm"><col style="width: 60mm"></colgroup><tbody>',
    '<tr><th>记录编号</th><td>{recordNo}</td><th>用水日期</th><td>{useDate}</td></tr>',
    '<tr><th>轮灌组</th><td>{groupId}</td><th>水泵</th><td>{pumpId}</td></tr>',
    '<tr><th>作物</th><td>{crop}</td><th>灌溉方式</th><td>{method}</td></tr>',
    '<tr><th>开泵时间</th><td>{startTime}</td><th>停泵时间</th><td>{endTime}</td></tr>',
    '<tr><th>起表读数</th><td style="text-align: right">{thousands(meterStart, 1)} m³</td><th>止表读数</th><td style="text-align: right">{thousands(meterEnd, 1)} m³</td></tr>',
    '<tr><th>用水量</th><td style="text-align: right; font-weight: bold">{thousands(volume, 1)} m³</td><th>灌溉面积</th><td style="text-align: right">{thousands(areaMu, 1)} 亩</td></tr>',
    '<tr><th>亩均用水</th><td style="text-align: right">{thousands(perMu, 2)} m³/亩</td><th>耗电量</th><td style="text-align: right">{thousands(energy, 1)} kW·h</td></tr>',
    '</tbody></table>',
    '<p style="margin: 10px 0 4px; font-weight: bold">运行抄表</p>',
    '<table border="1"><colgroup><col style="width: 14mm"><col style="width: 22mm"><col style="width: 34mm"><col style="width: 34mm"><col style="width: 30mm"><col></colgroup>',
    '<thead><tr><th>序号</th><th>时间</th><th>累计读数<br>（m³）</th><th>瞬时流量<br>（m³/h）</th><th>出口压力<br>（MPa）</th><th>情况说明</th></tr></thead><tbody>',
    '<tr data-fill="6"><td style="text-align: center">{index}</td><td style="text-align: center">{readings.readAt}</td>',
    '<td style="text-align: right">{thousands(readings.reading, 1)}</td><td style="text-align: right">{thousands(readings.flow, 1)}</td>',
    '<td style="text-align: right">{thousands(readings.pressure, 3)}</td><td>{readings.note}</td></tr>',
    '<tr><th colspan="3">平均</th><td style="text-align: right">{thousands(avg(readings.flow), 1)}</td>',
    '<td style="text-align: right">{thousands(avg(readings.pressure), 3)}</td><td></td></tr>',
    '</tbody></table>',
    '<table border="1" style="margin: 10px 0"><tbody><tr style="height: 20mm"><th style="width: 28mm">备注</th><td style="vertical-align: top; white-space: pre-wrap">{remark}</td></tr></tbody></table>',
    '<table><tbody><tr style="height: 15mm"><td style="width: 34%">操作员：{creatorUser}</td><td style="width: 33%">复核：</td><td style="width: 33%">用水户（签字）：</td></tr></tbody></table>',
    '<p style="text-align: right; font-size: 12px">登记时间：{creatorTime}</p>',
  ].join(''),
}
