/** Names a document may refer to. Those of a page are known; a list or form takes them from the page it stands in. */
export interface Names {
  readonly dialogs?: ReadonlySet<string>
  readonly sources?: ReadonlySet<string>
  readonly state?: ReadonlySet<string>
  /** Top-level names that expressions of a page may use. */
  readonly roots?: ReadonlySet<string>
}

/** Names that every expression of a page sees (`design/language.md`, "Scope"). */
const SCOPE = [
  'form',
  'row',
  'data',
  'page',
  'route',
  'user',
  'project',
  'system',
  'can',
  'result',
  'error',
  'item',
  'index',
  'dialog',
]

/** Gathers a page's names: its dialogs, sources and state, and what its steps give names to. */
export function namesOfPage(content: unknown): Names {
  const page = content as Readonly<Record<string, unknown>> | null
  const roots = new Set(SCOPE)
  collectGiven(content, roots)
  return {
    dialogs: keysOf(page?.['dialogs']),
    sources: keysOf(page?.['data']),
    state: keysOf(page?.['state']),
    roots,
  }
}

export const NO_NAMES: Names = {}

function keysOf(value: unknown): ReadonlySet<string> {
  return new Set(typeof value === 'object' && value !== null ? Object.keys(value) : [])
}

/** `open … with { name: … }`, `each … as name` and a chart's `zoomed` give names to what runs inside. */
function collectGiven(value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  const step = value as Readonly<Record<string, unknown>>
  if (typeof step['open'] === 'string') for (const name of keysOf(step['with'])) names.add(name)
  if (typeof step['each'] === 'string' && typeof step['as'] === 'string') names.add(step['as'])
  if (step['node'] === 'chart' && step['zoomed'] !== undefined) names.add('zoom')
  for (const member of Object.values(step)) collectGiven(member, names)
}
