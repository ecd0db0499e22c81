import { BESIDE_RECORD } from '@runtime/permission/permission'
import type { Text } from '@runtime/text'
import { demoPrints } from './prints'

/** Codes of buttons of an entry of the menu; `all`: every one that it has. */
export type Buttons = readonly string[] | 'all'

/** A role of the demo, with what it gives. */
export interface DemoRole {
  readonly name: Text
  /** Entries of the menu, by code. */
  readonly entries: Readonly<Record<string, Buttons>>
  /** Models, by id. */
  readonly models: Readonly<Record<string, Buttons>>
  /** Sees everything else of the menu as well, but for these entries, and changes nothing there. */
  readonly seesAllBut?: readonly string[]
  /** Which plots: all of them, or those of the own company. */
  readonly plots?: 'all' | 'own'
  /** Levels in the demo's farms that every holder has; whom a single farm is given stands in `people/accounts.ts`. */
  readonly farms?: 'view'
}

const CHANGE = ['btn_add', 'btn_edit', 'btn_remove']
const SEE = ['btn_detail']
/** Who fills in records also says something about them and attaches files. */
const KEEP = [...SEE, 'btn_add', 'btn_edit', ...Object.values(BESIDE_RECORD)]

const MODELS = [
  ...['demo-water-use', 'demo-device-inspection', 'demo-supplier', 'demo-purchase-order'],
  ...['demo-plot', 'demo-irrigation-plan', 'demo-material-stock', 'demo-facility'],
]
const every = (buttons: Buttons) => Object.fromEntries(MODELS.map((id) => [id, buttons]))

/** What field staff do every day: look, take alarms, and lock a device that they work on. */
const WATERING = {
  home: [],
  schedule: [],
  'field.map': [],
  'field.rotation': [],
  'field.plan': [],
  'field.alarm': ['btn_ack', 'btn_shelve'],
  'field.alarmKpi': [],
  'field.history': [],
  'field.fertHistory': [],
  'field.device': ['btn_lock'],
  'field.group': [],
}

/** The roles of `people/accounts.ts`, by code. */
export const DEMO_ROLES = {
  director: {
    name: { zh: '经营管理者', zhtw: '經營管理者', en: 'Director' },
    entries: {
      ...{ home: [], schedule: [] },
      ...{ 'field.map': [], 'field.rotation': [], 'field.plan': [] },
      ...{ 'field.alarm': [], 'field.alarmRule': [], 'field.alarmKpi': [] },
      ...{ 'field.history': [], 'field.fertHistory': [], 'field.project': [], 'field.gateway': [] },
      ...{
        'field.device': [],
        'field.network': [],
        'field.block': [],
        'field.recipe': [],
        'field.group': [],
      },
      ...{ 'permission.organize': [], 'permission.position': [], 'permission.user': [] },
    },
    models: every(SEE),
    plots: 'all',
    farms: 'view',
  },
  // Whoever gives a role has to have what it gives: all that the farm's operators may do, and more.
  'farm-manager': {
    name: { zh: '农场负责人', zhtw: '農場負責人', en: 'Farm manager' },
    entries: {
      ...WATERING,
      'field.alarm': ['btn_ack', 'btn_shelve', 'btn_service'],
      'field.alarmRule': CHANGE,
      'field.project': ['btn_edit', 'btn_member', 'btn_limits'],
      'field.gateway': ['btn_edit'],
      'field.device': ['btn_edit', 'btn_lock'],
      'field.aside': ['btn_edit', 'btn_remove'],
      'field.network': [],
      'field.block': ['btn_edit'],
      'field.recipe': CHANGE,
      'field.group': CHANGE,
      'permission.organize': ['btn_addDep', 'btn_edit', 'btn_remove'],
      'permission.position': CHANGE,
      'permission.user': [...CHANGE, 'btn_state', 'btn_unlock', 'btn_reset', 'btn_offline'],
    },
    models: {
      ...every(SEE),
      'demo-water-use': [...KEEP, 'btn_remove'],
      'demo-device-inspection': [...KEEP, 'btn_remove'],
      'demo-irrigation-plan': [...KEEP, 'btn_remove'],
      'demo-plot': KEEP,
      'demo-facility': KEEP,
    },
    plots: 'own',
  },
  'farm-operator': {
    name: { zh: '灌溉操作员', zhtw: '灌溉操作員', en: 'Irrigation operator' },
    entries: WATERING,
    models: {
      ...{ 'demo-water-use': KEEP, 'demo-device-inspection': KEEP, 'demo-irrigation-plan': KEEP },
      ...{ 'demo-plot': SEE, 'demo-material-stock': SEE, 'demo-facility': SEE },
    },
    plots: 'own',
  },
  bookkeeper: {
    name: { zh: '记账员', zhtw: '記帳員', en: 'Bookkeeper' },
    entries: { home: [], schedule: [], 'system.printDev': 'all' },
    models: {
      ...{ 'demo-purchase-order': 'all', 'demo-supplier': 'all', 'demo-material-stock': 'all' },
    },
  },
  // What is left out acts by its very page, or is closed to whoever does not manage the farm: appointments, the import of a
  // model, the faults of the demo's devices, the readings that were put aside.
  auditor: {
    name: { zh: '审计员', zhtw: '稽核員', en: 'Auditor' },
    entries: {
      'system.log': ['btn_download'],
      'system.state': ['btn_verify'],
      'system.dataInterface': ['btn_log'],
    },
    models: every(SEE),
    seesAllBut: ['schedule', 'field.aside', 'development.import', 'development.simulator'],
    plots: 'all',
    farms: 'view',
  },
  implementer: {
    name: { zh: '实施人员', zhtw: '實施人員', en: 'Implementer' },
    entries: {
      ...{ home: [], schedule: [] },
      ...{ 'development.models': 'all', 'development.import': 'all' },
      ...{ 'development.handbook': [], 'development.widgets': [] },
      ...{ 'system.dictionary': 'all', 'system.billRule': 'all', 'system.area': 'all' },
      ...{ 'system.dataInterface': 'all', 'system.printDev': 'all', 'system.menu': 'all' },
    },
    models: every(SEE),
    plots: 'all',
  },
} as const satisfies Readonly<Record<string, DemoRole>>

export type DemoRoleCode = keyof typeof DEMO_ROLES

const PRINTED = Object.values(demoPrints).map(({ modelId }) => modelId)

/** Buttons of a model for whoever has these there: who sees records of one with a print template may print them. */
export function modelButtons(id: string, buttons: readonly string[]): readonly string[] {
  return PRINTED.includes(id) ? [...buttons, 'btn_batchPrint'] : buttons
}
