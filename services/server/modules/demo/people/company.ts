import type { Text } from '@runtime/text'
import { DEMO_ROLES } from '../roles'

/** What the field staff of a farm have; its department has the farm. */
const FARM_ROLE = 'farm-operator'

/** A unit of the demo's company: `id, name, category, parent`. */
export interface DemoUnit {
  readonly id: string
  readonly name: string
  readonly category: 'company' | 'department'
  readonly parent: string | null
}

/** People who hold a position: how many, and what most of them are by training or grade. */
export interface DemoPosition {
  readonly id: string
  readonly name: string
  readonly unit: string
  readonly people: number
  readonly titles: readonly string[]
  readonly roles: readonly string[]
  /** Who holds it manages the rest of the unit; of several, each a share of it. */
  readonly leads?: boolean
  /** The position whose first holder manages these; otherwise whoever leads their unit. */
  readonly under?: string
}

const company = (id: string, name: string, parent: string | null): DemoUnit => ({
  id,
  name,
  category: 'company',
  parent,
})
const department = (id: string, name: string, parent: string): DemoUnit => ({
  id,
  name,
  category: 'department',
  parent,
})

/** A group with two farms and a branch, twelve departments in all. */
export const UNITS: readonly DemoUnit[] = [
  company('demo-group', '绿源农业集团', null),
  department('demo-office', '综合管理部', 'demo-group'),
  department('demo-finance', '财务部', 'demo-group'),
  department('demo-agronomy', '农业技术中心', 'demo-group'),
  company('demo-farm', '绿源高标准农田示范区', 'demo-group'),
  department('demo-production', '生产管理部', 'demo-farm'),
  department('demo-irrigation', '灌溉运维部', 'demo-farm'),
  department('demo-machinery', '农机作业部', 'demo-farm'),
  department('demo-supply', '物资采购部', 'demo-farm'),
  company('demo-north', '北庭农场', 'demo-group'),
  department('demo-north-planting', '种植部', 'demo-north'),
  department('demo-north-irrigation', '灌溉运维部', 'demo-north'),
  department('demo-north-machinery', '农机作业部', 'demo-north'),
  company('demo-branch', '呼图壁分公司', 'demo-group'),
  department('demo-branch-planting', '种植部', 'demo-branch'),
  department('demo-branch-irrigation', '灌溉运维部', 'demo-branch'),
]

/** Roles by code: name, and the units of those that are not for everybody. */
export const ROLES: readonly {
  readonly code: string
  readonly name: Text
  readonly units?: readonly string[]
}[] = [
  { code: FARM_ROLE, name: DEMO_ROLES[FARM_ROLE].name },
  { code: 'department-manager', name: '部门经理' },
  { code: 'agronomist', name: '农技员' },
  { code: 'finance', name: '财务人员', units: ['demo-group'] },
  { code: 'buyer', name: '采购员', units: ['demo-farm'] },
  { code: 'machine-operator', name: '农机手', units: ['demo-farm', 'demo-north'] },
]

/** Groups by code: name, item of the dictionary `groupType`, and every how manieth person is a member. */
export const GROUPS: readonly {
  readonly code: string
  readonly name: string
  readonly category: string
  readonly every: number
}[] = [
  { code: 'drought', name: '抗旱应急组', category: 'groupType.duty', every: 23 },
  { code: 'night-watch', name: '泵站夜间值班组', category: 'groupType.duty', every: 29 },
  { code: 'spring-sowing', name: '春播项目组', category: 'groupType.project', every: 17 },
  { code: 'water-saving', name: '节水灌溉专家组', category: 'groupType.expert', every: 37 },
]

const MANAGER = ['department-manager']
const AGRONOMISTS = ['高级农艺师', '农艺师', '农艺师', '助理农艺师']
const ENGINEERS = ['高级工程师', '工程师', '助理工程师', '技术员']
const WORKERS = ['高级技师', '技师', '高级工', '中级工', '']

/** The head of a company and the deputy. */
const heads = (unit: string, head: string, deputy: string, deputies: number): DemoPosition[] => [
  { id: `${unit}-head`, name: head, unit, people: 1, titles: ['高级农艺师'], roles: MANAGER, leads: true },
  { id: `${unit}-deputy`, name: deputy, unit, people: deputies, titles: ENGINEERS, roles: MANAGER },
]

