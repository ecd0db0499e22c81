import { type Node, parseTree } from 'jsonc-parser'
import { isRecord } from '../json'
import type { DescribedResource, ResourceCall, Resources } from '../resource'
import type { JsonSchema } from '../schema/json-schema'
import { placesOf } from '../text'
import type { WidgetCatalogue } from '../widget/definition'
import { checkDocument, type ReadDocument, readDocument } from './check'
import { type CallContract, type CheckEnvironment, type ExpandEnvironment, kindOf } from './environment'
import { type Gathered, gatherForm, gatherPage, type Use } from './gather'
import type { Names, Scope } from './names'
import { below } from './positions'
import type { DocumentProblem, LoadedDocument } from './problem'
import { Report } from './report'
import { anyShape, type Shape, schemaShape } from './shape'
import { soundTree } from './sound-tree'
import type { StepAnswers } from './steps'

/** What documents are checked against beside each other. */
export interface Registries {
  readonly catalogue: WidgetCatalogue
  readonly calls: ReadonlyMap<string, CallContract>
  readonly resources: Resources<DescribedResource>
  /** What `user` is; without it nothing is known of its members. */
  readonly user?: JsonSchema | undefined
}

/** What the product's code uses of the documents, for the search of what nobody uses. */
export interface CodeUse {
  usesText(key: string): boolean
  usesFile(file: string): boolean
}

/**
 * All documents below `schemas/` together: what one may name depends on the others. Everybody who checks asks it: `npm run
 * check`, the server that hands documents out, and by it the screen.
 */
export class Project {
  private readonly texts: ReadonlyMap<string, string>
  private readonly environment: CheckEnvironment
  private readonly expanding: ExpandEnvironment
  private readonly documents = new Map<string, ReadDocument>()
  private readonly checked = new Map<string, LoadedDocument>()
  private readonly used = new Set<string>()
  private readonly localeTexts = new Map<string, readonly LocaleText[]>()
  /** Codes of the menu: of its entries, and of all their buttons. */
  readonly codes: { readonly modules: readonly string[]; readonly rights: readonly string[] }

  /** @param texts of every JSON file, by its path below `schemas/` */
  constructor(texts: ReadonlyMap<string, string>, { catalogue, calls, resources, user }: Registries) {
    this.texts = texts
    this.expanding = { resources, catalogue, files: [...texts.keys()], read: (file) => texts.get(file) }
    const menu = [this.content('menu.json'), ...systemMenus(this.content('systems.json'))]
    const entries = new Map(menu.flatMap(entriesIn).map((entry) => [String(entry['enCode']), entry]))
    this.codes = {
      modules: [...entries.keys()],
      rights: [...entries.values()].flatMap((entry) => [...(codesOf(entry) ?? [])]),
    }
    const gathered: Gathered = {
      content: (file) => this.content(file),
      ...answersOf(calls, resources),
      user: schemaShape(user),
      rights: (module) => codesOf(entries.get(module)),
      calls,
      resources,
    }
    const names = this.gather(gathered)
    this.environment = {
      ...this.expanding,
      calls,
      callNames: [...calls.keys()],
      exists: (file) => texts.has(file),
      localeKeys: new Map([...texts.keys()].flatMap((file) => this.textsIn(file))),
      modules: new Set(entries.keys()),
      tags: new Set(
        [...texts.keys()].filter((file) => kindOf(file) === 'page').flatMap((file) => this.tagsOf(file)),
      ),
      addresses: new Set([...entries.values()].map(({ urlAddress }) => `/${String(urlAddress)}`)),
      content: (file) => this.content(file),
      names: (file) => names.get(file),
    }
  }

  get files(): readonly string[] {
    return [...this.texts.keys()]
  }

  /** A document with all that is wrong with it; null when there is no such file. */
  check(file: string): LoadedDocument | null {
    const known = this.checked.get(file)
    if (known) return known
    const text = this.texts.get(file)
    if (text === undefined) return null
    const document = checkDocument(file, text, this.environment, this.read(file))
    this.checked.set(file, document)
    return document
  }

