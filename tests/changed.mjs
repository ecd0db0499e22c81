import { spawnSync } from 'node:child_process'

/**
 * The files that differ from a commit, those not yet known to Git too. Without one: from the last commit, or, where
 * nothing differs from it, from the one before.
 * @param {string} root @param {string | undefined} ref @returns {{ ref: string, files: string[] }}
 */
export function changedFiles(root, ref) {
  const git = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`)
    return stdout.split('\n').filter((line) => line !== '')
  }
  const since = (commit) => [
    ...new Set([...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]),
  ]
  if (ref) return { ref, files: since(ref) }
  const open = since('HEAD')
  return open.length > 0 ? { ref: 'HEAD', files: open } : { ref: 'HEAD~1', files: since('HEAD~1') }
}

/** What no import leads to: a change of it may change every suite. */
const EVERYWHERE = /^(package(-lock)?\.json|tsconfig\.json|vite\.config\.ts|vitest\.config\.ts)$/
const CODE = /\.(ts|tsx|mjs|css)$/

/**
 * The suites that a change reaches, with the arguments that narrow each: specs by what they import; journeys that were
 * themselves changed, since a journey imports nothing of what it walks through.
 * @param {{ ref: string, files: readonly string[] }} change @returns {Record<string, string[]>}
 */
export function planOf({ ref, files }) {
  const all = files.some((file) => EVERYWHERE.test(file))
  const hasCode = all || files.some((file) => CODE.test(file))
  const hasDocuments = files.some((file) => file.startsWith('schemas/'))
  const journeys = files.filter((file) => /(?<!\.long)\.e2e\.spec\.ts$/.test(file))
  const related = all ? [] : ['--changed', ref, '--passWithNoTests']
  return {
    ...(hasCode && { types: [], lint: [], unit: related, browser: related, api: related }),
    ...(files.some((file) => file.startsWith('runtime/')) && { runtime: [] }),
    ...(hasDocuments && { check: [], unit: hasCode ? related : ['runtime/document'] }),
    ...(journeys.length > 0 && { build: [], e2e: journeys }),
  }
}
