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
    const skeletons = Object.entries(module.skeletons()[calls]).map(([name, { name: _, ...call }]) => [
      name,
      call,
    ])
    return [
      // Each name once: it is found by it, and called by it.
      `export const ${calls} = ${JSON.stringify(Object.fromEntries(skeletons))}`,
      `for (const name of Object.keys(${calls})) ${calls}[name].name = name`,
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

/**
 * What the words of documents mean is said by the server (`documents.language`): the browser's part has their schemas without
 * descriptions and examples.
 */
const slimWords: Plugin = {
  name: 'slim-words',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!/[\\/]runtime[\\/](?:action|document|list|page)[\\/](?!examples)/.test(id)) return null
    const said: Said[] = []
    eachSaying(this.parse(code), (one) => said.push(one))
    const kept = said.reduceRight((text, { start, end, isMember }) => {
      if (!isMember) return `${text.slice(0, start)}''${text.slice(end)}`
      const after = /^\s*,?/.exec(text.slice(end))?.[0].length ?? 0
      return text.slice(0, start) + text.slice(end + after)
    }, code)
    return said.length > 0 ? { code: kept, map: null } : null
  },
}

/** Characters of a program: a member of a schema, or what stands in its place for nobody. */
interface Said {
  readonly start: number
  readonly end: number
  readonly isMember: boolean
}

/**
 * Descriptions and examples that stand in what `Type` is given, or beside a word that is spread there (`...Text`), and what
 * `defineVerb` is told of a verb.
 */
function eachSaying(node: object, told: (one: Said) => void): void {
  for (const inner of Object.values(node)) {
    if (typeof inner !== 'object' || inner === null) continue
    const { type, key, value, callee } = inner
    if (type === 'Property' && /^(?:description|examples)$/.test(key.name ?? '') && isWritten(value)) {
      told({ start: inner.start, end: inner.end, isMember: true })
      continue
    }
    if (type === 'CallExpression' && callee.name === 'defineVerb' && isWritten(inner.arguments[1]))
      told({ ...inner.arguments[1], isMember: false })
    eachSaying(inner, told)
  }
}

/** Whether it is written down and not computed. */
const isWritten = ({ type }: { type: string }) =>
  /^(?:Literal|ArrayExpression|TemplateLiteral|BinaryExpression)$/.test(type)

/**
 * A browser's requests go by XMLHttpRequest, which says how much of a file is sent: the other way of axios stays away, and
 * so do its list of all status codes, the way to cancel that it had before browsers had one, and forms as JSON,
 * and forms or addresses out of members.
 */
const slimAxios: Plugin = {
  name: 'slim-axios',
  apply: 'build',
  load(id) {
    if (/axios[\\/]lib[\\/]adapters[\\/]fetch\.js$/.test(id)) return 'export const getFetch = undefined'
    if (
      /axios[\\/]lib[\\/](?:helpers[\\/](?:HttpStatusCode|formDataToJSON)|cancel[\\/]CancelToken)\.js$/.test(
        id,
      )
    )
      return 'export default {}'
    // Calls have their whole address, and bodies that are text or a browser's own form.
    if (
      /axios[\\/]lib[\\/]helpers[\\/](?:AxiosURLSearchParams|assertParamsAcyclic|to(?:FormData|URLEncodedForm))\.js$/.test(
        id,
      )
    )
      return 'export default (given) => given'
    return null
  },
}

/** Parts of the router that have a name for developers stay for that alone: without it those that nothing here uses go. */
const slimRouter: Plugin = {
  name: 'slim-router',
  apply: 'build',
  transform: (code, id) =>
    /react-router[\\/]dist[\\/]/.test(id)
      ? { code: code.replace(/^\w+\.displayName = "\w+";$/gm, ''), map: null }
      : null,
}

/** What exact numbers are never asked for: angles, logarithms, other bases. */
const INEXACT = [
  ...['cosine', 'cubeRoot', 'hyperbolic\\w+', 'inverse\\w+', 'logarithm', 'natural\\w+', 'sine', 'tangent'],
  ...['toBinary', 'toFraction', 'toHexadecimal', 'toNearest', 'toOctal'],
].join('|')
const INEXACT_NAMES = 'a?(?:cos|sin|tan)h?|atan2|cbrt|exp|hypot|ln|log(?:10|2)?|random'

