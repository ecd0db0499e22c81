import { METRICS } from '@runtime/field/kinds'
import { isAnyOf } from '../../../database/batches'
import type { CallContext } from '../../../module'
import { measured, metricText } from './span'

/** Devices that measure, those that people look at most first. */
const MEASURING = ['SOIL', 'WEATHER', 'PUMP', 'FERT', 'PRESSURE', 'FLOW', 'MACHINE'] as const

/** Choices of devices, by kind and name. */
export async function listDevices(context: CallContext, query: { readonly kind?: string | undefined }) {
  const kinds = query.kind ? query.kind.split(',') : MEASURING
  const rows = await context.db
    .selectFrom('device')
    .select(['id', 'name', 'kind'])
    .where('project_id', '=', context.projectId)
    .where('deleted_at', 'is', null)
    .where(isAnyOf('kind', kinds))
    .orderBy('id')
    .execute()
  const place = (kind: string) => (kinds as readonly string[]).indexOf(kind)
  return rows
    .sort((a, b) => place(a.kind) - place(b.kind))
    .map(({ id, name, kind }) => ({ id, fullName: name, kind }))
}

/** Choices of metrics: what these devices have sent; without devices, all that the product knows. */
export async function listMetrics(context: CallContext, deviceIds: readonly string[]) {
  if (deviceIds.length === 0)
    return METRICS.map(({ name }) => ({
      id: name,
      fullName: metricText(context, name).name,
      unit: metricText(context, name).unit,
    }))
  const devices = await context.db
    .selectFrom('device')
    .select(['no'])
    .where(isAnyOf('id', deviceIds))
    .where('deleted_at', 'is', null)
    .execute()
  const sent = new Set([...(await measured(context, devices)).values()].flat())
  const own = METRICS.map(({ name }) => name).filter((name) => sent.has(name))
  return [...new Set([...own, ...sent])].map((id) => {
    const { name, unit } = metricText(context, id)
    return { id, fullName: unit ? `${name}（${unit}）` : name, unit }
  })
}
