import { systemConfigCalls as calls } from '@services/contract/areas/platform/system-config'
import { type JSONColumnType, sql } from 'kysely'
import { Reply, type ServerModule } from '../../../module'
import { forEveryone } from '../../../right'
import { readAdmins, setAdmins } from './admins'
import {
  admitsAddress,
  changeConfig,
  configOf,
  openPart,
  readConfig,
  type SystemConfig,
  writeConfig,
} from './config'

export { configOf, type SystemConfig }

interface SettingTable {
  key: string
  value: JSONColumnType<object>
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
      /** Whether one may come from an address (`whiteListIp`). */
      admits(config: SystemConfig, ip: string): boolean
    }
  }
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
    // After the tables of rights, which are made late. Passwords and sessions are a part of the configuration's own page.
    'users-040-configuration-page': {
      async up(db) {
        await sql`update permission_grant set menu_id = 'system.config' where menu_id = 'system.security'`.execute(
          db,
        )
      },
    },
  },
  register({ db, services, options, handle }) {
    services.systemConfig = {
      read: () => readConfig(db),
      write: (changes, tx) => writeConfig(tx ?? db, changes),
      admits: (config, ip) => options.ignoresWhiteList === true || admitsAddress(config, ip),
    }
    handle(
      calls['systemConfig.read'],
      forEveryone('What the product is called and looks like'),
      async (context) => {
        const config = await readConfig(db)
        return (await context.can('system.config')) ? config : openPart(config)
      },
    )
    handle(calls['systemConfig.save'], 'system.config:btn_edit', async (context, given) => {
      const { before, after } = await changeConfig(context, given)
      // Every browser, the saver's other windows too, takes it over where it is.
      if (JSON.stringify(before) !== JSON.stringify({ ...after, version: before.version }))
        await services.sockets.broadcast({ method: 'refresh' })
      return new Reply(null, context.text('@server.saved'))
    })
    handle(calls['systemConfig.admins'], 'system.config', () => readAdmins(db))
    handle(calls['systemConfig.setAdmins'], 'system.config:btn_edit', async (context, input) => {
      await setAdmins(context, input)
      return new Reply(null, context.text('@server.saved'))
    })
  },
}
