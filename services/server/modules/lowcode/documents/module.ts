import { type DocumentProblem, sentenceOf } from '@runtime/document/problem'
import { LANGUAGES, type Language } from '@runtime/text'
import { documentsCalls } from '@services/contract/areas/lowcode/documents'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { Locales } from '../../../locales'
import { Reply, type ServerModule } from '../../../module'
import { forEveryone } from '../../../right'
import { formRules } from './form-rules'
import { languageOf } from './language'
import { type DocumentStore, openDocuments, versionOf } from './store'
import { watchFolder } from './watch'

const SCREENS = forEveryone('Screens are everybody’s; what they call has rights of its own')
/** Of those who make models and documents: checking takes the server's time. */
const DESIGN = 'development.models'
/** Where a document that is being written is said to stand. */
const WRITTEN = 'draft'

declare module '../../../module' {
  interface Services {
    documents: {
      readonly store: DocumentStore
      /**
       * Tells of each file below `schemas/` that changes, by its path there, before the browsers hear of it. The answer is
       * awaited: why what the file says cannot be taken over, which is told with the change.
       */
      onChange(listener: FileListener): void
      /** Has a file taken over without a change, and keeps why it cannot be. */
      follow(file: string, listener: FileListener): Promise<void>
    }
  }
}

type Refusals = readonly DocumentProblem[]
export type FileListener = (file: string) => Refusals | undefined | Promise<Refusals>

/** The documents under `schemas/`, checked as they are read; the browsers are told when one changes. */
export const documentsModule: ServerModule = {
  name: 'documents',
  register({ services, handle, locales, options, log, onReady, onClose }) {
    const folder = options.schemas
    const store = openDocuments(folder)
    const listeners = new Set<FileListener>()
    /** Why a file, though it may be a sound document, has not been taken over. */
    const refusals = new Map<string, Refusals>()
    let texts = textsOf(locales)
    const follow = async (file: string, listener: FileListener): Promise<Refusals> => {
      const problems = (await listener(file)) ?? []
      for (const problem of problems) log.error(lineOf(problem, locales))
      return problems
    }
    services.documents = {
      store,
      onChange: (listener) => listeners.add(listener),
      follow: async (file, listener) => {
        refusals.set(file, await follow(file, listener))
      },
    }
    const { rules, tidy } = formRules(store)
    services.inputRules = rules
    services.tidyInput = tidy

    const reread = async () => {
      const changes = store.refresh()
      if (changes.some(({ file }) => file.startsWith('locales/'))) {
        locales.reload()
        texts = textsOf(locales)
      }
      for (const { file, version } of changes) {
        const answers = await Promise.all([...listeners].map((listener) => follow(file, listener)))
        const problems = answers.flat()
        refusals.set(file, problems)
        const told = problems.length > 0 && { problems: problems.map(plain) }
        services.sockets.broadcastHere({ method: 'documentChanged', file, version, ...told })
      }
    }
    // One after the other: what is announced has been taken over, and by the order of the changes.
    let rereading = Promise.resolve()
    const look = () => {
      rereading = rereading.then(reread).catch((error: unknown) =>
        // A folder that is being replaced is looked at again with its next event.
        log.warn(`schemas/ could not be read: ${String(error)}`),
      )
    }
    onReady(async () => {
      if (!options.watch) return
      const stop = watchFolder(folder, look)
      onClose(async () => {
        stop()
        await rereading
      })
    })

    handle(documentsCalls['documents.read'], SCREENS, (_context, { file }) => {
      const document = store.read(file)
      if (!document) throw new ApiError(CODE.notFound, '@server.noSuchDocument', { params: { file } })
      // A broken file says so itself; what only taking it over has found is said beside.
      const problems = document.problems.length > 0 ? document.problems : (refusals.get(file) ?? [])
      return { ...document, uses: [...(document.uses ?? [])], problems: problems.map(plain) }
    })
    handle(documentsCalls['documents.check'], DESIGN, (_context, { kind, text }) => {
      const { content, problems } = store.project.checkText(`${WRITTEN}.${kind}.json`, text)
      return { content, problems: problems.map(plain) }
    })
    handle(documentsCalls['documents.language'], DESIGN, ({ text }) => ({ schemas: languageOf(store, text) }))
    handle(documentsCalls['documents.list'], SCREENS, (_context, { folder: below = '' }) => ({
      list: [...store.files]
        .filter(([file]) => file.startsWith(below))
        .map(([file, version]) => ({ file, version })),
    }))
    // Public: the sign-in page speaks too.
    handle(documentsCalls['documents.locales'], 'public', (context, { language }) => {
      const { version } = texts[language]
      return new Reply(texts[language], context.text('@server.ok'), version)
    })
  },
}

/** For the log: `menu.json:3:5  …`, in English as the rest of it. */
function lineOf(problem: DocumentProblem, locales: Locales): string {
  const sentence = sentenceOf(problem, locales.translator('en').text)
  return `schemas/${problem.file}:${problem.line}:${problem.column}  ${sentence}`
}

const plain = (problem: DocumentProblem) => ({ ...problem, params: { ...problem.params } })

type Texts = { language: Language; version: string; messages: Record<string, string> }

function textsOf(locales: Locales): Record<Language, Texts> {
  const entries = LANGUAGES.map((language) => {
    const messages = Object.fromEntries(
      [...locales.messages].map(([key, entry]) => [key, entry[language] ?? entry.zh]),
    )
    return [language, { language, version: versionOf(JSON.stringify(messages)), messages }]
  })
  return Object.fromEntries(entries) as Record<Language, Texts>
}
