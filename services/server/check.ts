import { isAbsolute, join, relative, resolve } from 'node:path'
import { codeOf, type DocumentProblem, isWarning, sentenceOf } from '@runtime/document/problem'
import type { Translate } from '@runtime/host'
import { readCodeUse } from './code-use'
import { languageOf, openLocales } from './locales'
import { openDocuments } from './modules/lowcode/documents/store'

/**
 * `npm run check [--json] [files]`: every document below `schemas/`, or the files given, against the language and each other.
 * Each problem is one line: `schemas/pages/a.page.json:12:5 /body/node …`; with `--json` one list for machines. Exit code 1
 * when there is a problem; that something is not used is told, and is none.
 */
function main(): number {
  const root = process.env['LOAM_ROOT'] ?? process.cwd()
  const schemas = join(root, 'schemas')
  const translate = openLocales(join(schemas, 'locales')).translator(
    languageOf({ 'accept-language': (process.env['LANG'] ?? '').replace('_', '-') }),
  ).text
  const { project } = openDocuments(schemas)
  const isJson = process.argv.includes('--json')
  const given = process.argv.slice(2).filter((argument) => argument !== '--json')
  const files = given.map((file) => place(file, root, schemas))
  const problems =
    given.length > 0 ? files.flatMap((file) => project.problemsOf(file)) : project.problems(readCodeUse(root))
  const folder = relative(process.cwd(), schemas)
  if (isJson) {
    const list = problems.map((problem) => entry(problem, folder, translate))
    process.stdout.write(`${JSON.stringify(list, null, 2)}\n`)
  } else {
    for (const problem of problems) process.stdout.write(`${line(problem, folder, translate)}\n`)
    const summary = problems.length === 0 ? '@server.checkSound' : '@server.checkProblems'
    const count = given.length > 0 ? given.length : project.files.length
    process.stdout.write(`${translate(summary, { files: count, problems: problems.length })}\n`)
  }
  return problems.every(isWarning) ? 0 : 1
}

/** A file as given (from where the person stands, from the project, or below `schemas/`), as a path below `schemas/`. */
function place(given: string, root: string, schemas: string): string {
  for (const base of [process.cwd(), root, schemas]) {
    const path = relative(schemas, isAbsolute(given) ? given : resolve(base, given)).replaceAll('\\', '/')
    if (!path.startsWith('..')) return path
  }
  return given
}

/** A problem for machines: the code stays the same in every language and version. */
function entry(problem: DocumentProblem, folder: string, translate: Translate) {
  const { file, line, column, pointer, expected, nearest } = problem
  const message = sentenceOf(problem, translate)
  const severity = isWarning(problem) ? 'warning' : 'error'
  const place = { file: join(folder, file), line, column, pointer }
  return { code: codeOf(problem), severity, ...place, message, expected, nearest }
}

function line(problem: DocumentProblem, folder: string, translate: Translate): string {
  const remedy = [
    problem.expected && translate('@server.checkExpected', { expected: problem.expected }),
    problem.nearest && translate('@server.checkNearest', { nearest: problem.nearest }),
  ].filter(Boolean)
  const where = `${join(folder, problem.file)}:${problem.line}:${problem.column}`
  return [where, problem.pointer || '/', sentenceOf(problem, translate), ...remedy].join('  ')
}

process.exitCode = main()
