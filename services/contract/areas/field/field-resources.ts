import { choicesOf, type DefinedResource, defineResource, type ResourceWords } from '../../resource'
import { LIMIT_NAMES } from './field-admin'
import type { KINDS } from './field-bodies'
import type { FieldTag } from './tags'

/** What members of the field are called wherever they are shown. */
const TITLES: Readonly<Record<string, string>> = {
  id: '@fieldPage.id',
  name: '@fieldPage.name',
  nameEn: '@fieldPage.nameEn',
  longitude: '@fieldPage.longitude',
  latitude: '@fieldPage.latitude',
  defaultZoom: '@fieldPage.zoom',
  boundary: '@fieldPage.boundary',
  timeZone: '@fieldPage.timeZone',
  tileSource: '@fieldPage.tileSource',
  zgLevel: '@fieldPage.zgLevel',
  gatewayCount: '@fieldPage.gatewayCount',
  deviceCount: '@fieldPage.deviceCount',
  isOnline: '@common.status',
  deviceState: '@common.status',
  lastSeen: '@fieldPage.lastSeen',
  gatewayBattery: '@fieldPage.batteryPlain',
  batteryUnit: '@fieldPage.batteryUnit',
  rssi: '@fieldPage.rssi',
  firmware: '@fieldPage.firmware',
  link: '@fieldPage.link',
  protocol: '@fieldPage.protocol',
  keepaliveSec: '@fieldPage.keepalive',
  model: '@fieldPage.model',
  serial: '@fieldPage.serial',
  hasToken: '@fieldPage.token',
  gatewayId: '@fieldPage.gateway',
  gatewayName: '@fieldPage.gateway',
  elevationM: '@fieldPage.elevation',
  nodeId: '@fieldPage.node',
  nodeName: '@fieldPage.node',
  linkClass: '@fieldPage.linkClass',
  commissionedAt: '@fieldPage.commissioned',
  maintenanceReason: '@fieldPage.maintenanceReason',
  angleTolerance: '@fieldPage.angleTolerance',
  defaultAngle: '@fieldPage.defaultAngle',
  travelSec: '@fieldPage.travel',
  maxRunSec: '@fieldPage.maxRun',
  batteryFloor: '@fieldPage.batteryFloor',
  mainPipeId: '@fieldPage.mainPipe',
  place: '@fieldPage.place',
  pipeId: '@fieldPage.pipe',
  pipeName: '@fieldPage.pipe',
  blockId: '@fieldPage.block',
  fieldCapacity: '@fieldPage.fieldCapacity',
  wiltingPoint: '@fieldPage.wiltingPoint',
  anemometerM: '@fieldPage.anemometer',
  rainAs: '@fieldPage.rainAs',
  isVfd: '@fieldPage.vfd',
  channels: '@fieldPage.channels',
  code: '@fieldPage.code',
  parentId: '@fieldPage.parentPipe',
  parentName: '@fieldPage.parentPipe',
  bends: '@fieldPage.bends',
  ratedMpa: '@fieldPage.ratedMpa',
  nodeCount: '@fieldPage.nodeCount',
  valveId: '@fieldPage.valve',
  valveName: '@fieldPage.valve',
  sideABlockId: '@fieldPage.sideA',
  sideABlockName: '@fieldPage.sideA',
  sideBBlockId: '@fieldPage.sideB',
  sideBBlockName: '@fieldPage.sideB',
  outline: '@fieldPage.outline',
  crop: '@fieldPage.crop',
  soil: '@fieldPage.soil',
  emitterLph: '@fieldPage.emitter',
  emitterSpacingM: '@fieldPage.emitterSpacing',
  tapeSpacingM: '@fieldPage.tapeSpacing',
  appRateMmh: '@fieldPage.appRate',
}

type Kept =
  | 'fieldProject'
  | 'fieldGateway'
  | 'fieldDevice'
  | 'fieldPipe'
  | 'fieldNode'
  | 'fieldBlock'
  | 'fieldRecipe'

const TAG_OF: Readonly<Record<Kept, FieldTag>> = {
  fieldProject: 'project',
  fieldGateway: 'gateway',
  fieldDevice: 'device',
  fieldPipe: 'pipe',
  fieldNode: 'node',
  fieldBlock: 'block',
  fieldRecipe: 'recipe',
}

/** A thing of the field with the five calls by which it is kept. Lists of what is around it hear of it too (`tags.ts`). */
function kept(
  resource: Kept,
  { titles, ...words }: Pick<ResourceWords, 'title' | 'dialog' | 'right'> & Partial<ResourceWords>,
): DefinedResource {
  return defineResource(resource, {
    key: 'id',
    name: 'name',
    tag: TAG_OF[resource],
    list: `${resource}.list`,
    read: `${resource}.read`,
    create: `${resource}.create`,
    update: `${resource}.update`,
    delete: `${resource}.delete`,
    version: 'rowVersion',
    keyword: '@fieldPage.keywordHint',
    titles: { ...TITLES, ...titles },
    ...words,
  })
}

