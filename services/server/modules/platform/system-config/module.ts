import {
  systemConfigCalls as calls,
  type SystemConfig as Schema,
} from '@services/contract/areas/platform/system-config'
import type { InputOf } from '@services/contract/call'
import { type JSONColumnType, sql } from 'kysely'
import type { Static } from 'typebox'
import { type Db, Reply, type ServerModule } from '../../../module'
import { forEveryone } from '../../../right'

interface SettingTable {
  key: string
  value: JSONColumnType<object>
}

export type SystemConfig = Static<typeof Schema>

const DEFAULTS: SystemConfig = {
  sysName: '智慧农田管理平台',
  sysVersion: '3.5.0',
  copyright: 'Loam',
  logoIcon: '',
  workLogoIcon: '',
  navigationIcon: '',
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
}

declare module '../../../database/schema' {
  interface Database {
    setting: SettingTable
  }
}

declare module '../../../module' {
  interface Services {
    systemConfig: {
      read(): Promise<SystemConfig>
      write(changes: Partial<SystemConfig>, tx?: Tx): Promise<void>
    }
  }
}

async function read(db: Db): Promise<SystemConfig> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', 'system').executeTakeFirst()
  return configOf(row?.value)
}

/** What administrators have set (the row `system`), over the defaults. */
export function configOf(value: object | null | undefined): SystemConfig {
  return { ...DEFAULTS, ...(value as Partial<SystemConfig> | null | undefined) }
}

/** What is given; null leaves a member as it is. */
function withoutNulls(changes: InputOf<(typeof calls)['systemConfig.save']>): Partial<SystemConfig> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null))
}

/** The system's configuration: defaults, and over them what administrators have set. */
export const systemConfigModule: ServerModule = {
  name: 'system-config',
  migrations: {
    'system-config-001-create': {
      async up(db) {
        await sql`create table setting (key text primary key, value jsonb not null)`.execute(db)
      },
    },
  },
  register({ db, services, handle }) {
    services.systemConfig = {
      read: () => read(db),
      async write(changes, tx) {
        const value = JSON.stringify(changes)
        await (tx ?? db)
          .insertInto('setting')
          .values({ key: 'system', value })
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet({ value: sql`setting.value || excluded.value` }),
          )
          .execute()
      },
    }
    handle(calls['systemConfig.read'], forEveryone('What the product is called and looks like'), () =>
      read(db),
    )
    handle(calls['systemConfig.save'], 'administrator', async (context, given) => {
      const changes = withoutNulls(given)
      const [before, after] = await db.transaction().execute(async (tx) => {
        const before = await read(tx)
        await services.systemConfig.write(changes, tx)
        const after = await read(tx)
        await context.audit({ action: 'systemConfig.save', target: 'system', before, after }, tx)
        return [before, after]
      })
      if (JSON.stringify(before) !== JSON.stringify(after)) {
        // Who saves knows already; but whoever has a first password now has to change it first.
        const isOwnDue =
          before.mandatoryModificationOfInitialPassword !== after.mandatoryModificationOfInitialPassword
        const except = isOwnDue ? '' : context.user.sessionId
        await services.sockets.refresh('all', '@session.configChanged', except)
      }
      return new Reply(null, context.text('@server.saved'))
    })
  },
}
