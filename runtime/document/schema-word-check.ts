import type { Node } from 'jsonc-parser'
import type { CheckEnvironment, DocumentKind } from './environment'
import { memberNode } from './node'
import type { Report } from './report'

/** `$schema` names the schema of the document's own kind, at the place where it is seen from the document's. */
export function checkSchemaWord(
  root: Node,
  kind: Exclude<DocumentKind, 'other'>,
  report: Report,
  { files }: Pick<CheckEnvironment, 'files'>,
): void {
  const node = memberNode(root, '$schema')
  if (node?.type !== 'string') return
  const written = String(node.value)
  const name = `${kind}.schema.json`
  const isWeb = /^[a-z]+:/i.test(written)
  // A draft stands nowhere yet: from where it will be seen is not known.
  const isDraft = !files?.includes(report.file)
  const expected = `${'../'.repeat(report.file.split('/').length - 1)}language/${name}`
  const isRight = isWeb || isDraft ? written.split('/').at(-1) === name : written === expected
  if (isRight) return
  report.add('wrongSchema', node, '/$schema', {
    params: { kind, name: written },
    written,
    choices: [expected],
  })
}