/** The manager of a department. */
const manager = (unit: string, titles: readonly string[]): DemoPosition => ({
  id: `${unit}-manager`,
  name: '部门经理',
  unit,
  people: 1,
  titles,
  roles: MANAGER,
  leads: true,
})

const staff = (
  unit: string,
  id: string,
  name: string,
  people: number,
  titles: readonly string[] = WORKERS,
  roles: readonly string[] = [],
): DemoPosition => ({ id, name, unit, people, titles, roles })

/** 298 places; with `admin` and `operator`, who take those of 0 people, the company has 300. */
export const POSITIONS: readonly DemoPosition[] = [
  ...heads('demo-group', '总经理', '副总经理', 2),
  manager('demo-office', ENGINEERS),
  staff('demo-office', 'demo-administrator', '信息主管', 0, ENGINEERS),
  { ...staff('demo-office', 'demo-it', '信息专员', 3, ENGINEERS), under: 'demo-administrator' },
  staff('demo-office', 'demo-clerk', '行政专员', 8, ['']),
  staff('demo-office', 'demo-auditor', '内部审计', 1, ['审计师']),
  staff('demo-office', 'demo-personnel', '人事专员', 5, ['经济师', '']),
  manager('demo-finance', ['高级会计师']),
  staff('demo-finance', 'demo-accountant', '会计', 8, ['会计师', '助理会计师'], ['finance']),
  staff('demo-finance', 'demo-cashier', '出纳', 3, ['助理会计师'], ['finance']),
  manager('demo-agronomy', ['推广研究员']),
  staff('demo-agronomy', 'demo-agronomist', '农艺师', 14, AGRONOMISTS, ['agronomist']),
  staff('demo-agronomy', 'demo-plant-protection', '植保专员', 6, AGRONOMISTS, ['agronomist']),

  ...heads('demo-farm', '场长', '副场长', 1),
  manager('demo-production', AGRONOMISTS),
  staff('demo-production', 'demo-scheduler', '生产调度员', 6, ENGINEERS),
  staff('demo-production', 'demo-field-worker', '田间管理员', 26),
  manager('demo-irrigation', ENGINEERS),
  staff('demo-irrigation', 'demo-patrol-lead', '巡田班长', 0),
  {
    ...staff('demo-irrigation', 'demo-patrol', '巡田员', 23, WORKERS, [FARM_ROLE]),
    under: 'demo-patrol-lead',
  },
  staff('demo-irrigation', 'demo-pump', '泵站值守员', 9),
  staff('demo-irrigation', 'demo-automation', '自控工程师', 5, ENGINEERS),
  manager('demo-machinery', ENGINEERS),
  staff('demo-machinery', 'demo-driver', '农机手', 20, WORKERS, ['machine-operator']),
  staff('demo-machinery', 'demo-repair', '农机修理工', 6),
  manager('demo-supply', ['经济师']),
  staff('demo-supply', 'demo-buyer', '采购员', 5, ['经济师', ''], ['buyer']),
  staff('demo-supply', 'demo-storekeeper', '库管员', 6, ['']),

  ...heads('demo-north', '场长', '副场长', 1),
  manager('demo-north-planting', AGRONOMISTS),
  staff('demo-north-planting', 'demo-north-worker', '田间管理员', 28),
  staff('demo-north-planting', 'demo-north-agronomist', '农艺师', 4, AGRONOMISTS, ['agronomist']),
  manager('demo-north-irrigation', ENGINEERS),
  staff('demo-north-irrigation', 'demo-north-patrol', '巡田员', 18, WORKERS, [FARM_ROLE]),
  staff('demo-north-irrigation', 'demo-north-pump', '泵站值守员', 7),
  manager('demo-north-machinery', ENGINEERS),
  staff('demo-north-machinery', 'demo-north-driver', '农机手', 15, WORKERS, ['machine-operator']),

  ...heads('demo-branch', '分公司经理', '分公司副经理', 1),
  manager('demo-branch-planting', AGRONOMISTS),
  staff('demo-branch-planting', 'demo-branch-worker', '田间管理员', 26),
  staff('demo-branch-planting', 'demo-branch-agronomist', '农艺师', 3, AGRONOMISTS, ['agronomist']),
  manager('demo-branch-irrigation', ENGINEERS),
  staff('demo-branch-irrigation', 'demo-branch-patrol', '巡田员', 15, WORKERS, [FARM_ROLE]),
  staff('demo-branch-irrigation', 'demo-branch-pump', '泵站值守员', 7),
]
