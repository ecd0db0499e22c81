import type { Node } from 'jsonc-parser'
import type { JsonSchema } from '../schema/json-schema'
import type { CheckEnvironment } from './environment'
import type { Report } from './report'
import type { ResourceNeed } from './words'

/** A resource, and that it has what it is named for. */
export function checkResource(
  node: Node,
  pointer: string,
  schema: JsonSchema,
  report: Report,
  { resources }: Pick<CheckEnvironment, 'resources'>,
): void {
  if (node.type !== 'string') {
    report.add('type', node, pointer, { expected: 'resource: billRule', params: { found: node.type } })
    return
  }
  const { needs } = schema as { readonly needs?: ResourceNeed }
  const [name = '', act] = String(node.value).split('.')
  const known = Object.hasOwn(resources, name) ? resources[name] : undefined
  if (!known) {
    const choices = Object.keys(resources)
    report.add('unknownResource', node, pointer, { params: { name }, written: name, choices })
    return
  }
  const acts = Object.keys(known.acts ?? {})
  if (needs === 'act' || (needs === 'save' && act !== undefined)) {
    if (act !== undefined && acts.includes(act)) return
    const choices = acts.map((one) => `${name}.${one}`)
    const params = { name, act: act ?? acts.join(' | ') }
    report.add('resourceLacks', node, pointer, { params, written: String(node.value), choices })
    return
  }
  const calls = needs === 'save' ? (['create', 'update'] as const) : needs ? [needs] : []
  if (calls.length === 0 || calls.some((call) => known.calls[call] !== undefined)) return
  report.add('resourceLacks', node, pointer, { params: { name, act: calls.join(' | ') } })
}
