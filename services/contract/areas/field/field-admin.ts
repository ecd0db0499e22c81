import { type Static, type TNumber, Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, Nothing } from '../../envelope'
import { Flag, Nullable } from '../../fields'
import { ANSWER_LIMIT } from '../../limits'
import { JobId } from '../platform/job'
import {
  blockBody,
  deviceBody,
  gatewayBody,
  nodeBody,
  Project,
  pipeBody,
  projectBody,
  Ref,
  recipeBody,
} from './field-bodies'
import { crud, RowVersion } from './field-crud'
import { changesOf } from './tags'

/** People, and all whom a unit, role, position or group takes in: `id--type`, as the mixed picker writes it. */
const Subjects = Type.Array(
  Type.String({ maxLength: 100, pattern: '^.+--(user|department|company|role|position|group)$' }),
  {
    maxItems: 1_000,
  },
)

/** Who may do what in a project; each level includes those before it. */
export const ProjectMembers = Type.Object({ view: Subjects, operate: Subjects, manage: Subjects })
export type ProjectMembers = Static<typeof ProjectMembers>

/** `LIMITS` of `runtime/field/interlock`: what the interlocks compare with. */
export const LIMIT_NAMES = [
  'pathLostSec',
  'minFlowShare',
  'availableFlow',
  'velocityWarn',
  'velocityMax',
  'makeShare',
  'staggerSec',
  'pressureHigh',
  'pressureHighSec',
  'pressureLow',
  'pressureLowSec',
  'burstFlowShare',
  'dryFlowShare',
  'dryFlowSec',
  'pumpRestSec',
  'pumpStartsPerHour',
  'staleIntervals',
  'batteryFloor',
  'fertMinFlow',
  'preWaterSec',
  'flushSec',
  'tankLow',
  'filterDp',
  'backwashSec',
  'frostTemp',
  'rainHoldMm',
  'rainHoldHours',
  'outletHead',
  'filterLoss',
  'lateralLoss',
] as const
const limits = Object.fromEntries(
  LIMIT_NAMES.map((name) => [name, Nullable(Type.Number())]),
) as unknown as Record<(typeof LIMIT_NAMES)[number], ReturnType<typeof Nullable<TNumber>>>

/** What an import reads: devices, pipes or nodes of a spreadsheet, or a GeoJSON file. */
export const IMPORT_KINDS = ['device', 'pipe', 'node', 'geojson'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]
/** Rows that one import may have. */
export const IMPORT_ROWS = 10_000

/** A row of a file that cannot be taken: its number in the file, 1 the first. */
export const ImportProblem = Type.Object({
  row: Type.Integer(),
  field: Type.String(),
  /** The field as the template's headings call it. */
  title: Type.Optional(Type.String()),
  message: Type.String(),
})
export type ImportProblem = Static<typeof ImportProblem>
export const ImportReport = Type.Object({
  /** Whether it has been written: all of it, or, in a trial or with problems, nothing. */
  isDone: Type.Boolean(),
  created: Type.Integer(),
  updated: Type.Integer(),
  rows: Type.Integer(),
  /** The first hundred. */
  problems: Type.Array(ImportProblem),
  problemCount: Type.Integer(),
  /** In one sentence what it came to. */
  text: Type.String(),
})
export type ImportReport = Static<typeof ImportReport>

