import { handbookCalls as calls, HANDBOOK_KINDS } from '@services/contract/areas/lowcode/handbook'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { CallContext, ServerModule } from '../../../module'
import { forEveryone } from '../../../right'
import { type Descriptions, descriptionsIn, explainIn } from './descriptions'
import { type Entry, entriesOf, labelOf } from './entries'
import { guidesIn } from './guides'
import { LanguageWords } from './language'
import { pageOf, type Sources } from './page'

const PUBLIC_KNOWLEDGE = forEveryone('What the language can say is no secret')

/** The handbook: guides, and a page for each widget, node, verb, function and call that is registered. */
export const handbookModule: ServerModule = {
  name: 'handbook',
  register({ handle, options, services }) {
    let words: LanguageWords | null = null
    let descriptions: Descriptions | null = null
    /** Pages of what is registered, by language and id: a search reads them all. Guides are read as they are on disk. */
    const pages = new Map<string, string>()
    services.documents.onChange((file) => {
      if (!/^(language|locales|handbook)\//.test(file)) return []
      words = null
      descriptions = null
      pages.clear()
      return []
    })
    const textOf = (entry: Entry, context: CallContext, sources: Sources) => {
      if (entry.kind === 'guide') return pageOf(entry, sources)
      const key = `${context.language} ${entry.id}`
      const text = pages.get(key) ?? pageOf(entry, sources)
      pages.set(key, text)
      return text
    }
    const sourcesOf = ({ language, text }: CallContext): Sources => {
      words ??= new LanguageWords(options.schemas)
      descriptions ??= descriptionsIn(options.schemas)
      const explain = explainIn(descriptions, language, text)
      return { guides: guidesIn(options.schemas, language), language: words, text, explain }
    }

    handle(calls['handbook.list'], PUBLIC_KNOWLEDGE, (context, { keyword = '' }) => {
      const sources = sourcesOf(context)
      const sought = keyword
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '')
      const entries = entriesOf(sources.guides, context.text).filter((entry) => {
        if (sought.length === 0) return true
        const searched = `${labelOf(entry)}\n${textOf(entry, context, sources)}`.toLowerCase()
        return sought.every((word) => searched.includes(word))
      })
      return {
        list: HANDBOOK_KINDS.flatMap((kind) => {
          const children = entries
            .filter((entry) => entry.kind === kind)
            .map((entry) => ({ id: entry.id, fullName: labelOf(entry) }))
          return children.length === 0
            ? []
            : [{ id: kind, fullName: context.text(`@handbook.kind.${kind}`), children }]
        }),
      }
    })

    handle(calls['handbook.read'], PUBLIC_KNOWLEDGE, (context, { id }) => {
      const sources = sourcesOf(context)
      const entry = entriesOf(sources.guides, context.text).find((one) => one.id === id)
      if (!entry) throw new ApiError(CODE.notFound, '@handbook.gone')
      const { kind, name } = entry
      return { id, kind, name, fullName: labelOf(entry), text: textOf(entry, context, sources) }
    })
  },
}
