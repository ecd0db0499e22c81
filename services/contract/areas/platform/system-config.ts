import { Type } from 'typebox'
import { defineCall } from '../../call'
import { Nothing } from '../../envelope'
import { Flag, Id, Nullable } from '../../fields'
import { defineResource } from '../../resource'

const Label = (title: string) => Type.String({ minLength: 1, maxLength: 100, title })
/** An address on this server; empty: the product's own. */
const Logo = Type.String({ maxLength: 300, pattern: '^(/(?!/).*)?$' })

/** What administrators configure once for everybody; names as on the wire (`spec/shell-and-monitoring.md §3`). */
export const SystemConfig = Type.Object({
  sysName: Label('@places.sysName'),
  /** In the title of browsers' windows; empty: the name. */
  title: Type.String({ maxLength: 100 }),
  /** Shown under About. */
  sysDescription: Type.String({ maxLength: 500 }),
  sysVersion: Type.String({ maxLength: 20 }),
  copyright: Type.String({ maxLength: 200 }),
  companyName: Type.String({ maxLength: 100 }),
  /** Of the sign-in page. */
  logoIcon: Logo,
  /** Beside the name in the frame. */
  workLogoIcon: Logo,
  /** Of the folded frame and the window’s tab. */
  navigationIcon: Logo,
  /** A picture beside the sign-in form. */
  loginIcon: Logo,
  /** What a phone puts on its home screen. */
  appIcon: Logo,
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
  /** Wrong passwords of one address at one account after which it is locked out of that account. */
  passwordErrorsNumber: Type.Integer({ minimum: 3, maximum: 20 }),
  /** 1: until an administrator unlocks the account, a day at most. 2: for `lockTime` minutes, each time twice as long. */
  lockType: Type.Integer({ minimum: 1, maximum: 2 }),
  lockTime: Type.Integer({ minimum: 1, maximum: 1_440 }),
  /** 1: every sign-in needs a captcha; 0: only after failures. */
  enableVerificationCode: Flag,
  /** Wrong passwords of one address at one account after which it is asked for a captcha. */
  verificationCodeAfterErrors: Type.Integer({ minimum: 1, maximum: 20 }),
  /** Digits of a captcha. */
  verificationCodeNumber: Type.Integer({ minimum: 4, maximum: 6 }),
  /** 1: who signs in is told of the time before. */
  lastLoginTimeSwitch: Flag,
  /** 1: only from addresses of `whiteListIp`: one a line, also ranges (`10.1.0.0/16`) and `10.1.2.*`. */
  whitelistSwitch: Flag,
  whiteListIp: Type.String({ maxLength: 4_000 }),
  /** Hours for which a link to a flow's task is good that a message carries. */
  linkTime: Type.Integer({ minimum: 1, maximum: 8_760 }),
  /** 1: such a link opens `unClickNum` times at most. */
  isClick: Flag,
  unClickNum: Type.Integer({ minimum: 1, maximum: 1_000 }),
  /** Grows with each save; one made from an older one is refused. */
  version: Type.Integer(),
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
  lockTime: Nullable(SystemConfig.properties.lockTime),
  verificationCodeAfterErrors: Nullable(SystemConfig.properties.verificationCodeAfterErrors),
  whiteListIp: Nullable(SystemConfig.properties.whiteListIp),
  unClickNum: Nullable(SystemConfig.properties.unClickNum),
}
/** Texts that may be empty: a field that somebody has emptied sends null, and they are emptied. */
const texts = {
  title: Nullable(SystemConfig.properties.title),
  sysDescription: Nullable(SystemConfig.properties.sysDescription),
  copyright: Nullable(SystemConfig.properties.copyright),
  companyName: Nullable(SystemConfig.properties.companyName),
  logoIcon: Nullable(SystemConfig.properties.logoIcon),
  workLogoIcon: Nullable(SystemConfig.properties.workLogoIcon),
  navigationIcon: Nullable(SystemConfig.properties.navigationIcon),
  loginIcon: Nullable(SystemConfig.properties.loginIcon),
  appIcon: Nullable(SystemConfig.properties.appIcon),
}
const Changes = Type.Object({
  ...Type.Partial(Type.Omit(SystemConfig, ['sysVersion'])).properties,
  ...dependent,
  ...texts,
})
/** Members that null empties; any other one it leaves as it is. */
export const EMPTIED: readonly string[] = Object.keys(texts)

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
    summary:
      'Change the system’s configuration; what is not given stays; null empties a text of the name and the icons',
    body: Changes,
    response: Nothing,
    changes: ['systemConfig'],
  }),
  'systemConfig.admins': defineCall({
    name: 'systemConfig.admins',
    method: 'GET',
    path: '/api/system/SysConfig/getAdminList',
    summary: 'Who may everything, those first who may sign in',
    response: Type.Object({
      adminIds: Type.Array(Id),
      /** Another one when they are others. */
      version: Type.String(),
      people: Type.Array(
        Type.Object({
          id: Type.String(),
          account: Type.String(),
          realName: Type.String(),
          enabledMark: Flag,
        }),
      ),
    }),
  }),
  'systemConfig.setAdmins': defineCall({
    name: 'systemConfig.setAdmins',
    method: 'PUT',
    path: '/api/system/SysConfig/setAdminList',
    summary: 'Say who may everything; at least one of them has to be enabled. Only they may',
    body: Type.Object({
      adminIds: Type.Array(Id, { minItems: 1, maxItems: 100, title: '@config.admins' }),
      version: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: Nothing,
    changes: ['systemConfig'],
  }),
} as const

/** The one configuration that there is. */
export const systemConfig = defineResource('systemConfig', {
  form: 'system/config-security.form.json',
  title: '@config.title',
  key: 'id',
  name: 'sysName',
  tag: 'systemConfig',
  read: 'systemConfig.read',
  update: 'systemConfig.save',
  right: 'system.config',
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
    sysName: '@places.sysName',
    title: '@config.windowTitle',
    sysVersion: '@config.sysVersion',
    sysDescription: '@config.sysDescription',
    copyright: '@config.copyright',
    companyName: '@config.companyName',
    logoIcon: '@config.logoIcon',
    workLogoIcon: '@config.workLogoIcon',
    navigationIcon: '@config.navigationIcon',
    loginIcon: '@config.loginIcon',
    appIcon: '@config.appIcon',
    passwordErrorsNumber: '@config.passwordErrorsNumber',
    lockType: '@config.lockType',
    lockTime: '@config.lockTime',
    enableVerificationCode: '@config.enableVerificationCode',
    verificationCodeAfterErrors: '@config.verificationCodeAfterErrors',
    verificationCodeNumber: '@config.verificationCodeNumber',
    lastLoginTimeSwitch: '@config.lastLoginTimeSwitch',
    whitelistSwitch: '@config.whitelistSwitch',
    whiteListIp: '@config.whiteListIp',
    linkTime: '@config.linkTime',
    isClick: '@config.isClick',
    unClickNum: '@config.unClickNum',
  },
  choices: {
    lockType: [
      { value: 2, label: '@config.lockForMinutes' },
      { value: 1, label: '@config.lockUntilUnlocked' },
    ],
  },
})

/** Who may everything. */
export const systemAdmins = defineResource('systemAdmins', {
  title: '@config.admins',
  key: 'id',
  name: 'title',
  tag: 'systemConfig',
  read: 'systemConfig.admins',
  update: 'systemConfig.setAdmins',
  right: 'system.config',
  titles: { adminIds: '@config.admins' },
})
