import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The product's version, of its package. @param root the project's folder */
export function productVersion(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
}
