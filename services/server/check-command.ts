import { isAbsolute, join, relative, resolve } from 'node:path'
import { codeOf, type DocumentProblem, isWarning, sentenceOf } from '@runtime/document/problem'
import type { Translate } from '@runtime/host'
import { createTranslator } from '@runtime/text'
import { readCodeUse } from './code-use'
import { languageOfEnvironment, openTexts } from './locales'
import { openProject } from './modules/lowcode/documents/store'

/** What the check is run with, and where what it says goes. */
export interface CheckRun {
  readonly arguments: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Where the person stands, by which files are given. */
  readonly cwd: string
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

/** Exit codes: nothing is wrong, something is, it was called wrongly. */
const SOUND = 0
const WRONG = 1
const MISUSED = 2
const OPTIONS: readonly string[] = ['--json', '--help', '-h']

/**
 * `npm run check [--json] [files]`: every document below `schemas/`, or the files given, against the language and each other, in
 * the language of the terminal. Each problem is one line: `schemas/pages/a.page.json:12:5 /body/node …`; with `--json` one list
 * for machines. Exit code 1 when there is a problem, 2 when an option is not known; that something is not used is told, and is
 * no problem.
 */
export function runCheck({ arguments: all, env, cwd, out, err }: CheckRun): number {
  const root = env['LOAM_ROOT'] ?? cwd
  const schemas = join(root, 'schemas')
  const texts = openTexts(join(schemas, 'locales'))
  const translate = createTranslator(languageOfEnvironment(env), texts).text
  const isOption = (argument: string) => argument.startsWith('-') && argument !== '-'
  const unknown = all.find((argument) => isOption(argument) && !OPTIONS.includes(argument))
  if (unknown !== undefined) {
    err(`${translate('@server.checkUnknownOption', { option: unknown })}\n`)
    return MISUSED
  }
  if (all.includes('--help') || all.includes('-h')) {
    out(`${translate('@server.checkUsage')}\n`)
    return SOUND
  }
  const project = openProject(schemas)
  const given = all.filter((argument) => !isOption(argument))
  const files = given.map((file) => place(file, { cwd, root, schemas }))
  const problems =
    given.length > 0
      ? files.flatMap((file) => project.problemsOf(file))
      : project.problems(readCodeUse(root, env['LOAM_CODE_CHANGED']))
  const folder = relative(cwd, schemas)
  if (all.includes('--json')) {
    const list = problems.map((problem) => entry(problem, folder, translate))
    out(`${JSON.stringify(list, null, 2)}\n`)
  } else {
    for (const problem of problems) out(`${line(problem, folder, translate)}\n`)
    const summary = problems.length === 0 ? '@server.checkSound' : '@server.checkProblems'
    const count = given.length > 0 ? given.length : project.files.length
    out(`${translate(summary, { files: count, problems: problems.length })}\n`)
  }
  return problems.every(isWarning) ? SOUND : WRONG
}

/** A file as given (from where the person stands, from the project, or below `schemas/`), as a path below `schemas/`. */
function place(
  given: string,
  { cwd, root, schemas }: { readonly cwd: string; readonly root: string; readonly schemas: string },
): string {
  for (const base of [cwd, root, schemas]) {
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
