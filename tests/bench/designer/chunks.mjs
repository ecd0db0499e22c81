import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const DESIGNER = 'renderers/designer/screen/index.ts'
/** The code editor is a part of its own, with these words of its making in it. */
const EDITOR = /cm-editor|cm-content/

/**
 * The scripts of the built product that nothing but the designer's screen leads to, in KB of gzip by name, and whether opening it
 * fetches the code editor, which is to come when code is edited.
 * @param {string} root
 */
export function designerChunks(root) {
  const client = `${root}/dist/client`
  const manifest = JSON.parse(readFileSync(`${client}/.vite/manifest.json`, 'utf8'))
  const textOf = (key) => readFileSync(`${client}/${manifest[key].file}`)
  const reached = (from, { isLater = false, without } = {}) => {
    const seen = new Set()
    const go = (key) => {
      if (seen.has(key) || key === without) return
      seen.add(key)
      const { imports = [], dynamicImports = [] } = manifest[key]
      for (const next of isLater ? [...imports, ...dynamicImports] : imports) go(next)
    }
    go(from)
    return [...seen]
  }
  const elsewhere = new Set(reached('index.html', { isLater: true, without: DESIGNER }))
  const own = reached(DESIGNER, { isLater: true }).filter(
    (key) => !elsewhere.has(key) && !EDITOR.test(textOf(key)),
  )
  return {
    own: Object.fromEntries(
      own.map((key) => [manifest[key].file, gzipSync(textOf(key), { level: 9 }).length / 1024]),
    ),
    hasEditor: reached(DESIGNER).some((key) => EDITOR.test(textOf(key))),
  }
}
