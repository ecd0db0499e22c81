/** A system message of the demo: how many hours ago it came, and what it says. */
export const MESSAGES: readonly {
  readonly hours: number
  readonly title: string
  readonly body: string
  readonly isRead?: boolean
}[] = [
  {
    hours: 172,
    title: '欢迎使用智慧农田平台',
    body: '<p>账号已开通。首次登录后请在<b>个人信息</b>中核对手机号与所属部门。</p>',
    isRead: true,
  },
  {
    hours: 98,
    title: '首部枢纽 2 号过滤器压差偏高',
    body: '<p>进出口压差 <b>0.09 MPa</b>，已超过 0.07 MPa 的反冲洗设定值，系统已自动反冲洗一次。</p>',
    isRead: true,
  },
  {
    hours: 51,
    title: '3 号网关电池电压偏低',
    body: '<p>GW-3 电池电压 <b>3.41 V</b>，低于 3.5 V，请在下次巡检时更换。</p>',
    isRead: true,
  },
  {
    hours: 26,
    title: '5 号轮灌组灌水完成',
    body: '<p>灌水 8 小时，用水 <b>6 214 m³</b>，与计划相差 1.8%。</p>',
  },
  {
    hours: 9,
    title: '土壤墒情仪 SM-6 读数 30 分钟未变化',
    body: '<p>20 cm 层含水率持续为 21.4%，疑似探头接触不良，请现场检查。</p>',
  },
  {
    hours: 1,
    title: '采购订单待补充附件',
    body: '<p>滴灌带采购订单缺少供应商盖章的报价单，请补传后再提交。</p>',
  },
]

/** A notice of the demo; one without hours is not released yet. */
export const NOTICES: readonly {
  readonly hours?: number
  readonly title: string
  readonly excerpt: string
  readonly body: string
  readonly hasPlan?: boolean
}[] = [
  {
    hours: 75,
    title: '关于开展秋季设备检修的通知',
    excerpt: '各灌溉运维部于本月底前完成泵站、过滤器与田间阀门检修。',
    body:
      '<h3>一、检修范围</h3><p>首部枢纽、施肥设备、过滤器、田间阀门、网关与墒情仪。</p>' +
      '<h3>二、要求</h3><ol><li>检修前断电挂牌，<b>两人同行</b>；</li><li>逐台填写设备巡检记录并上传照片；</li>' +
      '<li>需更换的部件在三日内提交采购订单。</li></ol><p>检修期间 7—9 号轮灌组暂停灌水，请种植部提前安排。</p>',
  },
  {
    hours: 5,
    title: '冬灌用水计划（试行）',
    excerpt: '冬灌自下周一开始，分三轮进行，附各轮灌组用水计划表。',
    body:
      '<p>经灌溉运维部与种植部会商，冬灌自<b>下周一</b>开始，分三轮进行，每轮间隔 6 天。</p>' +
      '<ul><li>第一轮：1—6 号轮灌组；</li><li>第二轮：7—12 号轮灌组；</li><li>第三轮：13—16 号轮灌组。</li></ul>' +
      '<p>各组用水量与开阀时间见附件。如遇气温低于 −5 ℃，当日计划顺延。</p>',
    hasPlan: true,
  },
  {
    title: '春播前平台培训安排（草稿）',
    excerpt: '面向巡田员与阀门操作员的半天培训。',
    body: '<p>培训内容：移动端巡检、阀门远程控制、异常上报。时间地点待定。</p>',
  },
]

/** Rows of the plan that is attached. */
export function planRows(): (string | number)[][] {
  const groups = Array.from({ length: 16 }, (_, index) => index + 1)
  return [
    ['轮灌组', '面积（亩）', '计划水量（m³）', '轮次', '开阀时间', '时长（小时）'],
    ...groups.map((group) => [
      `${group}号轮灌组`,
      225,
      5_800 + ((group * 37) % 9) * 60,
      group <= 6 ? '第一轮' : group <= 12 ? '第二轮' : '第三轮',
      group % 2 === 1 ? '06:00' : '14:00',
      8,
    ]),
  ]
}