const LEVELS = choicesOf('@fieldPage.level', [1, 2, 3], { 1: 'blue', 2: 'green', 3: 'gray' })
const KIND_TITLES: Readonly<Record<(typeof KINDS)[number], string>> = {
  VALVE_TWB: '@fieldPage.kindTwb',
  VALVE_MAIN: '@fieldPage.kindMain',
  SOIL: '@fieldPage.kindSoil',
  WEATHER: '@fieldPage.kindWeather',
  PUMP: '@fieldPage.kindPump',
  FERT: '@fieldPage.kindFert',
  FERT_VALVE: '@fieldPage.kindFertValve',
  PRESSURE: '@fieldPage.kindPressure',
  FLOW: '@fieldPage.kindFlow',
  MACHINE: '@fieldPage.kindMachine',
}
const ONLINE = [
  { value: 1, label: '@fieldPage.online', color: 'green' },
  { value: 0, label: '@fieldPage.offline' },
] as const

export const fieldProject = kept('fieldProject', {
  form: 'field/project.form.json',
  title: '@fieldPage.projects',
  dialog: { add: '@fieldPage.newProject', edit: '@fieldPage.editProject' },
  none: '@fieldPage.noProjects',
  right: 'field.project',
  choices: { zgLevel: LEVELS },
})

/** Who may do what in a project: a part of it. */
export const fieldMembers = defineResource('fieldMembers', {
  form: 'field/members.form.json',
  title: '@fieldPage.members',
  dialog: { add: '@fieldPage.membersOf', edit: '@fieldPage.membersOf' },
  key: 'id',
  name: 'name',
  tag: 'project',
  read: 'fieldProject.members',
  update: 'fieldProject.setMembers',
  right: 'field.project',
  titles: { view: '@field.level.view', operate: '@field.level.operate', manage: '@field.level.manage' },
})

/** What the interlocks of a project compare with: a part of it. */
export const fieldLimits = defineResource('fieldLimits', {
  form: 'field/limits.form.json',
  title: '@fieldPage.limits',
  dialog: { add: '@fieldPage.limits', edit: '@fieldPage.limits' },
  key: 'id',
  name: 'name',
  tag: 'project',
  read: 'fieldProject.limits',
  update: 'fieldProject.setLimits',
  version: 'rowVersion',
  right: 'field.project',
  titles: Object.fromEntries(LIMIT_NAMES.map((name) => [name, `@interlock.limit_${name}`])),
})

export const fieldGateway = kept('fieldGateway', {
  form: 'field/gateway.form.json',
  title: '@fieldPage.gateways',
  dialog: { add: '@fieldPage.newGateway', edit: '@fieldPage.editGateway' },
  none: '@fieldPage.noGateways',
  project: 'projectId',
  right: 'field.gateway',
  choices: {
    isOnline: ONLINE,
    link: [
      { value: '4G', label: '4G' },
      { value: 'ETH', label: '@fieldPage.linkEth' },
      { value: 'LORA', label: 'LoRa' },
    ],
    protocol: [
      { value: 'loam', label: '@fieldPage.protocolOwn' },
      { value: 'thingsboard', label: 'ThingsBoard' },
      { value: 'sparkplug', label: 'Sparkplug B' },
      { value: 'chirpstack', label: 'ChirpStack (LoRaWAN)' },
    ],
    batteryUnit: [
      { value: 'V', label: '@fieldPage.batteryVolts' },
      { value: 'level', label: '@fieldPage.batteryLevel' },
    ],
    hasToken: [
      { value: 1, label: '@fieldPage.hasToken', color: 'green' },
      { value: 0, label: '@fieldPage.noToken' },
    ],
  },
})

export const fieldDevice = kept('fieldDevice', {
  form: 'field/device.form.json',
  title: '@fieldPage.devices',
  dialog: { add: '@fieldPage.newDevice', edit: '@fieldPage.editDevice' },
  none: '@fieldPage.noDevices',
  project: 'projectId',
  acts: { setMaintenance: 'fieldDevice.setMaintenance', endMaintenance: 'fieldDevice.endMaintenance' },
  actForms: { setMaintenance: 'field/lock-out.form.json' },
  right: 'field.device',
  choices: {
    kind: Object.entries(KIND_TITLES).map(([value, label]) => ({ value, label, color: 'blue' })),
    deviceState: [
      { value: 0, label: '@fieldPage.online', color: 'green' },
      { value: 1, label: '@fieldPage.offline' },
      { value: 2, label: '@fieldPage.fault', color: 'red' },
      { value: 3, label: '@fieldPage.maintenance', color: 'orange' },
    ],
    linkClass: [
      { value: 'IP', label: 'IP' },
      { value: 'C', label: 'LoRaWAN C' },
      { value: 'A', label: 'LoRaWAN A' },
    ],
    place: [
      { value: 'pumps', label: '@fieldPage.placePumps' },
      { value: 'station', label: '@fieldPage.placeStation' },
      { value: 'pipe', label: '@fieldPage.placePipe' },
    ],
    rainAs: [
      { value: 'increment', label: '@fieldPage.rainIncrement' },
      { value: 'dayTotal', label: '@fieldPage.rainDayTotal' },
    ],
  },
  refers: {
    gatewayId: 'fieldGateway',
    nodeId: 'fieldNode',
    mainPipeId: { resource: 'fieldPipe', with: { level: 1 } },
    pipeId: 'fieldPipe',
    blockId: 'fieldBlock',
  },
})

