import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, runnerImport } from 'vite'

const folder = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url))

/** Imports across top-level folders; within one, paths are relative. */
export const alias = Object.fromEntries(
  ['runtime', 'widgets', 'renderers', 'schemas', 'services', 'tests'].map((name) => [
    `@${name}`,
    folder(name),
  ]),
)

/**
 * The built browser part has each call's skeleton instead of its description: what puts it on the wire, no schemas. Of a
 * resource it has what its steps need, and no titles.
 */
const slimContract: Plugin = {
  name: 'slim-contract',
  apply: 'build',
  async load(id) {
    const file = /services[\\/]contract[\\/](calls|gate-calls|resources)\.ts$/.exec(id)?.[1]
    if (!file) return
    const { module } = await runnerImport<typeof import('./services/contract/skeleton')>(
      folder('services/contract/skeleton.ts'),
      { resolve: { alias } },
    )
    if (file === 'resources') return `export const resources = ${JSON.stringify(module.resourceSkeletons())}`
    const [calls, byName] =
      file === 'calls' ? (['calls', 'callByName'] as const) : (['gateCalls', 'gateCallByName'] as const)
    return [
      `export const ${calls} = ${JSON.stringify(module.skeletons()[calls])}`,
      `export const ${byName} = (name) => (Object.hasOwn(${calls}, name) ? ${calls}[name] : undefined)`,
    ].join('\n')
  },
}

/** The browser compiles documents by their schemas, and works no types out of them: builders of plain schemas do. */
const slimSchemas: Plugin = {
  name: 'slim-schemas',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source) => (source === 'typebox' ? folder('runtime/schema-builders.ts') : null),
}

/** A browser's requests go by XMLHttpRequest, which says how much of a file is sent: the other way of axios stays away. */
const slimAxios: Plugin = {
  name: 'slim-axios',
  apply: 'build',
  load: (id) =>
    /axios[\\/]lib[\\/]adapters[\\/]fetch\.js$/.test(id) ? 'export const getFetch = undefined' : null,
}

/** A test of the library's components of these names. */
const arco = (...names: readonly string[]) =>
  new RegExp(String.raw`web-react[\\/]es[\\/](?:${names.join('|')})[\\/]`)

/** What even the first screen has of the library: fields, buttons, messages and their icons, no lists or calendars. */
const FIRST_SCREEN = [
  /web-react[\\/]es[\\/](?:_util[\\/](?!dayjs)|_class[\\/](?:notice|notification|icon-hover))/,
  /web-react[\\/]es[\\/](?:Button|Checkbox|ConfigProvider|Input|Message|Notification|Spin)[\\/]/,
  /web-react[\\/]icon[\\/]react-icon[\\/]Icon(?:\w+CircleFill|Check|Close|Exclamation|Eye|EyeInvisible|Loading|Search)[\\/]/,
]

/** What draws everything, the library's colours, and what makes it draw by the same: all that the sign-in page has of it. */
const DRAWING = [
  /node_modules[\\/](?:react|react-dom|react-is|scheduler)[\\/]/,
  /web-react[\\/]es[\\/](?:style[\\/]|_util[\\/](?:react-19-adapter|react-dom|is|warning)\.js)/,
]

/** Icons of the frame: those that menus and documents name, and what stands in the bars and menus around. */
const FRAME_ICONS: ReadonlySet<string> = new Set([
  ...[...readFileSync(folder('renderers/icon.tsx'), 'utf8').matchAll(/\bIcon([A-Z]\w+)/g)].map(
    ([, name = '']) => name,
  ),
  ...['CaretDown', 'CaretLeft', 'CaretRight', 'CaretUp', 'Down', 'DragDot', 'DragDotVertical', 'Empty'],
  ...[
    'ExclamationCircle',
    'FontColors',
    'Fullscreen',
    'FullscreenExit',
    'Left',
    'Lock',
    'MenuFold',
    'MenuUnfold',
    'Message',
  ],
  ...['Image', 'Mute', 'Right', 'Sound', 'Star', 'StarFill'],
])

