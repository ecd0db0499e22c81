import { kindOf } from '@runtime/document/environment'
import { expand } from '@runtime/document/expand'
import { isWarning } from '@runtime/document/problem'
import { Report } from '@runtime/document/report'
import type { DescribedResource, Resources } from '@runtime/resource'
import { resources } from '@services/client/resources'
import { catalogue } from '@widgets/definitions'
import { getNodeValue, parseTree } from 'jsonc-parser'

const known = resources as Resources<DescribedResource>
const ROOT = '../schemas/'
const texts: Readonly<Record<string, string>> = import.meta.glob(
  ['../schemas/{pages,forms,lists}/**/*.json', '../schemas/fragments/*.json'],
  { eager: true, query: '?raw', import: 'default' },
)

/** A document as the server hands it out, with all written out that it says short. */
export function writtenOut(
  file: string,
  document: object,
  resources: Resources<DescribedResource> = {},
): Readonly<Record<string, unknown>> {
  return expanded(file, JSON.stringify(document), resources)
}

/** A page of the product as the server hands it out, with its fragments put in; one without resources. */
export function pageWithFragments(file: string): Readonly<Record<string, unknown>> {
  const text = texts[ROOT + file]
  if (text === undefined) throw new Error(`There is no ${file}`)
  return expanded(file, text, {})
}

/** Answers `documents.read` with the product's documents, as the server hands them out; `own` stand before them. */
export function readingDocuments(own: Readonly<Record<string, string>> = {}) {
  return ({ file: name }: Readonly<Record<string, unknown>>) => {
    const file = String(name)
    const text = own[file] ?? texts[ROOT + file]
    if (text === undefined) throw new Error(`There is no ${file}`)
    return { file, version: '1', content: expanded(file, text, known), problems: [] }
  }
}

function expanded(file: string, text: string, resources: Resources<DescribedResource>) {
  const root = parseTree(text)
  const kind = kindOf(file)
  if (!root || kind === 'other') throw new Error(`${file} is no document`)
  const report = new Report(file, text)
  const read = (name: string) => texts[ROOT + name]
  const whole = expand(root, kind, report, { resources, catalogue, read })
  if (!report.problems.every(isWarning)) throw new Error(JSON.stringify(report.problems))
  return getNodeValue(whole.root)
}
