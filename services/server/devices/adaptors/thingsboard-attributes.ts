import { type AttributesAsked, bytesOf, isObject, numberOr, type Outgoing, Refused, textOr } from './adaptor'

/** `v1/devices/me/attributes/request/{id}`; the answer comes on `…/response/{id}`. */
const DEVICE = /^v1\/devices\/me\/attributes\/request\/(\d+)$/
const GATEWAY = 'v1/gateway/attributes/request'

/**
 * What a client of ThingsBoard's MQTT API asks of attributes; null for another topic. A device asks by `{clientKeys, sharedKeys}`,
 * each with commas; a gateway by `{id, device, client, key}` or `{…, keys}`.
 * @param me the device of a client that speaks of itself
 */
export function attributesAsked(
  topic: string,
  members: Readonly<Record<string, unknown>>,
  me: () => string,
): AttributesAsked | null {
  const id = DEVICE.exec(topic)?.[1]
  if (id !== undefined) {
    const { clientKeys, sharedKeys } = members
    const isOpen = clientKeys === undefined && sharedKeys === undefined
    const listOf = (keys: unknown) => (isOpen ? null : textOr(keys, '').split(',').filter(Boolean))
    return {
      id: Number(id),
      deviceId: me(),
      form: 'device',
      client: listOf(clientKeys),
      shared: listOf(sharedKeys),
    }
  }
  if (topic !== GATEWAY) return null
  const { device, key, keys, client } = members
  if (typeof device !== 'string') throw new Refused('no device')
  const named = typeof key === 'string' ? [key] : Array.isArray(keys) ? keys.map(String) : null
  return {
    ...{
      id: numberOr(members['id'], 0),
      deviceId: device,
      form: typeof key === 'string' ? 'gatewayKey' : 'gateway',
    },
    client: client === true ? named : [],
    shared: client === true ? [] : named,
  }
}

type Attributes = Readonly<Record<string, unknown>>

/** The answer, of what there is; what nobody knows is left out. */
export function attributesAnswer(
  gatewayId: string,
  { id, deviceId, form, client, shared }: AttributesAsked,
  known: { readonly client: Attributes; readonly shared: Attributes },
): Outgoing {
  const found = { client: chosen(known.client, client), shared: chosen(known.shared, shared) }
  if (form === 'device')
    return {
      topic: `v1/devices/me/attributes/response/${id}`,
      payload: bytesOf(found),
      ...{ qos: 1, to: gatewayId },
    }
  const values = { ...found.client, ...found.shared }
  const [value] = Object.values(values)
  const body = form === 'gatewayKey' ? { value } : { values }
  return {
    topic: 'v1/gateway/attributes/response',
    payload: bytesOf({ id, device: deviceId, ...body }),
    ...{ qos: 1, to: gatewayId },
  }
}

const chosen = (all: Attributes, keys: readonly string[] | null): Attributes =>
  isObject(all)
    ? Object.fromEntries(Object.entries(all).filter(([key]) => keys === null || keys.includes(key)))
    : {}
