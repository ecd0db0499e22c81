import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The one file that renames: what it does with the folder cannot be forgotten elsewhere. */
const HELPER = 'services/server/storage/durable.ts'

it('nothing of the server renames but by the helper that writes the folder to the disk', () => {
  const files = readdirSync('services/server', { recursive: true })
    .map((name) => join('services/server', String(name)))
    .filter((name) => /\.(ts|mjs)$/.test(name) && !/\.spec\.ts$/.test(name) && name !== HELPER)
  const offending = files.filter((name) =>
    /import[^;]*?\b(?:rename|renameSync)\b[^;]*?from 'node:fs(?:\/promises)?'/.test(
      readFileSync(name, 'utf8'),
    ),
  )
  expect(offending).toEqual([])
})
