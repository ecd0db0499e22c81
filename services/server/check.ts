import { readFileSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { type CheckEnvironment, checkDocument } from '@runtime/document/index'
import type { DocumentProblem } from '@runtime/document/problem'
import type { Say } from '@runtime/host'
import { calls } from '@services/contract/calls'
import { catalogue } from '@widgets/definitions'
import { languageOf, openLocales } from './locales'
import { openDocuments } from './modules/documents/store'

/**
 * `npm run check [files]`: every document below `schemas/`, or the files given, against the language. Each problem is one
 * line: `schemas/pages/a.page.json:12:5 /body/node …`. Exit code 1 when there is a problem.
 */
function main(): number {
  const root = process.env['LOAM_ROOT'] ?? process.cwd()
  const schemas = join(root, 'schemas')
  const locales = openLocales(join(schemas, 'locales'))
  const language = languageOf({ 'accept-language': (process.env['LANG'] ?? '').replace('_', '-') })
  const say = locales.translator(language).text
  const store = openDocuments(schemas, locales)
  const given = process.argv.slice(2)
  const files = given.length > 0 ? given.map((file) => place(file, root, schemas)) : [...store.files.keys()]

  const environment: CheckEnvironment = {
    catalogue,
    callNames: Object.keys(calls),
    exists: (file) => store.files.has(file),
    files: [...store.files.keys()],
    localeKeys: new Set(locales.messages.keys()),
  }
  let count = 0
  for (const file of files) {
    for (const problem of problemsOf(file, schemas, environment)) {
      count++
      process.stdout.write(`${line(problem, relative(process.cwd(), schemas), say)}\n`)
    }
  }
  const summary = count === 0 ? '@server.checkSound' : '@server.checkProblems'
  process.stdout.write(`${say(summary, { files: files.length, problems: count })}\n`)
  return count === 0 ? 0 : 1
}

/** A file as given (from where the person stands, from the project, or below `schemas/`), as a path below `schemas/`. */
function place(given: string, root: string, schemas: string): string {
  for (const base of [process.cwd(), root, schemas]) {
    const path = relative(schemas, isAbsolute(given) ? given : resolve(base, given)).replaceAll('\\', '/')
    if (!path.startsWith('..')) return path
  }
  return given
}

function problemsOf(
  file: string,
  schemas: string,
  environment: CheckEnvironment,
): readonly DocumentProblem[] {
  try {
    return checkDocument(file, readFileSync(join(schemas, file), 'utf8'), environment).problems
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return [{ file, line: 0, column: 0, pointer: '', message: '@server.noSuchDocument', params: { file } }]
  }
}

function line(problem: DocumentProblem, folder: string, say: Say): string {
  const remedy = [
    problem.expected && say('@server.checkExpected', { expected: problem.expected }),
    problem.nearest && say('@server.checkNearest', { nearest: problem.nearest }),
  ].filter(Boolean)
  const where = `${join(folder, problem.file)}:${problem.line}:${problem.column}`
  return [where, problem.pointer || '/', say(problem.message, problem.params), ...remedy].join('  ')
}

process.exitCode = main()
