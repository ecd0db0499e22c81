import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '@runtime/json'
import { StoredReply } from '../../../module'
import type { TileSource } from '../../../tile-sources'

/** Pictures a tile may be, by the end of its name. */
const TYPES = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', webp: 'image/webp' } as const
const SOURCE = /^[\w-]{1,64}$/
const DATUMS = ['WGS84', 'CGCS2000', 'GCJ02', 'BD09'] as const

/** Where a tile stands; all but the source are whole numbers, so no path can leave the folder. */
export interface TileAddress {
  readonly source: string
  readonly z: number
  readonly x: number
  readonly y: number
}

/**
 * Sources of the folder: each is a folder `<source>/<z>/<x>/<y>.png` (or jpg, webp). A file `source.json` beside the zoom
 * levels may say `name`, `datum`, `grid`, `attribution` and `isDark`.
 */
export async function ownSources(folder: string): Promise<readonly TileSource[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries
    .filter((entry) => entry.isDirectory() && SOURCE.test(entry.name))
    .map(({ name }) => name)
  const sources = await Promise.all(names.sort().map((name) => ownSource(folder, name)))
  return sources.filter((source) => source !== null)
}

async function ownSource(folder: string, key: string): Promise<TileSource | null> {
  const zooms = (await readdir(join(folder, key))).filter((name) => /^\d{1,2}$/.test(name)).map(Number)
  if (zooms.length === 0) return null
  const described = await description(join(folder, key, 'source.json'))
  return {
    key,
    name: textOf(described['name']) || key,
    urls: [`/api/fieldManagement/tiles/${key}/{z}/{x}/{y}`],
    datum: DATUMS.find((datum) => datum === described['datum']) ?? 'WGS84',
    grid: described['grid'] === 'degrees' ? 'degrees' : 'mercator',
    subdomains: [],
    minZoom: Math.min(...zooms),
    maxNativeZoom: Math.max(...zooms),
    attribution: textOf(described['attribution']),
    isDark: described['isDark'] !== false,
    isOwn: true,
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

async function description(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const described: unknown = JSON.parse(await readFile(file, 'utf8'))
    return isRecord(described) ? described : {}
  } catch {
    return {}
  }
}

/** A tile's picture; null where there is none. */
export async function ownTile(folder: string, { source, z, x, y }: TileAddress): Promise<StoredReply | null> {
  if (!SOURCE.test(source) || ![z, x, y].every(Number.isSafeInteger)) return null
  for (const [end, type] of Object.entries(TYPES)) {
    const path = join(folder, source, String(z), String(x), `${y}.${end}`)
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) continue
    return new StoredReply({
      size: found.size,
      type,
      name: `${source}-${z}-${x}-${y}.${end}`,
      inline: true,
      version: `${found.size}-${Math.floor(found.mtimeMs)}`,
      open: async (range) => createReadStream(path, range),
    })
  }
  return null
}