/** Half of the library of exact numbers is methods that nothing here calls. */
const slimDecimal: Plugin = {
  name: 'slim-decimal',
  apply: 'build',
  transform: (code, id) =>
    /decimal\.js[\\/]decimal\.mjs$/.test(id)
      ? {
          code: code
            .replace(new RegExp(String.raw`^P\.(?:${INEXACT}) = [\s\S]*?^};$`, 'gm'), '')
            .replace(new RegExp(String.raw`^  Decimal\.(?:${INEXACT_NAMES}) = \w+;.*$`, 'gm'), ''),
          map: null,
        }
      : null,
}

/** Arco's menu asks its side bar whether that is folded, and nothing here is one: what is dragged to size it stays away. */
const slimSider: Plugin = {
  name: 'slim-sider',
  apply: 'build',
  load: (id) =>
    /web-react[\\/]es[\\/]Layout[\\/]sider\.js$/.test(id)
      ? "import { createContext } from 'react'\nexport const SiderContext = createContext({})\nexport default () => null"
      : null,
}

/** Arco's drop-down reads two members by what leads anywhere, which brings a cache and a parser of paths. */
const slimDropdown: Plugin = {
  name: 'slim-dropdown',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'lodash/get' && importer && /web-react[\\/]es[\\/]Dropdown[\\/]index\.js$/.test(importer)
      ? MEMBER_AT
      : null,
  load: (id) =>
    id === MEMBER_AT
      ? "export default (from, path) => path.split('.').reduce((at, name) => at?.[name], from)"
      : null,
}
const MEMBER_AT = '\0member-at'

/** Arco watches sizes by a stand-in for browsers that cannot: every browser that this is built for can. */
const slimObserver: Plugin = {
  name: 'slim-observer',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source) => (source === 'resize-observer-polyfill' ? OWN_OBSERVER : null),
  load: (id) => (id === OWN_OBSERVER ? 'export default globalThis.ResizeObserver' : null),
}
const OWN_OBSERVER = '\0own-observer'

/** What even the first screen has of the library: fields, buttons, messages and their icons, no lists or calendars. */
const FIRST_SCREEN = [
  /web-react[\\/]es[\\/](?:_util[\\/](?!dayjs)|_class[\\/](?:notice|notification|icon-hover))/,
  /web-react[\\/]es[\\/](?:Button|Checkbox|ConfigProvider|Message|Notification|Spin)[\\/]/,
  /web-react[\\/]icon[\\/]react-icon[\\/]Icon(?:\w+CircleFill|Check|Close|Exclamation|Eye|EyeInvisible|Loading|Search)[\\/]/,
]

/** What draws everything, the library's colours, and what makes it draw by the same: all that the sign-in page has of it. */
const DRAWING = [
  /(?<!utils[\\/])node_modules[\\/](?:react|react-dom|react-is|scheduler)[\\/]/,
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
  ...['Image', 'ImageClose', 'Up', 'Mute', 'Right', 'Sound', 'Star', 'StarFill'],
])

/** What both the first page and a list are read, computed and drawn by. */
const COMMON = [
  /[\\/]runtime[\\/](?:data[\\/]|expression[\\/](?!functions[\\/](?:catalogue|examples))|proof[\\/])/,
  /[\\/]runtime[\\/](?:date[\\/](?:calendar|format)|widget[\\/](?:definition|number-format|options|read))\.ts$/,
  /[\\/]runtime[\\/]document[\\/](?:constraint|filled-text|words?)\.ts$/,
  /[\\/]runtime[\\/](?:form[\\/](?:compile[\\/]problem|places)|icon-names|list[\\/]problem|nearest|recent)\.ts$/,
  /[\\/]renderers[\\/](?:button|data)[\\/]|renderers[\\/]why[\\/]listen\.ts$/,
  /node_modules[\\/](?:decimal\.js|expr-eval)[\\/]/,
  /web-react[\\/]es[\\/]Skeleton[\\/]/,
]

