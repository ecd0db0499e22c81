import { addUnits, startOf } from '@runtime/date'
import type { IconName } from '@runtime/icon-names'
import { BESIDE_RECORD } from '@runtime/permission/permission'
import { TIME_ZONE } from '../../time-zone'
import { createDice } from './dice'
import { facilities, irrigationPlans, plots, stock } from './fields'

/** A model of the demo (`schemas/models/`), its records, and what the demo's operator may do with them. */
export interface DemoModel {
  readonly file: string
  /** Of its entry in the menu. */
  readonly icon: IconName
  /** Buttons that the role of the field staff gets. */
  readonly operator: readonly string[]
  /** The model that its records name others of. */
  readonly reads?: string
  /**
   * Records in the order of their making, seen from a moment (milliseconds); each is answered by the id that it got. `read`
   * has the records of the model that these name.
   */
  records(now: number, read: readonly DemoRecord[]): Generator<Record<string, unknown>, void, string>
}

/** A record that is there already. */
export interface DemoRecord {
  readonly id: string
  readonly data: Readonly<Record<string, unknown>>
}

const ALL = ['btn_add', 'btn_edit', 'btn_detail', ...Object.values(BESIDE_RECORD)]

export const demoModels: readonly DemoModel[] = [
  { file: 'water-use.json', icon: 'Dashboard', operator: ALL, records: waterUse },
  { file: 'device-inspection.json', icon: 'Safe', operator: ALL, records: inspections },
  { file: 'supplier.json', icon: 'UserGroup', operator: ['btn_detail'], records: suppliers },
  {
    file: 'purchase-order.json',
    icon: 'File',
    operator: ['btn_detail'],
    reads: 'demo-supplier',
    records: purchaseOrders,
  },
  { file: 'plot.json', icon: 'Location', operator: ['btn_detail'], records: plots },
  { file: 'irrigation-plan.json', icon: 'ClockCircle', operator: ALL, records: irrigationPlans },
  { file: 'material-stock.json', icon: 'Storage', operator: ['btn_detail'], records: stock },
  { file: 'facility.json', icon: 'Tool', operator: ['btn_detail'], records: facilities },
]

const day = (now: number, days: number) => addUnits(startOf(now, 'day', TIME_ZONE), days, 'day', TIME_ZONE)
const two = (number: number) => String(number).padStart(2, '0')

/** A rotation of the demo farm: 16 groups of 225 mu, about 800 m³/h for eight hours each. */
function* waterUse(now: number): Generator<Record<string, unknown>, void, string> {
  const dice = createDice(20261)
  const meters = [182_340.5, 164_902.3, 175_118.8]
  for (let turn = 0; turn < 48; turn++) {
    const pump = turn % 3
    const start = 5 + (turn % 3) * 5
    const volume = dice.between(5_400, 6_900, 1)
    const meterStart = meters[pump] ?? 0
    const meterEnd = Number((meterStart + volume).toFixed(1))
    meters[pump] = meterEnd
    yield {
      useDate: day(now, Math.floor(turn / 3) - 16),
      groupId: `G${two((turn % 16) + 1)}`,
      pumpId: `P${pump + 1}`,
      crop: turn % 16 < 11 ? 'cotton' : turn % 16 < 14 ? 'maize' : 'tomato',
      method: 'mulchedDrip',
      startTime: `${two(start)}:00`,
      endTime: `${two(start + 8)}:00`,
      meterStart,
      meterEnd,
      areaMu: 225,
      energy: dice.between(1_050, 1_240, 1),
      readings: [0, 4, 8].map((hour) => ({
        readAt: `${two(start + hour)}:00`,
        reading: Number((meterStart + (volume * hour) / 8).toFixed(1)),
        flow: dice.between(760, 850, 1),
        pressure: dice.between(0.39, 0.43, 3),
        note: hour === 4 && dice.chance(0.15) ? '压力略有波动，已调频' : '',
      })),
      remark: dice.chance(0.12) ? '末端滴灌带个别破损，已更换' : '',
    }
  }
}

const CHECKS: Readonly<Record<string, readonly string[]>> = {
  pump: ['外观与紧固', '密封与渗漏', '运行声音与振动', '压力读数'],
  valve: ['外观与紧固', '密封与渗漏', '电源与电池电压', '阀门开关到位'],
  filter: ['密封与渗漏', '滤网压差'],
  fertilizer: ['外观与紧固', '密封与渗漏', '流量读数'],
  gateway: ['电源与电池电压', '通信信号'],
  soil: ['外观与紧固', '通信信号', '传感器读数合理性'],
  weather: ['外观与紧固', '电源与电池电压', '传感器读数合理性'],
}
const DEVICES: readonly (readonly [kind: string, ids: readonly string[]])[] = [
  ['pump', ['P1', 'P2', 'P3']],
  ['valve', ['V-M1', 'V-M2', 'T1-01-01', 'T1-01-04', 'T1-01-07', 'T1-01-10']],
  ['filter', ['FL-1']],
  ['fertilizer', ['F1']],
  ['gateway', ['GW-1', 'GW-3', 'GW-5', 'GW-8']],
  ['soil', ['SM-1', 'SM-3', 'SM-6']],
  ['weather', ['WS-1', 'WS-2']],
]
const FINDINGS: readonly (readonly [note: string, remark: string])[] = [
  ['电池电压 3.41V，低于 3.5V', '电池电压偏低，已登记更换，下次巡检复核'],
  ['法兰处有渗水', '紧固螺栓后渗水减小，安排停机更换密封垫'],
  ['信号强度 -98dBm', '天线松动，重新固定后恢复'],
  ['读数 30 分钟未变化', '疑似探头接触不良，已重新埋设'],
]

