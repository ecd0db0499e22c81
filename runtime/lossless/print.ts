import { isHolder, type Member, type Source, sources } from './source'

/** The JSON text of a value: as it was read where it was, compact where it is new. */
export function printLossless(value: unknown): string {
  if (!isHolder(value)) return JSON.stringify(value) ?? 'null'
  const source = sources.get(value)
  if (!source) return printNew(value)
  source.whole ??= printSource(source, value)
  return source.whole
}

function printSource({ members, close, at }: Source, value: object): string {
  if (at) return at.text.slice(at.start, at.end)
  const [open, shut] = Array.isArray(value) ? '[]' : '{}'
  return `${open}${members.map(printMember).join(',')}${close}${shut}`
}

function printMember({ text, start, valued, trailed, end, value }: Member): string {
  if (!isHolder(value)) return text.slice(start, end)
  return text.slice(start, valued) + printLossless(value) + text.slice(trailed, end)
}

function printNew(value: object): string {
  if (Array.isArray(value)) return `[${value.map(printLossless).join(',')}]`
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${printLossless(member)}`).join(',')}}`
}
