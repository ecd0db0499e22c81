/** What a message tells the page of a flow: names and texts, as far as they can be shown. */
export interface FlowConfig {
  readonly [name: string]: string
}

/** Members of interest, in the order in which they are shown. */
const SHOWN = ['fullName', 'flowName', 'title', 'creatorUser', 'id', 'taskId', 'flowId', 'status'] as const

/**
 * Reads `config`: JSON text as messages carry it, bare or in base64 (`spec/shell-and-monitoring.md §2.1`, "an encoded
 * body"). Null when it is not to be read.
 */
export function readFlowConfig(text: string): FlowConfig | null {
  const parsed = parse(text) ?? parse(decoded(text))
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) return null
  const members = parsed as Readonly<Record<string, unknown>>
  const known = SHOWN.flatMap((name) => {
    const value = members[name]
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : []
  })
  return known.length === 0 ? null : Object.fromEntries(known)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

function decoded(text: string): string {
  try {
    return new TextDecoder().decode(
      Uint8Array.from(atob(text.replace(/ /g, '+')), (sign) => sign.charCodeAt(0)),
    )
  } catch {
    return ''
  }
}