function* inspections(now: number): Generator<Record<string, unknown>, void, string> {
  const dice = createDice(73)
  for (let index = 0; index < 60; index++) {
    const [kind, ids] = dice.of(DEVICES)
    const fault = dice.chance(0.2) ? dice.of(FINDINGS) : null
    const result = fault ? dice.of(['observe', 'abnormal']) : 'normal'
    const inspectedAt = day(now, Math.floor(index / 3) - 21) + dice.between(8 * 60, 18 * 60) * 60_000
    const names = CHECKS[kind] ?? []
    yield {
      inspectedAt,
      deviceKind: kind,
      deviceId: dice.of(ids),
      result,
      checks: names.map((item, row) => ({
        item,
        itemResult: fault && row === names.length - 1 ? result : 'normal',
        ...(item === '压力读数' && { measured: dice.between(0.4, 0.43, 3), unit: 'MPa' }),
        ...(item === '电源与电池电压' && { measured: dice.between(3.4, 4.1, 2), unit: 'V' }),
        note: fault && row === names.length - 1 ? fault[0] : '',
      })),
      temperature: dice.between(16, 33, 1),
      stopped: result === 'abnormal' && dice.chance(0.5) ? 1 : 0,
      ...(fault && {
        dueDate: day(inspectedAt, dice.between(7, 21)),
        responsible: dice.of(['王小田', '李建国', '阿依古丽']),
      }),
      remark: fault?.[1] ?? '',
    }
  }
}

const GOODS: Readonly<Record<string, readonly (readonly [name: string, price: number, most: number])[]>> = {
  irrigation: [
    ['单翼迷宫式滴灌带', 186, 120],
    ['PE 支管', 6.8, 2000],
    ['PVC-U 干管', 92.5, 300],
    ['电动蝶阀', 2360, 6],
  ],
  sensor: [
    ['土壤墒情传感器', 1860, 12],
    ['压力变送器', 268, 20],
    ['超声波流量计', 3480, 3],
    ['电动三通球阀', 1280, 16],
  ],
  fertilizer: [
    ['尿素', 118, 200],
    ['磷酸二氢钾', 215, 80],
    ['加厚地膜', 132, 150],
  ],
  spare: [
    ['网式过滤器滤芯', 145, 24],
    ['砂石过滤器石英砂', 620, 8],
  ],
}

const SUPPLIERS: readonly (readonly [
  name: string,
  kind: string,
  contact: string,
  tel: string,
  address: string,
])[] = [
  ['昌吉节水器材有限公司', 'irrigation', '马建军', '0994-2345601', '昌吉市高新区科技大道 18 号'],
  ['天山管业股份有限公司', 'irrigation', '刘海燕', '0991-3781122', '乌鲁木齐市米东区管材路 6 号'],
  ['北疆智能传感科技', 'sensor', '阿依努尔', '0994-2650088', '昌吉市农业园区创业路 3 号'],
  ['绿洲农资连锁', 'fertilizer', '赵国强', '0994-3219900', '阜康市准噶尔路 77 号'],
  ['丰田肥业', 'fertilizer', '孙秀英', '0993-6623344', '石河子市北泉镇 12 号'],
  ['水泵阀门配件行', 'spare', '周明', '0994-2298877', '昌吉市五金市场 B 区 21 号'],
]

function* suppliers(): Generator<Record<string, unknown>, void, string> {
  for (const [F_Name, F_Kind, F_Contact, F_Tel, F_Address] of SUPPLIERS)
    yield { F_Name, F_Kind, F_Contact, F_Tel, F_Address }
}

/** Orders of who sells such goods; none of a kind that nobody sells any more. */
function* purchaseOrders(
  now: number,
  suppliers: readonly DemoRecord[],
): Generator<Record<string, unknown>, void, string> {
  const dice = createDice(4101)
  for (let index = 0; index < 60; index++) {
    const category = dice.of(Object.keys(GOODS))
    const goods = GOODS[category] ?? []
    const lines = goods.filter(() => dice.chance(0.6))
    const sellers = suppliers.filter(({ data }) => data['F_Kind'] === category)
    const seller = sellers[index % sellers.length]
    if (!seller) continue
    yield {
      F_Category: `purchaseCategory.${category}`,
      F_Supplier: seller.id,
      F_User: `demo-person-${String(20 + (index % 9)).padStart(3, '0')}`,
      F_Need: day(now, dice.between(3, 45)),
      tableField200: (lines.length > 0 ? lines : goods.slice(0, 1)).map(([name, price, most]) => ({
        F_Item: name,
        F_Qty: dice.between(1, most),
        F_Price: price,
      })),
    }
  }
}
