import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Why a package with an unusual licence is there. @type {Readonly<Record<string, string>>} */
const REMARKS = {
  'react-leaflet': 'Not an OSI licence. It draws the map, and only renderers/map/leaflet/ imports it.',
  '@react-leaflet/core': 'Comes with react-leaflet.',
}

/**
 * What the product ships of others: every package of the lock file that is not for development alone and is installed, with its
 * version and the licence that it names itself.
 * @param {string} root the project's folder
 * @returns {{ name: string, version: string, licence: string, remark: string }[]} by name
 */
export function thirdParty(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const found = new Map()
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    const file = join(root, path, 'package.json')
    if (path === '' || dev || devOptional || !existsSync(file)) continue
    const { name, version, license, licenses } = JSON.parse(readFileSync(file, 'utf8'))
    const given = license ?? licenses
    const licence = [given]
      .flat()
      .map((one) => one?.type ?? one ?? 'not named')
      .join(', ')
    found.set(`${name}@${version}`, { name, version, licence, remark: REMARKS[name] ?? '' })
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

const escaped = (text) =>
  String(text).replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '',
  )

/** Writes the page of them beside the browser's part; it needs no script. @param {string} root @param {string} folder */
export function writeThirdParty(root, folder) {
  const rows = thirdParty(root).map(
    ({ name, version, licence, remark }) =>
      `<tr><td>${escaped(name)}</td><td>${escaped(version)}</td><td>${escaped(licence)}</td><td>${escaped(remark)}</td></tr>`,
  )
  writeFileSync(
    join(folder, 'third-party.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Third-party software</title><meta name="color-scheme" content="light dark">
<style>body{font:14px/1.6 system-ui,sans-serif;max-width:960px;margin:24px auto;padding:0 16px;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:4px 8px;border-bottom:1px solid #8884}</style>
<h1>第三方软件 · 第三方軟體 · Third-party software</h1>
<table><thead><tr><th>Package</th><th>Version</th><th>Licence</th><th></th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></html>\n`,
  )
}
