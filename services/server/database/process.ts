import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Under whom a child runs: the unprivileged account for a server started as root, null for the server's own. */
export interface Identity {
  readonly uid: number
  readonly gid: number
}

/**
 * Runs a program to its end, outside of any folder that the identity might not reach, in a group of its own; its standard
 * input closes with this process.
 */
export function run(
  file: string,
  args: readonly string[],
  identity: Identity | null,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(file, args, { cwd: '/', detached: true, stdio: 'pipe', ...(identity ?? {}) })
    child.stdin.on('error', () => undefined)
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
      })
    child.once('error', (error) => resolve({ code: 127, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 127, output }))
  })
}

/** Whether a process runs: one that has ended and is not yet collected by whoever started it does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  try {
    // Field 3; the second field is the command in parentheses and may hold spaces.
    return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
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
