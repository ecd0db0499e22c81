import type { Migration } from 'kysely'
import { installationMigrations } from './bus/installation'
import { modules } from './modules/index'

/** Every migration of the product, by its name. */
export function allMigrations(): Readonly<Record<string, Migration>> {
  return Object.assign({}, installationMigrations, ...modules.map((module) => module.migrations))
}
