import { addUnits, startOf } from '@runtime/date'
import { TIME_ZONE } from '../../time-zone'
import { createDice } from './dice'

type DemoRecord = Record<string, unknown>

const two = (number: number) => String(number).padStart(2, '0')
const day = (now: number, days: number) => addUnits(startOf(now, 'day', TIME_ZONE), days, 'day', TIME_ZONE)
const person = (number: number) => `demo-person-${String(number).padStart(3, '0')}`

const CROPS = ['cotton', 'cotton', 'cotton', 'maize', 'tomato', 'wheat'] as const
const SOILS = ['sandyLoam', 'siltLoam', 'loam'] as const
/** 昌吉回族自治州's 阜康市 and 呼图壁县, and 米东区 of 乌鲁木齐市. */
const AREAS = [
  ['650000', '652300', '652302'],
  ['650000', '652300', '652323'],
  ['650000', '650100', '650109'],
] as const
const ORGANIZATIONS = [
  ['demo-group', 'demo-farm'],
  ['demo-group', 'demo-branch'],
  ['demo-group', 'demo-north'],
] as const
const COLOURS = { cotton: '#3eac12', maize: '#f8bc18', tomato: '#f5222d', wheat: '#f5811c' } as const

/** The plots of the demo farm, 16 rotation groups in four sections. */
export function* plots(now: number): Generator<DemoRecord, void, string> {
  const dice = createDice(88)
  for (let number = 1; number <= 24; number++) {
    const section = 'ABCD'[Math.floor((number - 1) / 6)] ?? 'A'
    const crop = dice.of(CROPS)
    const place = number <= 16 ? 0 : number <= 20 ? 1 : 2
    const areaMu = dice.between(120, 260, 1)
    yield {
      plotNo: `${section}${two(((number - 1) % 6) + 1)}`,
      plotName: `${section}区${((number - 1) % 6) + 1}号地`,
      area: AREAS[place],
      organize: ORGANIZATIONS[place],
      department: ['demo-production', 'demo-branch-planting', 'demo-north-planting'][place],
      manager: person(dice.between(20, 290)),
      members: [`${person(dice.between(20, 290))}--user`, 'demo-drought--group'],
      crop,
      soil: dice.of(SOILS),
      areaMu,
      quota: dice.between(16, 22, 1),
      grade: dice.between(2, 5),
      moisture: dice.of([60, 65, 70, 75]),
      colour: COLOURS[crop],
      pipe: 'drip-tape',
      devices: [`T1-01-${two(((number - 1) % 10) + 1)}`, `SM-${((number - 1) % 6) + 1}`],
      notes: dice.chance(0.3)
        ? '<p>北侧临<strong>防护林</strong>，末端压力略低，轮灌时<u>延长 20 分钟</u>。</p>'
        : null,
      tablePlants: [1, 0].map((year) => ({
        sown: day(now, -210 - year * 365),
        harvested: day(now, -50 - year * 365),
        cropGrown: dice.of(CROPS),
        yieldKg: dice.between(320, 460, 1),
        recorder: person(dice.between(20, 290)),
      })),
    }
  }
}

/** A week's rotation: every group twice. */
export function* irrigationPlans(now: number): Generator<DemoRecord, void, string> {
  const dice = createDice(511)
  for (let turn = 0; turn < 32; turn++) {
    const start = 5 + (turn % 2) * 9
    yield {
      groupId: `G${two((turn % 16) + 1)}`,
      planDate: day(now, Math.floor(turn / 5)),
      startTime: `${two(start)}:00`,
      endTime: `${two(start + 8)}:00`,
      volume: dice.between(5_400, 6_900),
      keeper: person(dice.between(120, 200)),
      method: 'mulchedDrip',
      fertigation: dice.chance(0.3) ? 1 : 0,
      remark: '',
    }
  }
}

const STOCK = [
  ['单翼迷宫式滴灌带', 'irrigation', 'roll', 186],
  ['PE 支管', 'irrigation', 'meter', 6.8],
  ['PVC-U 干管', 'irrigation', 'meter', 92.5],
  ['电动三通球阀', 'sensor', 'piece', 1280],
  ['土壤墒情传感器', 'sensor', 'piece', 1860],
  ['压力变送器', 'sensor', 'piece', 268],
  ['尿素', 'fertilizer', 'kg', 2.36],
  ['磷酸二氢钾', 'fertilizer', 'kg', 8.6],
  ['加厚地膜', 'fertilizer', 'roll', 132],
  ['网式过滤器滤芯', 'spare', 'piece', 145],
  ['砂石过滤器石英砂', 'spare', 'kg', 0.62],
  ['法兰密封垫', 'spare', 'piece', 12.5],
] as const

/** What lies in the store. */
export function* stock(now: number): Generator<DemoRecord, void, string> {
  const dice = createDice(6)
  for (const [name, category, unit, price] of STOCK) {
    yield {
      name,
      category,
      unit,
      price,
      stock: dice.between(4, 900),
      checked: day(now, -dice.between(1, 40)),
      keeper: person(dice.between(240, 290)),
    }
  }
}

interface Facility {
  readonly code: string
  readonly name: string
  readonly kind: 'head' | 'main' | 'sub' | 'valve' | 'pump' | 'filter'
  readonly length?: number
  readonly diameter?: number
  readonly below?: readonly Facility[]
}

/** The head, two mains with their sub-mains, and the valves of the first. */
const FACILITIES: Facility = {
  code: 'HD-01',
  name: '首部枢纽',
  kind: 'head',
  below: [
    ...[1, 2, 3].map((no): Facility => ({ code: `PU-${two(no)}`, name: `${no}号水泵`, kind: 'pump' })),
    { code: 'FL-01', name: '砂石加网式过滤器', kind: 'filter' },
    ...[1, 2].map(
      (main): Facility => ({
        code: `MP-${two(main)}`,
        name: `${main}号干管`,
        kind: 'main',
        length: 1_800,
        diameter: 400,
        below: [1, 2, 3, 4].map((sub) => ({
          code: `SP-${main}-${two(sub)}`,
          name: `${main}-${sub}分干管`,
          kind: 'sub',
          length: 620,
          diameter: 200,
          below: [1, 2, 3].map((valve) => ({
            code: `T${main}-${two(sub)}-${two(valve)}`,
            name: `${main}-${sub}分干管${valve}号三通球阀`,
            kind: 'valve',
            diameter: 90,
          })),
        })),
      }),
    ),
  ],
}

/** Facilities with what is below them; a child is made when its parent has its id. */
export function* facilities(now: number): Generator<DemoRecord, void, string> {
  const dice = createDice(19)
  function* walk(
    { below = [], ...facility }: Facility,
    parent: string | null,
  ): Generator<DemoRecord, void, string> {
    const id = yield {
      ...facility,
      parent,
      built: day(now, -dice.between(400, 1_400)),
      keeper: person(dice.between(120, 200)),
    }
    for (const child of below) yield* walk(child, id)
  }
  yield* walk(FACILITIES, null)
}
