import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Under whom a child runs: the unprivileged account for a server started as root, null for the server's own. */
export interface Identity {
  readonly uid: number
  readonly gid: number
}

/** Runs a program to its end, outside of any folder that the identity might not reach. */
export function run(
  file: string,
  args: readonly string[],
  identity: Identity | null,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const options = { cwd: '/', encoding: 'utf8' as const, ...(identity ?? {}) }
    try {
      execFile(file, [...args], options, (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : 127) : 0
        resolve({ code, output: `${stdout}${stderr}${code === 127 && error ? error.message : ''}` })
      })
    } catch (error) {
      resolve({ code: 127, output: String(error) })
    }
  })
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The command line of a running process, empty when it cannot be known. */
export async function commandOf(pid: number): Promise<string> {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    const { code, output } = await run('/bin/ps', ['-o', 'command=', '-p', String(pid)], null)
    return code === 0 ? output.trim() : ''
  }
}

/** When a process began, in whatever form the system has; tells a reused process id from the same process. */
export async function startOf(pid: number): Promise<string> {
  try {
    // Field 22; the second field is the command in parentheses and may hold spaces.
    return (
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19] ?? ''
    )
  } catch {
    const { code, output } = await run('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], null)
    return code === 0 ? output.trim() : ''
  }
}

/** Awaits a condition, looking every 20 ms. */
export async function until(condition: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (!condition()) {
    if (Date.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return true
}
