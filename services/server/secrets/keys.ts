import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../storage/durable'
import { type Key, keyOf } from './envelope'

/** Keys by which values are sealed and opened: the first seals, all open. */
export interface Keys {
  readonly keys: readonly Key[]
  /** Why there is no key, where there is none. */
  readonly problem: string | undefined
}

const HEX = /^[0-9a-f]{64}$/i
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/

/** Keys as they are written: 32 bytes each as hex or base64, the newest first, with commas or on lines of their own. @throws */
export function parseKeys(text: string, source: string): readonly Key[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  if (words.length === 0) throw new Error(`${source} holds no key.`)
  return words.map((word) => {
    if (HEX.test(word)) return keyOf(Buffer.from(word, 'hex'))
    if (BASE64.test(word)) return keyOf(Buffer.from(word, 'base64'))
    throw new Error(
      `${source} is not a key: it should be 32 bytes as hex or base64 (openssl rand -base64 32).`,
    )
  })
}

/**
 * The keys of an installation: those given, and those of its file, which is made where no other key is given. A file that
 * cannot be read or made leaves the server without a key, which is said and ends nothing else.
 * @throws when what is given is no key
 */
export async function readKeys(given: string | undefined, file: string): Promise<Keys> {
  const first = given === undefined ? [] : parseKeys(given, 'LOAM_SECRET_KEY')
  try {
    const kept = (await readIfThere(file)) ?? (first.length > 0 ? undefined : await make(file))
    const keys = [...first, ...(kept === undefined ? [] : parseKeys(kept, file))]
    return { keys, problem: undefined }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { keys: first, problem: first.length > 0 ? undefined : reason }
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Appears whole or not at all, and never in the place of another; whoever was first has made the key of all. */
async function make(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  // A name of its own: servers in containers over one folder have the same process id.
  const partial = `${file}.${randomBytes(8).toString('hex')}`
  const handle = await open(partial, 'wx', 0o600)
  try {
    await handle.writeFile(`${randomBytes(32).toString('base64')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await link(partial, file)
    await syncFolder(dirname(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(partial, { force: true })
  }
  return readFile(file, 'utf8')
}
