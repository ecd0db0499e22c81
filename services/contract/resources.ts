import { simulatedFarm, simulatedFault } from './areas/demo/simulator'
import { alarmRule, deviceAlarm } from './areas/field/alarm-resources'
import { deviceAside } from './areas/field/device-aside'
import { fieldResources } from './areas/field/field-resources'
import { fertilizerUse, waterUse } from './areas/field/history-resources'
import { dataInterface, interfaceRunners, interfaceVariate } from './areas/lowcode/data-interface-resources'
import { moduleDataScheme } from './areas/lowcode/data-scheme'
import { printTemplate } from './areas/lowcode/print'
import { model } from './areas/lowcode/visual-development'
import { area } from './areas/platform/area'
import { billRule } from './areas/platform/bill-rule'
import { dictionaryData, dictionaryType } from './areas/platform/dictionary'
import { grade } from './areas/platform/grade'
import { group } from './areas/platform/group'
import { log } from './areas/platform/log'
import { member } from './areas/platform/member'
import { menu } from './areas/platform/menu'
import { moduleButton, moduleColumn, moduleForm } from './areas/platform/menu-codes'
import { message, notice } from './areas/platform/message'
import { messageSending } from './areas/platform/message-ways'
import { accountRequest, onlineUser } from './areas/platform/online-user'
import { department, organize } from './areas/platform/organize'
import { dingtalkConfig, mailConfig, smsConfig, wecomConfig } from './areas/platform/outbound'
import { outbox } from './areas/platform/outbox'
import { permissionGroup, permissionMembers } from './areas/platform/permission-group'
import { position } from './areas/platform/position'
import { role } from './areas/platform/role'
import { schedule } from './areas/platform/schedule'
import { system } from './areas/platform/system'
import { systemAdmins, systemConfig } from './areas/platform/system-config'
import { thirdSyncItem, thirdSyncTotal } from './areas/platform/third-party-sync'
import { user } from './areas/platform/users'
import type { Call } from './call'
import { calls } from './calls'
import { describeResource } from './resource'

const declared = [
  ...[accountRequest, alarmRule, area, billRule, dataInterface, deviceAlarm, deviceAside, dictionaryData],
  ...[dictionaryType, fertilizerUse, interfaceRunners, interfaceVariate, message, model, notice, onlineUser],
  ...[simulatedFarm, log, department, group, member, menu, organize, position, system],
  ...[moduleButton, moduleColumn, moduleForm, moduleDataScheme],
  ...[
    permissionGroup,
    grade,
    permissionMembers,
    printTemplate,
    role,
    simulatedFault,
    mailConfig,
    messageSending,
    smsConfig,
    wecomConfig,
    dingtalkConfig,
    outbox,
    schedule,
    systemAdmins,
    thirdSyncItem,
    thirdSyncTotal,
    systemConfig,
    user,
    waterUse,
    ...fieldResources,
  ],
]

/** Names of the resources as they are declared. */
export const declaredNames: readonly string[] = declared.map(({ resource }) => resource)

/** Every resource of the product, by name. */
export const resources = Object.fromEntries(
  declared.map((words) => [words.resource, describeResource(words, calls as Readonly<Record<string, Call>>)]),
)

/**
 * The form below `schemas/forms` of each resource that names one, and of its acts (`deviceAlarm.shelve`): for the server
 * alone, which checks by it.
 */
export const resourceForms: ReadonlyMap<string, string> = new Map(
  declared.flatMap(({ resource, form, actForms = {} }): [string, string][] => [
    ...(form === undefined ? [] : [[resource, form] as [string, string]]),
    ...Object.entries(actForms).map(([act, file]): [string, string] => [`${resource}.${act}`, file]),
  ]),
)
