import { isRecord } from '../../json'
import type { Resource, ResourceCall } from '../../resource'
import type { ActionRun, FilledForm } from '../action'

/** @throws Error where the host has no such resource; the check would have found it. */
export async function resourceOf({ host }: ActionRun, name: string): Promise<Resource> {
  const known = (await host.resources?.()) ?? {}
  const resource = Object.hasOwn(known, name) ? known[name] : undefined
  if (!resource) throw new Error(host.text('@document.unknownResource', { name }))
  return resource
}

/** @throws Error where the resource has no such call. */
export function callOf({ host }: ActionRun, name: string, resource: Resource, act: ResourceCall): string {
  const call = resource.calls[act]
  if (call === undefined) throw new Error(host.text('@document.resourceLacks', { name, act }))
  return call
}

/** A call that changes a record, and the members that it accepts. */
export interface Change {
  readonly resource: Resource
  readonly call: string
  readonly accepts: readonly string[]
}

/**
 * What is done to a record by an act's name: `notice.release`.
 * @throws Error where there is no such resource or act
 */
export async function actOf(run: ActionRun, written: string): Promise<Change> {
  const [name = '', act = ''] = written.split('.')
  const resource = await resourceOf(run, name)
  const known = resource.acts && Object.hasOwn(resource.acts, act) ? resource.acts[act] : undefined
  if (!known) throw new Error(run.host.text('@document.resourceLacks', { name, act }))
  return { resource, ...known }
}

/** What the record is known by; null for one that is not stored yet. */
export function keyOf(resource: Resource, record: unknown): unknown {
  const key = isRecord(record) ? record[resource.key] : undefined
  return key === undefined || key === '' ? null : key
}

/**
 * What of a record and of the form over it a change is sent: the form's own members that it accepts, the version that
 * was seen, the chosen project where records belong to one, and the record's key. Nothing that it does not accept.
 */
export function sentOf(
  { host }: ActionRun,
  { resource, accepts }: Change,
  record: unknown,
  form: FilledForm | null,
): Record<string, unknown> {
  const { key, version = VERSION, project } = resource
  const own = form ? accepts.filter((name) => form.fields.has(name) && name in form.record) : []
  // What was read with the form is newer than the row, above all after a conflict.
  const seen = form?.record[version] ?? (isRecord(record) ? record[version] : undefined)
  const id = keyOf(resource, record)
  const sends = (name: string, value: unknown) =>
    value !== undefined && value !== null && accepts.includes(name) && { [name]: value }
  return {
    ...Object.fromEntries(own.map((name) => [name, form?.record[name]])),
    ...sends(version, seen),
    ...(project !== undefined && sends(project, host.project?.id)),
    ...sends(key, id),
  }
}

/** Names what a change was made from: who saw an older one is refused. */
const VERSION = 'version'