  /** A document that is being written, as if it stood beside the others under a name of its own. */
  checkText(file: string, text: string): LoadedDocument {
    return checkDocument(file, text, this.environment)
  }

  /** What is wrong with one document, or that there is none. */
  problemsOf(file: string): readonly DocumentProblem[] {
    const document = this.check(file)
    if (document) return document.problems
    const report = new Report(file, '')
    const choices = this.files
    report.add('noSuchFile', 0, '', { params: { file }, written: file, choices })
    return report.problems
  }

  /** What is wrong with all documents; with `code`, what neither they nor the code use is found too. */
  problems(code?: CodeUse): readonly DocumentProblem[] {
    const wrong = this.files.flatMap((file) => this.check(file)?.problems ?? [])
    return code ? [...wrong, ...this.unused(code)] : wrong
  }

  /** Forms and lists that no page uses, pages that no menu entry names, texts that nobody shows. */
  private unused(code: CodeUse): DocumentProblem[] {
    const mentioned = new Set(
      [...this.texts].flatMap(([, text]) => [...text.matchAll(/@([\w-]+\.[\w.-]+)/g)].map(([, key]) => key)),
    )
    const addresses = new Set(
      entriesIn(this.content('menu.json')).map((entry) => `pages/${entry['urlAddress']}.page.json`),
    )
    return this.files.flatMap((file) => {
      const report = new Report(file, this.texts.get(file) ?? '')
      const isDocument = kindOf(file) !== 'other'
      if (isDocument && !this.used.has(file) && !addresses.has(file) && !code.usesFile(file))
        report.add('unusedDocument', 0, '', { params: { file } })
      const isUnused = (key: string) => !mentioned.has(key) && !code.usesText(key)
      if (this.textsIn(file).some(([key]) => isUnused(key)))
        for (const key of this.keysIn(file)) {
          const name = `${areaOf(file)}.${String(key.value)}`
          if (isUnused(name))
            report.add('unusedText', key, below('', String(key.value)), { params: { key: name } })
        }
      return report.problems
    })
  }

  /** What every document sees: a page its own, a list or form what each place where it stands gives it. */
  private gather(project: Gathered): ReadonlyMap<string, Names> {
    const names = new Map<string, Names>()
    const uses = new Map<string, Use[]>()
    for (const file of this.files) {
      const kind = kindOf(file)
      if (kind === 'page') {
        const page = gatherPage(this.content(file), project)
        names.set(file, page.names)
        for (const use of page.uses) uses.set(use.file, [...(uses.get(use.file) ?? []), use])
      } else if (kind === 'form') names.set(file, gatherForm(this.content(file), project))
    }
    for (const [file, places] of uses) {
      this.used.add(file)
      names.set(file, together(places.map((use) => use.names)))
    }
    return names
  }

  /** A document with all written out that it says short. What is no JSON gives no names; its own check says why. */
  private content(file: string): unknown {
    return this.read(file)?.content ?? undefined
  }

  private read(file: string): ReadDocument | undefined {
    const known = this.documents.get(file)
    const text = this.texts.get(file)
    if (known || text === undefined) return known
    const document = readDocument(file, text, this.expanding)
    this.documents.set(file, document)
    for (const fragment of document.uses) this.used.add(fragment)
    return document
  }

  /** Keys of a locale file, each with the names of its text's places. */
  private textsIn(file: string): readonly LocaleText[] {
    const known = this.localeTexts.get(file)
    if (known) return known
    const content = file.startsWith('locales/') ? this.content(file) : undefined
    if (!isRecord(content)) return []
    const area = areaOf(file)
    const texts = Object.keys(content).map((key): LocaleText => {
      const entry = content[key]
      const text = isRecord(entry) ? String(entry['zh'] ?? '') : ''
      return [`${area}.${key}`, placesOf(text)]
    })
    this.localeTexts.set(file, texts)
    return texts
  }