export const fieldPipe = kept('fieldPipe', {
  form: 'field/pipe.form.json',
  title: '@fieldPage.pipes',
  dialog: { add: '@fieldPage.newPipe', edit: '@fieldPage.editPipe' },
  none: '@fieldPage.noPipes',
  project: 'projectId',
  right: 'field.network',
  choices: { level: LEVELS },
})

export const fieldNode = kept('fieldNode', {
  form: 'field/node.form.json',
  title: '@fieldPage.nodes',
  dialog: { add: '@fieldPage.newNode', edit: '@fieldPage.editNode' },
  none: '@fieldPage.noNodes',
  project: 'projectId',
  right: 'field.network',
  refers: {
    pipeId: 'fieldPipe',
    valveId: { resource: 'fieldDevice', with: { kind: 'VALVE_TWB' } },
    sideABlockId: 'fieldBlock',
    sideBBlockId: 'fieldBlock',
  },
})

export const fieldBlock = kept('fieldBlock', {
  form: 'field/block.form.json',
  title: '@fieldPage.blocks',
  dialog: { add: '@fieldPage.newBlock', edit: '@fieldPage.editBlock' },
  none: '@fieldPage.noBlocks',
  project: 'projectId',
  right: 'field.block',
  choices: {
    crop: choicesOf('@fieldPage.crop.', [
      ...['cotton', 'maize', 'tomato', 'wheat', 'beet', 'pepper', 'grape', 'alfalfa'],
    ]),
    soil: choicesOf('@fieldPage.soil.', ['sand', 'sandyLoam', 'siltLoam', 'loam', 'clay']),
  },
})

export const fieldRecipe = kept('fieldRecipe', {
  form: 'field/recipe.form.json',
  title: '@fieldPage.recipes',
  dialog: { add: '@fieldPage.newRecipe', edit: '@fieldPage.editRecipe' },
  project: 'projectId',
  right: 'field.recipe',
  titles: {
    deviceId: '@fieldPage.spreader',
    deviceName: '@fieldPage.spreader',
    rate1: '@fieldPage.rate1',
    rate2: '@fieldPage.rate2',
    rate3: '@fieldPage.rate3',
    minutes: '@fieldPage.injectMinutes',
  },
  refers: { deviceId: { resource: 'fieldDevice', with: { kind: 'FERT' } } },
})

/** Rotation groups, which the irrigation's own calls keep. */
export const rotationGroup = defineResource('rotationGroup', {
  form: 'field/group.form.json',
  title: '@fieldPage.groups',
  dialog: { add: '@fieldPage.newGroup', edit: '@fieldPage.editGroup' },
  none: '@fieldPage.noGroups',
  key: 'id',
  name: 'name',
  tag: 'group',
  list: 'fieldManagement.lgzList',
  read: 'fieldManagement.lgz',
  create: 'fieldManagement.createLgz',
  update: 'fieldManagement.updateLgz',
  delete: 'fieldManagement.deleteLgz',
  version: 'rowVersion',
  project: 'projectId',
  right: 'field.group',
  titles: {
    name: '@fieldPage.name',
    state: '@common.status',
    runWord: '@fieldPage.groupRun',
    orderNo: '@fieldPage.orderNo',
    plannedMinutes: '@fieldPage.minutes',
    targetM3: '@fieldPage.target',
    designFlow: '@fieldPage.designFlow',
    nodeCount: '@fieldPage.groupNodes',
    nodes: '@fieldPage.groupNodes',
    hydraulicLevel: '@fieldPage.hydraulic',
  },
  choices: {
    state: [
      { value: 0, label: '@fieldPage.groupIdle' },
      { value: 1, label: '@fieldPage.groupRunning', color: 'blue' },
      { value: 2, label: '@fieldPage.groupFinished', color: 'green' },
      { value: 3, label: '@fieldPage.groupPaused', color: 'orange' },
      { value: 4, label: '@fieldPage.fault', color: 'red' },
    ],
    hydraulicLevel: [
      { value: 'ok', label: '@fieldPage.hydraulicOk', color: 'green' },
      { value: 'warn', label: '@fieldPage.hydraulicWarn', color: 'orange' },
      { value: 'fail', label: '@fieldPage.hydraulicFail', color: 'red' },
    ],
  },
})

export const fieldResources = [
  ...[fieldProject, fieldMembers, fieldLimits, fieldGateway, fieldDevice, fieldPipe, fieldNode],
  ...[fieldBlock, fieldRecipe, rotationGroup],
]
