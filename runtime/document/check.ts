import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { ListSchema } from '../list/document'
import { PageSchema } from '../page/schema'
import type { JsonSchema } from '../schema/json-schema'
import { type CheckEnvironment, kindOf } from './environment'
import { FormSchema } from './form-schema'
import { NO_NAMES, namesOfPage } from './names'
import type { LoadedDocument } from './problem'
import { Report } from './report'
import { WordWalk } from './words-check'

const SCHEMAS: Readonly<Record<'page' | 'form' | 'list', JsonSchema>> = {
  page: PageSchema as JsonSchema,
  form: FormSchema as JsonSchema,
  list: ListSchema as JsonSchema,
}

/**
 * Reads a document and says all that is wrong with it. `content` is null when there are problems: a screen is never
 * drawn from a document that is not sound.
 * @param file path below `schemas/`: `pages/system/dictionary.page.json`
 */
export function checkDocument(file: string, text: string, environment: CheckEnvironment): LoadedDocument {
  const report = new Report(file, text)
  const version = versionOf(text)
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true, allowEmptyContent: false })
  for (const error of errors) {
    report.add('json', error.offset, '', { params: { reason: printParseErrorCode(error.error) } })
  }
  if (!root || errors.length > 0) return { file, version, content: null, problems: report.problems }
  const content: unknown = getNodeValue(root)
  const kind = kindOf(file, content)
  if (kind !== 'other') {
    const words = new WordWalk(report, environment, kind === 'page' ? namesOfPage(content) : NO_NAMES)
    words.walk.check(root, SCHEMAS[kind], '')
    if (kind === 'form') reportDuplicateNames(root, report)
  }
  return { file, version, content: report.problems.length > 0 ? null : content, problems: report.problems }
}

/** Two top-level fields of one name would share one value. */
function reportDuplicateNames(root: Node, report: Report): void {
  const fields = member(root, 'fields')
  const seen = new Set<string>()
  for (const [index, field] of (fields?.children ?? []).entries()) {
    const name = member(field, 'name')
    if (name?.type !== 'string') continue
    if (seen.has(name.value)) {
      report.add('duplicateName', name, `/fields/${index}/name`, { params: { name: name.value } })
    }
    seen.add(name.value)
  }
}

function member(node: Node | undefined, key: string): Node | undefined {
  return node?.children?.find((property) => property.children?.[0]?.value === key)?.children?.[1]
}

/** A short hash of the text (FNV-1a, twice with different starts): changes whenever the file does. */
function versionOf(text: string): string {
  return [0x811c9dc5, 0x01000193]
    .map((start) => {
      let hash = start
      for (let index = 0; index < text.length; index++) {
        hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
      }
      return (hash >>> 0).toString(36)
    })
    .join('')
}