  private keysIn(file: string): readonly Node[] {
    const text = this.texts.get(file) ?? ''
    const tree = soundTree(text) ?? parseTree(text)
    return tree?.children?.flatMap(({ children: [key] = [] }) => key ?? []) ?? []
  }

  private tagsOf(file: string): string[] {
    const content = this.content(file)
    if (!isRecord(content)) return []
    const dialogs = isRecord(content['dialogs']) ? Object.values(content['dialogs']).filter(isRecord) : []
    return [content, ...dialogs]
      .flatMap(sourcesIn)
      .flatMap((source) => (isRecord(source) && typeof source['tag'] === 'string' ? [source['tag']] : []))
  }
}

/** What calls answer, and those of resources. */
function answersOf(calls: Registries['calls'], resources: Registries['resources']): StepAnswers {
  const answer = (call: unknown) => (typeof call === 'string' ? schemaShape(calls.get(call)?.answer) : 'open')
  return {
    answer,
    answerOf(resource, act) {
      if (typeof resource !== 'string') return 'open'
      const [name = '', own] = resource.split('.')
      const known = Object.hasOwn(resources, name) ? resources[name] : undefined
      if (own !== undefined) return answer(known?.acts?.[own]?.call)
      const acts = act === 'save' ? (['create', 'update'] as const) : [act as ResourceCall]
      return anyShape(acts.flatMap((one) => known?.calls[one] ?? []).map(answer))
    },
  }
}

function sourcesIn({ data }: Readonly<Record<string, unknown>>): readonly unknown[] {
  return isRecord(data) ? Object.values(data) : []
}

const areaOf = (file: string) => file.replace(/^locales\/|\.json$/g, '')

/** A text's key and the names of its places. */
type LocaleText = readonly [string, readonly string[]]

type Entry = Readonly<Record<string, unknown>>

/** Entries of a menu, those below others too. */
function entriesIn(menu: unknown): Entry[] {
  if (!Array.isArray(menu)) return []
  return menu.filter(isRecord).flatMap((entry) => [entry, ...entriesIn(entry['children'])])
}

function systemMenus(systems: unknown): unknown[] {
  return Array.isArray(systems) ? systems.filter(isRecord).map((system) => system['items']) : []
}

function codesOf(entry: Entry | undefined): ReadonlySet<string> | undefined {
  const buttons = entry?.['buttons']
  if (!entry) return undefined
  return new Set((Array.isArray(buttons) ? buttons : []).filter(isRecord).map(({ enCode }) => String(enCode)))
}

/** What a document that stands in several places may name: what any of them gives. */
function together(places: readonly Names[]): Names {
  const [only, second] = places
  if (only && !second) return only
  const pointers = new Set(places.flatMap(({ at }) => [...at.keys()]))
  return {
    dialogs: union(places.map(({ dialogs }) => dialogs)),
    sources: union(places.map(({ sources }) => sources)),
    state: union(places.map(({ state }) => state)),
    events: union(places.map(({ events }) => events)),
    forms: union(places.map(({ forms }) => forms)),
    rights: union(places.map(({ rights }) => rights)),
    searches: new Map([['', [...new Set(places.flatMap(({ searches }) => searches?.get('') ?? []))]]]),
    submissions: places.flatMap(({ submissions }) => submissions ?? []),
    at: new Map([...pointers].map((pointer) => [pointer, scopesTogether(places, pointer)])),
  }
}

function scopesTogether(places: readonly Names[], pointer: string): Scope {
  const shapes = new Map<string, Shape[]>()
  for (const { at } of places)
    for (const [name, shape] of at.get(pointer) ?? []) shapes.set(name, [...(shapes.get(name) ?? []), shape])
  return new Map([...shapes].map(([name, all]) => [name, anyShape(all)]))
}

/** Undefined where one of them is not known. */
function union(sets: readonly (ReadonlySet<string> | undefined)[]): ReadonlySet<string> | undefined {
  return sets.includes(undefined) ? undefined : new Set(sets.flatMap((set) => [...(set ?? [])]))
}
