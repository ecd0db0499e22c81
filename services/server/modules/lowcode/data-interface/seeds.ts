import { INTERFACE_TYPE } from '@services/contract/areas/lowcode/data-interface-bodies'
import { inParts } from '../../../database/batches'
import type { Db } from '../../../module'

/** Materials that the demo's purchase orders choose from. */
const MATERIALS = [
  {
    id: 'drip-tape',
    enCode: 'W-1001',
    fullName: '单翼迷宫式滴灌带',
    spec: 'φ16×0.2mm 2.0L/h',
    unit: '卷',
    price: 186,
  },
  { id: 'sub-main', enCode: 'W-1002', fullName: 'PE 支管', spec: 'DN63 0.4MPa', unit: '米', price: 6.8 },
  {
    id: 'main-pipe',
    enCode: 'W-1003',
    fullName: 'PVC-U 干管',
    spec: 'DN200 0.63MPa',
    unit: '米',
    price: 92.5,
  },
  {
    id: 'ball-valve',
    enCode: 'W-1004',
    fullName: '电动三通球阀',
    spec: 'DN90 4G/LoRa',
    unit: '台',
    price: 1280,
  },
  {
    id: 'butterfly-valve',
    enCode: 'W-1005',
    fullName: '电动蝶阀',
    spec: 'DN200 DC24V',
    unit: '台',
    price: 2360,
  },
  {
    id: 'filter-screen',
    enCode: 'W-2001',
    fullName: '网式过滤器滤芯',
    spec: '120 目 不锈钢',
    unit: '个',
    price: 145,
  },
  { id: 'sand', enCode: 'W-2002', fullName: '砂石过滤器石英砂', spec: '1.0–2.0mm', unit: '吨', price: 620 },
  {
    id: 'soil-sensor',
    enCode: 'W-3001',
    fullName: '土壤墒情传感器',
    spec: '20/40/60cm 三层',
    unit: '套',
    price: 1860,
  },
  {
    id: 'pressure-gauge',
    enCode: 'W-3002',
    fullName: '压力变送器',
    spec: '0–1.0MPa 4–20mA',
    unit: '只',
    price: 268,
  },
  { id: 'flow-meter', enCode: 'W-3003', fullName: '超声波流量计', spec: 'DN200', unit: '台', price: 3480 },
  { id: 'urea', enCode: 'W-4001', fullName: '尿素', spec: '46% 50kg', unit: '袋', price: 118 },
  { id: 'mkp', enCode: 'W-4002', fullName: '磷酸二氢钾', spec: '99% 25kg', unit: '袋', price: 215 },
  { id: 'film', enCode: 'W-5001', fullName: '加厚地膜', spec: '1.25m×0.015mm', unit: '卷', price: 132 },
]

/** Water groups and pumps of the demo farm (see the rotation groups of the farm's plan). */
const GROUPS = Array.from({ length: 16 }, (_, index) => ({
  id: `G${String(index + 1).padStart(2, '0')}`,
  fullName: `${index + 1}号轮灌组`,
  areaMu: 225,
}))
const PUMPS = [1, 2, 3].map((no) => ({ id: `P${no}`, fullName: `${no}号水泵`, ratedFlow: 500 }))

const DEVICES = [
  ...PUMPS.map((pump) => ({ id: pump.id, fullName: pump.fullName, kind: 'pump' })),
  { id: 'F1', fullName: '1号施肥机', kind: 'fertilizer' },
  { id: 'FL-1', fullName: '首部过滤器', kind: 'filter' },
  ...[1, 2, 3, 4].map((no) => ({ id: `V-M${no}`, fullName: `${no}号主控阀`, kind: 'valve' })),
  ...Array.from({ length: 10 }, (_, index) => ({
    id: `T1-01-${String(index + 1).padStart(2, '0')}`,
    fullName: `1-1分干管${index + 1}号三通球阀`,
    kind: 'valve',
  })),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((no) => ({ id: `GW-${no}`, fullName: `${no}号网关`, kind: 'gateway' })),
  ...[1, 2, 3, 4, 5, 6].map((no) => ({ id: `SM-${no}`, fullName: `${no}号墒情站`, kind: 'soil' })),
  ...[1, 2].map((no) => ({ id: `WS-${no}`, fullName: `${no}号气象站`, kind: 'weather' })),
]

/** The kinds of devices, by the codes of the dictionary `deviceKind`. */
const DEVICE_KINDS = [
  { id: 'pump', fullName: '水泵' },
  { id: 'valve', fullName: '阀门' },
  { id: 'filter', fullName: '过滤器' },
  { id: 'fertilizer', fullName: '施肥机' },
  { id: 'gateway', fullName: '网关' },
  { id: 'soil', fullName: '墒情站' },
  { id: 'weather', fullName: '气象站' },
]

/** The demo's data interfaces; those that are there stay as they are. */
export async function seedInterfaces(db: Db): Promise<void> {
  const seeds = [
    { id: 'materials', full_name: '物料列表', rows: MATERIALS },
    { id: 'rotation-groups', full_name: '轮灌组列表', rows: GROUPS },
    { id: 'pumps', full_name: '水泵列表', rows: PUMPS },
    { id: 'devices', full_name: '设备列表', rows: DEVICES },
    { id: 'device-kinds', full_name: '设备类型', rows: DEVICE_KINDS },
  ]
  const made = seeds.map(({ rows, ...seed }) => ({
    ...seed,
    en_code: seed.id,
    type: INTERFACE_TYPE.static,
    params: '[]',
    fields: '[]',
    config: JSON.stringify({ staticData: rows }),
    updated_at: null,
  }))
  for (const part of inParts(made))
    await db
      .insertInto('data_interface')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
