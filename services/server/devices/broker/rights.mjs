// What a gateway may say and hear, by its protocol.

/** @typedef {import('./broker').Identity} Identity */

/** What a gateway may publish. @param {Identity} identity @param {string} topic @param {string} root of the project's own topics */
export function maySay({ projectId, gatewayId, protocol }, topic, root) {
  const parts = topic.split('/')
  if (protocol === 'loam') {
    const own = `${root}/${projectId}/${gatewayId}/`
    return (
      topic.startsWith(own) &&
      /^(status|req|res|[^/]+\/(tele|state|event|ack))$/.test(topic.slice(own.length))
    )
  }
  if (protocol === 'thingsboard') return topic.startsWith('v1/gateway/') || topic.startsWith('v1/devices/me/')
  if (protocol === 'chirpstack')
    return topic.startsWith(`application/${gatewayId}/device/`) && parts[4] === 'event' && parts.length === 6
  const [space, group, kind, node] = parts
  return (
    space === 'spBv1.0' &&
    group === projectId &&
    node === gatewayId &&
    parts.length <= 5 &&
    /^[ND](BIRTH|DEATH|DATA)$/.test(kind ?? '')
  )
}

/** What a gateway may listen to. @param {Identity} identity @param {string} filter @param {string} root of the project's own topics */
export function mayHear({ projectId, gatewayId, protocol }, filter, root) {
  if (protocol === 'loam') return filter.startsWith(`${root}/${projectId}/${gatewayId}/`)
  if (protocol === 'thingsboard')
    return filter.startsWith('v1/gateway/') || filter.startsWith('v1/devices/me/')
  // ChirpStack listens for all applications; it is given those of its own (`authorizeForward`).
  if (protocol === 'chirpstack') return filter.startsWith('application/')
  // A node asks for its commands with whatever may come below its own id (Sparkplug 3.0 §5.4.1).
  const own = ['NCMD', 'DCMD'].map((kind) => `spBv1.0/${projectId}/${kind}/${gatewayId}`)
  return (
    own.some((topic) => filter === topic || filter.startsWith(`${topic}/`)) ||
    /^(spBv1\.0\/)?STATE(\/|$)/.test(filter)
  )
}
