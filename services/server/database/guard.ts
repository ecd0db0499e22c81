import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin, RootOperationNode } from 'kysely'
import type { Kind } from '../right'
import { forEverybody } from './call-scope'
import { runAs } from './callers'

/** Tables and views whose rows are not everybody's, by the kind of right that opens them. All others are the server's own or everybody's. */
export const TABLES_OF: Readonly<Record<Kind, readonly string[]>> = {
  project: [
    ...['project', 'project_member', 'project_right', 'gateway', 'device', 'device_live', 'device_aside'],
    ...['pipe', 'pipe_node', 'block', 'fert_recipe', 'irrigation_group', 'irrigation_group_member'],
    ...[
      'irrigation_run',
      'run_step',
      'schedule',
      'schedule_run',
      'rain_hold',
      'actuator',
      'command',
      'command_confirm',
    ],
    ...[
      'interlock_watch',
      'alarm',
      'alarm_event',
      'alarm_rule',
      'alarm_watch',
      'telemetry',
      'telemetry_last',
    ],
    ...[
      'telemetry_1m',
      'telemetry_1h',
      'telemetry_1d',
      'telemetry_late',
      'equipment_run',
      'fertilizer_record',
      'water_use_record',
    ],
  ],
  record: ['record', 'record_unique', 'record_comment', 'record_file', 'record_draft', 'record_save'],
  file: ['file', 'file_content', 'file_key', 'file_package', 'file_part', 'file_reference', 'file_upload'],
  interface: ['data_interface', 'data_interface_right', 'data_interface_run', 'data_interface_variate'],
  message: ['message', 'message_recipient'],
  chat: ['chat_message', 'chat_thread'],
  print: ['print_template', 'print_log'],
  calendar: ['calendar_group', 'calendar_series', 'calendar_participant', 'calendar_feed'],
}
const KIND_OF = new Map(
  Object.entries(TABLES_OF).flatMap(([kind, tables]) =>
    tables.map((table) => [table, kind as Kind] as const),
  ),
)

interface Opened {
  readonly kinds: ReadonlySet<Kind>
  readonly call: string
}
const opened = new AsyncLocalStorage<Opened | undefined>()

/** Runs a call's handler, to which these kinds of tables are open and no others. */
export function withTables<T>(kinds: ReadonlySet<Kind> | 'all', call: string, work: () => T): T {
  return opened.run(kinds === 'all' ? undefined : { kinds, call }, work)
}

/** Runs the server's own work, whichever call has set it off: no right is its limit, and it goes on when the call ends. */
export function outsideRights<T>(work: () => T): T {
  return opened.run(undefined, () => runAs(undefined, () => forEverybody(work)))
}

/** Refuses each statement of a handler that names a table of a kind which the call's right does not open. */
export const tableGuard: KyselyPlugin = {
  transformQuery({ node }) {
    const scope = opened.getStore()
    if (scope) refuseClosed(node, scope)
    return node
  },
  transformResult: async ({ result }) => result,
}

function refuseClosed(node: RootOperationNode, { kinds, call }: Opened): void {
  for (const table of tablesIn(node, new Set())) {
    const kind = KIND_OF.get(table)
    if (kind !== undefined && !kinds.has(kind))
      throw new Error(`The call ${call} touches the table ${table}: its right opens nothing of "${kind}".`)
  }
}

interface AnyNode {
  readonly kind?: string
  readonly table?: { readonly schema?: unknown; readonly identifier?: { readonly name: string } }
  readonly sqlFragments?: readonly string[]
}

/** Names of tables in a statement, those in pieces of SQL by the word before them; of other schemas none. */
function tablesIn(value: unknown, found: Set<string>): ReadonlySet<string> {
  if (Array.isArray(value)) for (const one of value) tablesIn(one, found)
  else if (value !== null && typeof value === 'object') {
    const node = value as AnyNode
    // Values are no part of what is asked, and may be many.
    if (node.kind === 'ValueNode' || node.kind === 'PrimitiveValueListNode') return found
    if (node.kind === 'TableNode') {
      if (!node.table?.schema && node.table?.identifier) found.add(node.table.identifier.name)
      return found
    }
    for (const fragment of node.sqlFragments ?? []) for (const name of namesIn(fragment)) found.add(name)
    for (const part of Object.values(value)) if (typeof part === 'object') tablesIn(part, found)
  }
  return found
}

const AFTER = /\b(?:from|join|into|update|using)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)\b"?(?!\s*\.)/gi
const named = new Map<string, readonly string[]>()
/** Pieces of SQL that are kept in mind; those of our own code are about so many. */
const KEPT = 5_000

function namesIn(fragment: string): readonly string[] {
  const known = named.get(fragment)
  if (known) return known
  const names = [...fragment.matchAll(AFTER)].map(([, name = '']) => name.toLowerCase())
  if (named.size < KEPT) named.set(fragment, names)
  return names
}