/** What lists of models and of documents have of forms: fields, and how they are read. */
const FIELDS =
  /[\\/]runtime[\\/]form[\\/](?:compile[\\/]|document[\\/](?:derived|option)-rule)|[\\/]runtime[\\/]list[\\/](?:column-ids|page-sizes)\.ts$|[\\/]widgets[\\/](?:by-few|listed-definitions)\.ts$/

/** The modules of the renderers with which a part of the product begins. */
const begins = (...modules: readonly string[]) =>
  new RegExp(String.raw`[\\/]renderers[\\/](?:${modules.join('|').replaceAll('/', String.raw`[\\/]`)})$`)

/** What begins everything, and what the sign-in page shares with what stands behind it. */
const START = [
  begins('main.tsx', 'shell/first-frame.ts', 'shell/use-translate.ts'),
  /[\\/]runtime[\\/]form[\\/]rules\.ts$|node_modules[\\/]spark-md5[\\/]/,
]

/**
 * One file a step on the way to a first list, each with all that it needs and those before it have not: what draws, the
 * sign-in page, the frame, a list, a page of a document. Hundreds of small files cost more than they spare. Icons stand
 * apart, so that a step has those it shows and not the library's all.
 */
const STEPS = [
  { name: 'react', test: (id: string) => DRAWING.some((part) => part.test(id)) },
  { name: 'start', test: (id: string) => START.some((part) => part.test(id)) },
  { name: 'sign-in', test: begins('shell/sign-in/sign-in.tsx') },
  { name: 'arco', test: (id: string) => FIRST_SCREEN.some((part) => part.test(id)), minShareCount: 2 },
  {
    name: 'icons',
    test: (id: string) => FRAME_ICONS.has(/react-icon[\\/]Icon(\w+)[\\/]/.exec(id)?.[1] ?? ''),
    minShareCount: 2,
  },
  { name: 'icons-screen', test: /web-react[\\/]icon[\\/]/, minShareCount: 2 },
  // Whoever chooses an icon is offered all.
  { name: 'icons-all', test: /web-react[\\/]icon[\\/]/ },
  { name: 'frame', test: begins('shell/layout/workspace.tsx', 'shell/sign-in/after-sign-in.tsx') },
  { name: 'common', test: (id: string) => COMMON.some((part) => part.test(id)), minShareCount: 2 },
  { name: 'document', test: begins('page/document-page.tsx', 'page/later.ts', 'page/nodes/stack.tsx') },
  { name: 'home', test: begins('page/light-page.tsx') },
  { name: 'list', test: (id: string) => begins('list/list-view.tsx').test(id) || FIELDS.test(id) },
  { name: 'model', test: begins('list/model-page.tsx') },
  { name: 'listed', test: begins('page/listed-page.tsx') },
  { name: 'input', test: /web-react[\\/]es[\\/]Input[\\/]/, minShareCount: 2 },
  { name: 'tree', test: /web-react[\\/]es[\\/]Tree[\\/]/ },
  // Models that name a rarer widget are compiled by all of them.
  { name: 'definitions', test: /[\\/]widgets[\\/](?:[\w-]+[\\/]definition|definitions)\.ts$/ },
  // What stops everything, and questions, share a little with forms and pages: these need not come for it.
  { name: 'layer', test: /web-react[\\/]es[\\/]Portal[\\/]/ },
  { name: 'mercator', test: begins('map/mercator.ts') },
  { name: 'forms', test: begins('list/search-line.tsx', 'list/pages.tsx', 'form/form-view.tsx') },
  { name: 'page', test: begins('page/index.ts') },
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
  plugins: isSsrBuild
    ? [checkApart]
    : [
        react(),
        slimContract,
        slimSchemas,
        slimWords,
        slimAxios,
        slimRouter,
        slimDecimal,
        slimSider,
        slimDropdown,
        slimObserver,
      ],
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
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: STEPS.map((step, index) => ({ ...step, priority: STEPS.length - index })),
            },
          },
        },
      },
}))
