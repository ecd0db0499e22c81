import {
  type systemConfigCalls as calls,
  EMPTIED,
  type SystemConfig as Schema,
} from '@services/contract/areas/platform/system-config'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Tx } from '../../../module'
import { readWhiteList, type WhiteList } from './white-list'

export type SystemConfig = Static<typeof Schema>
type Changes = InputOf<(typeof calls)['systemConfig.save']>

const DEFAULTS: SystemConfig = {
  sysName: '智慧农田管理平台',
  title: '',
  sysDescription: '',
  sysVersion: '3.5.0',
  copyright: 'Loam',
  logoIcon: '',
  workLogoIcon: '',
  navigationIcon: '',
  loginIcon: '',
  appIcon: '',
  companyName: '',
  passwordStrengthLimit: 1,
  passwordLengthMin: 1,
  passwordLengthMinNumber: 6,
  containsNumbers: 1,
  includeLowercaseLetters: 1,
  includeUppercaseLetters: 0,
  containsCharacters: 0,
  mandatoryModificationOfInitialPassword: 0,
  passwordIsUpdatedRegularly: 0,
  updateCycle: 90,
  updateInAdvance: 7,
  disableOldPassword: 0,
  disableTheNumberOfOldPasswords: 5,
  tokenTimeout: 720,
  sessionLongest: 720,
  singleLogin: 2,
  passwordErrorsNumber: 8,
  lockType: 2,
  lockTime: 10,
  enableVerificationCode: 0,
  verificationCodeAfterErrors: 3,
  verificationCodeNumber: 4,
  lastLoginTimeSwitch: 1,
  whitelistSwitch: 0,
  whiteListIp: '',
  linkTime: 24,
  isClick: 0,
  unClickNum: 20,
  version: 0,
}

/** What administrators have set (the row `system`), over the defaults. */
export function configOf(value: object | null | undefined): SystemConfig {
  return { ...DEFAULTS, ...(value as Partial<SystemConfig> | null | undefined) }
}

export async function readConfig(db: Db | Tx): Promise<SystemConfig> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', 'system').executeTakeFirst()
  return configOf(row?.value)
}

export async function writeConfig(db: Db | Tx, changes: Partial<SystemConfig>): Promise<void> {
  const value = JSON.stringify(changes)
  await db
    .insertInto('setting')
    .values({ key: 'system', value })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: sql`setting.value || excluded.value` }),
    )
    .execute()
}

/** What everybody may know: not from where one may sign in. */
export const openPart = (config: SystemConfig): SystemConfig => ({ ...config, whiteListIp: '' })

/**
 * Changes what is given; null empties a text that may be empty, and leaves any other member as it is.
 * @throws ApiError 409 for a change made from an older version, 400 for one that would shut its own maker out
 */
export function changeConfig(
  context: CallContext,
  { version, ...given }: Changes,
): Promise<{ readonly before: SystemConfig; readonly after: SystemConfig }> {
  const filled = Object.entries(given).map(
    ([name, value]) => [name, value === null && EMPTIED.includes(name) ? '' : value] as const,
  )
  const changes: Partial<SystemConfig> = Object.fromEntries(filled.filter(([, value]) => value !== null))
  return context.db.transaction().execute(async (tx) => {
    // Whoever saves next waits here, and sees what was saved.
    await tx
      .insertInto('setting')
      .values({ key: 'system', value: '{}' })
      .onConflict((on) => on.doNothing())
      .execute()
    await tx.selectFrom('setting').select('key').where('key', '=', 'system').forUpdate().execute()
    const before = await readConfig(tx)
    if (typeof version === 'number' && version < before.version)
      throw new ApiError(CODE.conflict, '@record.conflict', { data: { version: before.version } })
    refuseShuttingOut(context, { ...before, ...changes })
    await writeConfig(tx, { ...changes, version: before.version + 1 })
    const after = await readConfig(tx)
    await context.audit({ action: 'systemConfig.save', target: 'system', before, after }, tx)
    return { before, after }
  })
}

/** A white list that names wrong addresses, or that does not name the one of who writes it, is refused. */
function refuseShuttingOut(context: CallContext, config: SystemConfig): void {
  const list = readWhiteList(config.whiteListIp)
  const refuse = (message: string, params: Record<string, string>) => {
    const errors = [{ path: 'whiteListIp', message: context.text(message, params) }]
    return new ApiError(CODE.badRequest, message, { params, errors })
  }
  if (list.wrong.length > 0)
    throw refuse('@config.noAddress', { address: list.wrong.slice(0, 3).join(context.text('@server.comma')) })
  if (config.whitelistSwitch === 1 && !list.admits(context.ip))
    throw refuse('@config.shutsOut', { address: context.ip })
}

let last: { readonly text: string; readonly list: WhiteList } | undefined

/** Whether one may come from an address. */
export function admitsAddress({ whitelistSwitch, whiteListIp }: SystemConfig, ip: string): boolean {
  if (whitelistSwitch !== 1) return true
  if (last?.text !== whiteListIp) last = { text: whiteListIp, list: readWhiteList(whiteListIp) }
  return last.list.admits(ip)
}