/** What several lazy places share is fetched in few pieces: hundreds of small files cost more than they spare. */
const SHARED = [
  { name: 'react', test: (id: string) => DRAWING.some((part) => part.test(id)), priority: 1 },
  { name: 'arco', test: (id: string) => FIRST_SCREEN.some((part) => part.test(id)), minShareCount: 2 },
  // What the frame and the start draw of the library; the rest comes with the first list or form.
  {
    name: 'arco-frame',
    test: arco('Dropdown', 'Empty', 'Layout', 'Menu', 'ResizeBox', 'Tooltip', 'Trigger'),
  },
  { name: 'arco-screen', test: arco('Alert', 'InputTag', 'Pagination', 'Select', 'Space', 'Tag') },
  {
    name: 'icons',
    test: (id: string) => FRAME_ICONS.has(/react-icon[\\/]Icon(\w+)[\\/]/.exec(id)?.[1] ?? ''),
    minShareCount: 2,
  },
  { name: 'icons-screen', test: /web-react[\\/]icon[\\/]/, minShareCount: 2 },
]

/** Native code, and what finds files beside itself. */
const NOT_BUNDLED = ['@node-rs/argon2', '@jitl/quickjs-wasmfile-release-sync', '@e965/xlsx']

/**
 * A program of ASCII alone, all else escaped. A character that is escaped as it is needs no backslash of its own any more.
 */
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle(_, bundle) {
    const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
    for (const part of Object.values(bundle))
      if (part.type === 'chunk')
        part.code = part.code.replace(
          /(\\*)([\u0080-\uffff])/g,
          (_, slashes: string, unit: string) =>
            `${slashes.length % 2 === 0 ? slashes : slashes.slice(1)}${escaped(unit)}`,
        )
  },
}

/**
 * The check is one file of its own, a script that can be kept as V8 compiled it (`services/server/bin/compiled.mjs`). It has no
 * comments and no white space, and nothing to decode: its text is read on each run.
 */
const checkApart: Plugin = {
  name: 'check-apart',
  async closeBundle() {
    await build({
      configFile: false,
      logLevel: 'warn',
      plugins: [inAscii],
      resolve: { alias },
      ssr: { noExternal: true },
      build: {
        ssr: folder('services/server/check.ts'),
        outDir: 'dist/server',
        emptyOutDir: false,
        copyPublicDir: false,
        target: 'node20',
        rolldownOptions: {
          output: {
            format: 'cjs',
            entryFileNames: 'check.cjs',
            codeSplitting: false,
            minify: { compress: false, mangle: false, codegen: true },
          },
        },
      },
    })
  },
}

/** `vite build` makes the browser's part; `vite build --ssr` the server's, one bundle an entry. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: isSsrBuild ? [checkApart] : [react(), slimContract, slimSchemas, slimAxios],
  resolve: { alias },
  worker: { format: 'es' },
  // In development every package that a lazy place may load is prepared at the start: one that is found later reloads the page.
  optimizeDeps: { entries: ['index.html', '{renderers,widgets}/**/!(*.spec).{ts,tsx}'] },
  ...(isSsrBuild ? { ssr: { noExternal: true, external: NOT_BUNDLED } } : {}),
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        sourcemap: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            main: folder('services/server/main.ts'),
            broker: folder('services/server/devices/broker/process.mjs'),
            worker: folder('services/server/workers/worker.ts'),
            backup: folder('services/server/backup.ts'),
            restore: folder('services/server/restore.ts'),
            simulator: folder('services/simulator/main.ts'),
          },
          output: { entryFileNames: '[name].js' },
        },
      }
    : {
        outDir: 'dist/client',
        target: 'es2022',
        manifest: true,
        chunkSizeWarningLimit: 1200,
        rolldownOptions: { output: { codeSplitting: { groups: SHARED } } },
      },
}))
