/** A path that stands alone: `row.items`. */
const PATH = /^[\p{L}\w$]+(?:\.[\p{L}\w$]+)*$/u

/** Where a text's whole value is one reference, the reference and its place in the text: of `${rows}` and of `rows`. */
export function onlyReference(
  text: string,
  of: 'expression' | 'template',
): { readonly path: string; readonly at: number } | undefined {
  const isTemplate = of === 'template'
  if (isTemplate && !(text.startsWith('${') && text.endsWith('}'))) return undefined
  const inside = isTemplate ? text.slice(2, -1) : text
  const path = inside.trim()
  return PATH.test(path)
    ? { path, at: (isTemplate ? 2 : 0) + inside.length - inside.trimStart().length }
    : undefined
}
