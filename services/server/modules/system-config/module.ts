import { type JSONColumnType, sql } from 'kysely'
import type { Db, ServerModule } from '../../module'

interface SettingTable {
  key: string
  value: JSONColumnType<object>
}

/** What administrators configure once for everybody; names as on the wire (`spec/shell-and-monitoring.md §3`). */
export interface SystemConfig {
  readonly sysName: string
  readonly sysVersion: string
  readonly copyright: string
  readonly logoIcon: string
  readonly workLogoIcon: string
  readonly navigationIcon: string
  readonly companyName: string
  /** 1 where the flags below are in force. */
  readonly passwordStrengthLimit: 0 | 1
  readonly passwordLengthMin: 0 | 1
  readonly passwordLengthMinNumber: number
  readonly containsNumbers: 0 | 1
  readonly includeLowercaseLetters: 0 | 1
  readonly includeUppercaseLetters: 0 | 1
  readonly containsCharacters: 0 | 1
  readonly mandatoryModificationOfInitialPassword: 0 | 1
  /** 1: signing in ends the account's other sessions. 2: several may stand side by side. */
  readonly singleLogin: 1 | 2
}

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
  singleLogin: 2,
}

declare module '../../database/schema' {
  interface Database {
    setting: SettingTable
  }
}

declare module '../../module' {
  interface Services {
    systemConfig: {
      read(): Promise<SystemConfig>
      write(changes: Partial<SystemConfig>, tx?: Tx): Promise<void>
    }
  }
}

async function read(db: Db): Promise<SystemConfig> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', 'system').executeTakeFirst()
  return { ...DEFAULTS, ...(row?.value as Partial<SystemConfig> | undefined) }
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
  register({ db, services }) {
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
  },
}
