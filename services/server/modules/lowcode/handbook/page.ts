import { functionCatalogue } from '@runtime/expression/functions/catalogue'
import type { Translate } from '@runtime/host'
import { examples, variants } from '@runtime/page/examples'
import { verbExamples } from '@runtime/page/examples/verbs'
import type { Text } from '@runtime/text'
import type { Call } from '@services/contract/call'
import { calls } from '@services/contract/calls'
import { memberWords } from '@services/contract/member-words'
import { catalogue } from '@widgets/definitions'
import type { Explain } from './descriptions'
import type { Entry, Kind } from './entries'
import type { Guide } from './guides'
import { type LanguageWords, type Word, wordsOf } from './language'
import { json, paragraphs, wordsTable } from './markdown'

export interface Sources {
  readonly guides: readonly Guide[]
  readonly language: LanguageWords
  readonly text: Translate
  readonly explain: Explain
}

/** An entry's page, as Markdown. */
export function pageOf({ kind, name }: Entry, sources: Sources): string {
  return pages[kind](name, sources)
}

const head = (text: Translate) =>
  ['@handbook.word', '@handbook.type', '@handbook.meaning', '@handbook.example'].map((key) => text(key))

const section = (text: Translate, title: Text, body: string) =>
  body === '' ? '' : `### ${text(title)}\n\n${body}`

const pages: Readonly<Record<Kind, (name: string, sources: Sources) => string>> = {
  guide: (name, { guides }) => guides.find((guide) => guide.name === name)?.text ?? '',

  widget(name, { language, text, explain }) {
    const definition = catalogue.get(name)
    const words = language.of(`widget-${name}`)?.words ?? []
    return paragraphs(
      definition && definition.jnpfKeys.length > 0
        ? text('@handbook.names', { names: definition.jnpfKeys.map((key) => `\`${key}\``).join(' ') })
        : undefined,
      section(
        text,
        '@handbook.document',
        json({ widget: name, name: 'field', label: '…', ...definition?.defaults }),
      ),
      section(
        text,
        '@handbook.settings',
        wordsTable(
          head(text),
          words
            .filter((word) => word.name !== 'widget')
            .map((word) => ({ ...word, description: named(text, explain, definition?.settings, word) })),
        ),
      ),
    )
  },

  node(name, { language, text, explain }) {
    const example = (examples as Readonly<Record<string, { readonly body: unknown } | undefined>>)[name]
    return paragraphs(
      example && section(text, '@handbook.document', json(example.body)),
      ...(variants[name] ?? []).map(({ title, example: { body } }) => section(text, title, json(body))),
      section(
        text,
        '@handbook.words',
        wordsTable(head(text), explained(language.of(`node-${name}`)?.words ?? [], explain)),
      ),
    )
  },

  verb(name, { language, text, explain }) {
    const verb = language.of(`verb-${name}`)
    return paragraphs(
      verb && explain(verb.description),
      section(text, '@handbook.document', json(verbExamples[name]?.do)),
      section(text, '@handbook.words', wordsTable(head(text), explained(verb?.words ?? [], explain))),
    )
  },

  function(name, { text }) {
    const entry = functionCatalogue.find((one) => one.name === name)
    if (!entry) return ''
    const { signature, description, example, aliases } = entry
    return paragraphs(
      `\`${signature}\``,
      text(description),
      aliases.length > 0
        ? text('@handbook.aliases', { names: aliases.map((alias) => `\`${alias}\``).join(' ') })
        : '',
      section(text, '@handbook.example', `\`${example.source}\` → \`${JSON.stringify(example.value)}\``),
    )
  },

  call(name, { text, explain }) {
    const call = (calls as Readonly<Record<string, Call>>)[name]
    if (!call) return ''
    const input = [call.params, call.query, call.body]
      .flatMap(wordsOf)
      .map((word) => ({ ...word, description: word.description || (memberWords(call, word.name) ?? '') }))
    return paragraphs(
      `\`${call.method} ${call.path}\``,
      explain(call.summary),
      section(
        text,
        '@handbook.document',
        json({ call: name, ...(input.length > 0 && { with: withOf(input) }) }),
      ),
      section(text, '@handbook.input', wordsTable(head(text), explained(input, explain))),
      section(text, '@handbook.answer', wordsTable(head(text), explained(wordsOf(call.response), explain))),
    )
  },
}

/** Words with what describes them in the reader's language. */
function explained(words: readonly Word[], explain: Explain): readonly Word[] {
  return words.map((word) => ({ ...word, description: explain(word.description) }))
}

/** What a setting is called where it is set, and what it does. */
function named(
  text: Translate,
  explain: Explain,
  settings: unknown,
  { name, description }: { readonly name: string; readonly description: string },
): string {
  const { properties } = (settings ?? {}) as {
    readonly properties?: Readonly<Record<string, { readonly title?: string }>>
  }
  const title = properties?.[name]?.title
  const meaning = explain(description)
  return title === undefined ? meaning : text('@handbook.named', { title: text(title), meaning })
}

/** An input of the right shape: each member that has to be given, from the row around. */
function withOf(input: readonly { readonly name: string; readonly isRequired: boolean }[]) {
  const needed = input.filter(({ isRequired }) => isRequired)
  return Object.fromEntries(
    (needed.length > 0 ? needed : input.slice(0, 1)).map(({ name }) => [name, `\${row.${name}}`]),
  )
}