/** How the field is kept (`design/field.md §3.2`): every write needs the right to manage the project. */
export const fieldAdminCalls = {
  ...crud('fieldProject', 'project', 'Projects', projectBody, ['gatewayCount', 'deviceCount', 'ring']),
  ...crud('fieldGateway', 'gateway', 'Gateways', gatewayBody, [
    'isOnline',
    'gatewayBattery',
    'rssi',
    'firmware',
    'lastSeen',
    'hasToken',
    'deviceCount',
  ]),
  ...crud('fieldDevice', 'device', 'Devices', deviceBody, [
    'settings',
    'no',
    'commissionedAt',
    'gatewayName',
    'nodeName',
    'maintenanceReason',
    'maintenanceBy',
    'lastSeen',
    'deviceState',
  ]),
  ...crud('fieldPipe', 'pipe', 'Pipes', pipeBody, ['parentName', 'nodeCount', 'path']),
  ...crud('fieldNode', 'node', 'Nodes', nodeBody, [
    'pipeName',
    'valveName',
    'sideABlockName',
    'sideBBlockName',
  ]),
  ...crud('fieldBlock', 'block', 'Blocks', blockBody, ['geometry']),
  ...crud('fieldRecipe', 'recipe', 'Fertilizer recipes', recipeBody, ['deviceName']),
  'fieldProject.members': defineCall({
    name: 'fieldProject.members',
    method: 'GET',
    path: '/api/field/project/:id/members',
    summary: 'Who may do what in a project',
    params: IdParams,
    response: ProjectMembers,
  }),
  'fieldProject.setMembers': defineCall({
    name: 'fieldProject.setMembers',
    method: 'PUT',
    path: '/api/field/project/:id/members',
    summary: 'Says who may do what in a project',
    params: IdParams,
    body: ProjectMembers,
    changes: changesOf('project'),
    response: Nothing,
  }),
  'fieldProject.limits': defineCall({
    name: 'fieldProject.limits',
    method: 'GET',
    path: '/api/field/project/:id/limits',
    summary: 'The figures that the interlocks of a project compare with; null where the default holds',
    params: IdParams,
    response: Type.Object({
      ...limits,
      /** Name of the table as it stands: commands carry it, and the stations have it. */
      il: Type.String(),
      rowVersion: RowVersion,
    }),
  }),
  'fieldProject.setLimits': defineCall({
    name: 'fieldProject.setLimits',
    method: 'PUT',
    path: '/api/field/project/:id/limits',
    summary:
      'Sets figures that the interlocks of a project compare with; null takes the default, what is left out stays',
    params: IdParams,
    body: Type.Object({ ...limits, rowVersion: RowVersion }),
    changes: changesOf('project'),
    response: Nothing,
  }),
  'fieldGateway.issueToken': defineCall({
    name: 'fieldGateway.issueToken',
    method: 'POST',
    path: '/api/field/gateway/:id/token',
    summary:
      'Gives a gateway a new token to sign in to the broker with; the old one is good no more. Shown this once',
    params: IdParams,
    changes: changesOf('gateway'),
    response: Type.Object({ token: Type.String(), username: Type.String() }),
  }),
  'fieldDevice.setMaintenance': defineCall({
    name: 'fieldDevice.setMaintenance',
    method: 'PUT',
    path: '/api/field/device/:id/maintenance',
    summary: 'Locks a device out for maintenance (I12)',
    params: IdParams,
    body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 200 }) }),
    changes: changesOf('device'),
    response: Nothing,
  }),
  'fieldDevice.endMaintenance': defineCall({
    name: 'fieldDevice.endMaintenance',
    method: 'DELETE',
    path: '/api/field/device/:id/maintenance',
    summary: 'Lets a device work again that was locked out for maintenance',
    params: IdParams,
    changes: changesOf('device'),
    response: Nothing,
  }),
  'fieldImport.template': defineCall({
    name: 'fieldImport.template',
    method: 'GET',
    path: '/api/field/import/template',
    summary: 'An empty spreadsheet to fill in',
    query: Type.Object({ kind: Type.Enum(['device', 'pipe', 'node']) }),
    response: Type.Any(),
    wire: 'binary',
    answerLimit: ANSWER_LIMIT,
  }),
  'fieldImport.run': defineCall({
    name: 'fieldImport.run',
    isJob: true,
    method: 'POST',
    path: '/api/field/import',
    summary:
      'Reads devices, pipes or nodes from a spreadsheet, or GeoJSON: a trial, or all of it or, with reasons, nothing',
    body: Type.Object({
      projectId: Project,
      kind: Type.Enum([...IMPORT_KINDS]),
      /** 1: says what would happen. */
      isTrial: Type.Optional(Flag),
      /** Of GeoJSON points that are devices and name none. */
      gatewayId: Ref,
      /** A name that the caller makes up, by which it asks how far this import is. */
      progressId: Type.Optional(JobId),
    }),
    changes: changesOf('device', 'pipe', 'node', 'block'),
    response: ImportReport,
    wire: 'file',
    fileLimit: 20,
    timeout: 600_000,
  }),
} as const
