import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, startOf, until } from './process'

/** A holder that has been killed is gone by then, in milliseconds: the system still takes its memory back. */
const GOING = 2_000

/** Another server works on the same data folder. */
export class DataFolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by another server (process ${pid}). Stop it, or set LOAM_DATA to another folder.`,
    )
    this.name = 'DataFolderInUse'
  }
}

/**
 * Takes the data folder for this process; the answer gives it back. The holder is known by process id and start time,
 * so a lock left by `kill -9` does not count, not even when its process id has been given to another program.
 */
export async function lockDataFolder(folder: string): Promise<() => void> {
  const file = join(folder, 'server.pid')
  const mine = `${process.pid} ${await startOf(process.pid)}`
  for (;;) {
    if (createFile(file, mine)) return () => rmSync(file, { force: true })
    const holder = readText(file)
    const pid = Number(holder.split(' ')[0])
    if (pid === process.pid && holder === mine) throw new DataFolderInUse(folder, pid)
    const isHolder = pid > 0 && isAlive(pid) && `${pid} ${await startOf(pid)}` === holder
    if (isHolder && !(await until(() => !isAlive(pid), GOING))) throw new DataFolderInUse(folder, pid)
    rmSync(file, { force: true })
  }
}

function createFile(file: string, text: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, text)
    closeSync(handle)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
