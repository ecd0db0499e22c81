import { Type } from 'typebox'
import { defineCall } from '../../call'
import { Nothing } from '../../envelope'
import { Flag, Nullable } from '../../fields'
import { defineResource } from '../../resource'

const Label = (title: string) => Type.String({ minLength: 1, maxLength: 100, title })
/** An address on this server; empty: the product's own. */
const Logo = Type.String({ maxLength: 300, pattern: '^(/(?!/).*)?$' })

/** What administrators configure once for everybody; names as on the wire (`spec/shell-and-monitoring.md §3`). */
export const SystemConfig = Type.Object({
  sysName: Label('@places.sysName'),
  sysVersion: Type.String({ maxLength: 20 }),
  copyright: Type.String({ maxLength: 200 }),
  companyName: Type.String({ maxLength: 100 }),
  /** Of the sign-in page. */
  logoIcon: Logo,
  /** Beside the name in the frame. */
  workLogoIcon: Logo,
  /** Of the folded frame and the window’s tab. */
  navigationIcon: Logo,
  /** 1 where the flags below are in force. */
  passwordStrengthLimit: Flag,
  passwordLengthMin: Flag,
  passwordLengthMinNumber: Type.Integer({ minimum: 1, maximum: 64 }),
  containsNumbers: Flag,
  includeLowercaseLetters: Flag,
  includeUppercaseLetters: Flag,
  containsCharacters: Flag,
  mandatoryModificationOfInitialPassword: Flag,
  /** 1: a password has to be changed after `updateCycle` days; its person is told `updateInAdvance` days before. */
  passwordIsUpdatedRegularly: Flag,
  updateCycle: Type.Integer({ minimum: 1, maximum: 3_650 }),
  updateInAdvance: Type.Integer({ minimum: 0, maximum: 365 }),
  /** 1: none of the last `disableTheNumberOfOldPasswords` passwords may be taken again. */
  disableOldPassword: Flag,
  disableTheNumberOfOldPasswords: Type.Integer({ minimum: 1, maximum: 24 }),
  /** Minutes without a sign of life after which a session ends. */
  tokenTimeout: Type.Integer({ minimum: 5, maximum: 43_200 }),
  /** Hours after which a session ends, used or not. */
  sessionLongest: Type.Integer({ minimum: 1, maximum: 8_760 }),
  /** 1: signing in ends the account's other sessions. 2: several may stand side by side. */
  singleLogin: Type.Integer({ minimum: 1, maximum: 2 }),
})

/** Members that a form hides while another is off: null leaves them as they are. */
const dependent = {
  passwordLengthMin: Nullable(SystemConfig.properties.passwordLengthMin),
  passwordLengthMinNumber: Nullable(SystemConfig.properties.passwordLengthMinNumber),
  containsNumbers: Nullable(SystemConfig.properties.containsNumbers),
  includeLowercaseLetters: Nullable(SystemConfig.properties.includeLowercaseLetters),
  includeUppercaseLetters: Nullable(SystemConfig.properties.includeUppercaseLetters),
  containsCharacters: Nullable(SystemConfig.properties.containsCharacters),
  updateCycle: Nullable(SystemConfig.properties.updateCycle),
  updateInAdvance: Nullable(SystemConfig.properties.updateInAdvance),
  disableTheNumberOfOldPasswords: Nullable(SystemConfig.properties.disableTheNumberOfOldPasswords),
}
const Changes = Type.Object({
  ...Type.Partial(Type.Omit(SystemConfig, ['sysVersion'])).properties,
  ...dependent,
})

/** Calls of this area, by name (`spec/administration.md §7`, "System configuration"). */
export const systemConfigCalls = {
  'systemConfig.read': defineCall({
    name: 'systemConfig.read',
    method: 'GET',
    path: '/api/system/SysConfig',
    summary: 'The system’s configuration, with the rules for passwords',
    response: SystemConfig,
  }),
  'systemConfig.save': defineCall({
    name: 'systemConfig.save',
    method: 'PUT',
    path: '/api/system/SysConfig',
    summary: 'Change the system’s configuration; what is not given, or null, stays',
    body: Changes,
    response: Nothing,
  }),
} as const

/** The one configuration that there is. */
export const systemConfig = defineResource('systemConfig', {
  form: 'system/security.form.json',
  title: '@security.title',
  key: 'id',
  name: 'sysName',
  tag: 'systemConfig',
  read: 'systemConfig.read',
  update: 'systemConfig.save',
  right: 'system.security',
  titles: {
    passwordStrengthLimit: '@security.isLimited',
    passwordLengthMin: '@security.hasMinimum',
    passwordLengthMinNumber: '@security.minimum',
    containsNumbers: '@security.numbers',
    includeLowercaseLetters: '@security.lowercase',
    includeUppercaseLetters: '@security.uppercase',
    containsCharacters: '@security.characters',
    mandatoryModificationOfInitialPassword: '@security.initial',
    passwordIsUpdatedRegularly: '@security.expires',
    updateCycle: '@security.cycle',
    updateInAdvance: '@security.advance',
    disableOldPassword: '@security.noOld',
    disableTheNumberOfOldPasswords: '@security.oldCount',
    tokenTimeout: '@security.idle',
    sessionLongest: '@security.longest',
    singleLogin: '@security.together',
  },
})
