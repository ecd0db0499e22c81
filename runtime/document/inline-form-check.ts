import type { Node } from 'jsonc-parser'
import { compileForm, FormError } from '../form'
import type { CheckEnvironment } from './environment'
import type { Names } from './names'
import { contentOf, memberNode, nodeAt } from './node'
import { below } from './positions'
import type { Report } from './report'

/** What the fields of a form that stand in a page need of each other and of the page's state. */
export function checkInlineForm(
  form: Node,
  pointer: string,
  report: Report,
  { catalogue }: CheckEnvironment,
  { state }: Names,
): void {
  if (memberNode(form, 'schema'))
    for (const key of ['values', 'layout']) {
      const word = memberNode(form, key)
      if (word) report.add('unknownKey', word, below(pointer, key), { params: { key } })
    }
  const fields = memberNode(form, 'fields')
  if (fields?.type !== 'array') return
  const isBound = memberNode(form, 'values')?.value === 'page'
  const seen = new Set<string>()
  for (const [index, field] of (fields.children ?? []).entries()) {
    const name = memberNode(field, 'name')
    if (name?.type !== 'string') continue
    const at = `${below(pointer, 'fields')}/${index}/name`
    const written = String(name.value)
    if (seen.has(written)) report.add('duplicateName', name, at, { params: { name: written } })
    seen.add(written)
    if (isBound && state && !state.has(written))
      report.add('unknownState', name, at, {
        params: { name: written, owner: 'page' },
        written,
        choices: state,
      })
  }
  if (report.problems.length > 0) return
  try {
    compileForm({ fields: contentOf(fields) as unknown }, { id: report.file, catalogue, file: report.file })
  } catch (error) {
    if (!(error instanceof FormError)) throw error
    for (const problem of error.problems)
      report.place({ ...problem, pointer: `${pointer}${problem.pointer}` }, nodeAt(form, problem.pointer))
  }
}
