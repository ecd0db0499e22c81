import { isRecord } from '../json'
import type { NodeGives, NodePlace } from '../page/gives'
import { nodes } from '../page/nodes'
import type { JsonSchema } from '../schema/json-schema'
import { fieldsIn, fieldsShape, formScopes } from './form-scopes'
import {
  type Members,
  recordOf,
  recordShape,
  SAVED,
  saves,
  takenShape,
  takesOf,
  valueShape,
} from './given-values'
import { listScopes, searchNames } from './list-scopes'
import { type Names, type Scope, surroundingNames, withNames } from './names'
import { PageState } from './page-state'
import { below } from './positions'
import { anyShape, entryOf, NUMBER, type Shape, schemaShape } from './shape'
import { SourceShapes } from './source-shapes'
import { gives, isSteps, resultAfter, type StepAnswers } from './steps'
import type { Submission } from './submission'
import { submissionOf, type Takers } from './submissions'

/** What gathering asks of the project. */
export interface Gathered extends StepAnswers, Takers {
  /** A document's content, by its path below `schemas/`; undefined when there is none. */
  content(file: string): unknown
  /** Codes of the buttons of a menu entry; undefined when there is no such entry. */
  rights(module: string): ReadonlySet<string> | undefined
  /** The signed-in person. */
  readonly user: Shape
}

/** A list or form where a page uses it, and what it sees there. */
export interface Use {
  readonly file: string
  readonly names: Names
}

/** Events that the shell hears. */
const SHELL_EVENTS = [
  ...['menu.changed', 'password.change', 'mobile.change', 'language.change', 'theme.change', 'view.begin'],
]

/**
 * Gathers what a page gives names to, and what each list and form that it uses sees: sources and their members from the
 * contract's answers, state, dialogs with what every `open` gives them, what nodes and steps say that they give.
 */
export function gatherPage(
  content: unknown,
  project: Gathered,
): { readonly names: Names; readonly uses: readonly Use[] } {
  return new PageGathering(recordOf(content), project).gather()
}

/** What the places of a form see that no page shows: its fields, and of what may stand around it nothing is known. */
export function gatherForm(content: unknown, project: Gathered): Names {
  const outside = withNames(surroundingNames({ user: project.user }), { row: 'open' })
  const at = formScopes(content, outside)
  new PageGathering({}, project).inside(recordOf(content), at)
  return { at }
}

class PageGathering {
  private readonly page: Members
  private readonly project: Gathered
  /** The sources that are seen: the page's, inside a dialog its own too. */
  private data: Members
  private sources: SourceShapes
  private readonly base: Scope
  private readonly rights: ReadonlySet<string> | undefined
  private readonly opens = new Map<string, Map<string, Shape>[]>()
  private readonly events = new Set<string>(SHELL_EVENTS)
  private readonly forms = new Set<string>()
  private readonly searched = new Map<string, Set<string>>()
  private readonly state: PageState
  private at = new Map<string, Scope>()
  private readonly searches = new Map<string, readonly string[]>()
  private uses: {
    file: string
    at: Map<string, Scope>
    searches: ReadonlyMap<string, readonly string[]>
    submission?: Submission | undefined
  }[] = []

  constructor(page: Members, project: Gathered) {
    this.page = page
    this.project = project
    this.data = recordOf(page['data'])
    this.sources = this.shapesOf(this.data)
    this.state = new PageState(page)
    const { module } = page
    this.rights = typeof module === 'string' ? project.rights(module) : undefined
    const { user } = project
    const around = surroundingNames({ user, rights: this.rights, query: this.state.parameters })
    this.base = withNames(around, { data: this.sources.all() })
  }

  gather(): { names: Names; uses: readonly Use[] } {
    // A dialog may be opened by another dialog: with what the first pass found, the second knows what each is given.
    // So is what state is once it has been set; a page with neither is known at once.
    const isKnownAtOnce = ['dialogs', 'state'].every(
      (key) => Object.keys(recordOf(this.page[key])).length === 0,
    )
    for (let pass = isKnownAtOnce ? 1 : 0; pass < 2; pass++) {
      this.at = new Map()
      this.uses = []
      const scope = withNames(this.base, { page: this.state.shape() })
      this.at.set('', scope)
      this.shaping('/data', Object.keys(this.data), scope)
      for (const key of ['title', 'data', 'body', 'onOpen']) this.walk(this.page[key], `/${key}`, scope)
      for (const [name, dialog] of Object.entries(recordOf(this.page['dialogs'])))
        this.dialog(name, dialog, scope)
    }
    const { page, events, forms, searched, at, rights } = this
    const dialogs = recordOf(page['dialogs'])
    const shared = {
      dialogs: new Set(Object.keys(dialogs)),
      sources: new Set(this.sources.names()),
      state: new Set(this.state.names),
      rights,
      events,
      forms,
      searched,
      takes: new Map(
        Object.entries(dialogs).flatMap(([name, dialog]) => {
          const takes = takesOf(recordOf(dialog))
          return takes ? [[name, takes] as const] : []
        }),
      ),
    }
    return {
      names: { ...shared, at, searches: this.searches },
      uses: this.uses.map(({ file, at, searches, submission }) => ({
        file,
        names: { ...shared, at, searches, ...(submission && { submissions: [submission] }) },
      })),
    }
  }

  private shapesOf(data: Members): SourceShapes {
    return new SourceShapes(data, (call) => this.project.answer(call))
  }

  /** What orders the rows of a source, and makes them what they become, sees each. */
  private shaping(pointer: string, names: readonly string[], scope: Scope): void {
    for (const name of names) {
      const row = withNames(scope, { row: entryOf(this.sources.picked(name)), index: NUMBER })
      for (const word of ['sort', 'map']) this.at.set(below(below(pointer, name), word), row)
    }
  }

  /** Steps of a list's or form's buttons open this page's dialogs. */
  inside(document: Members, at: Map<string, Scope>): void {
    const kept = this.at
    this.at = at
    for (const [key, member] of Object.entries(document)) {
      const pointer = `/${key}`
      const scope = at.get(pointer) ?? at.get('')
      if (scope) this.walk(member, pointer, scope)
    }
    this.at = kept
  }

  private dialog(name: string, content: unknown, outside: Scope): void {
    const dialog = recordOf(content)
    const given = new Map<string, Shape[]>()
    for (const names of this.opens.get(name) ?? [])
      for (const [key, shape] of names) given.set(key, [...(given.get(key) ?? []), shape])
    for (const [key, kind] of takesOf(dialog) ?? [])
      if (!given.has(key))
        given.set(
          key,
          [takenShape(kind)].filter((shape) => shape !== 'open'),
        )
    const scope = new Map([
      ...outside,
      ...[...given].map(([key, shapes]) => [key, anyShape(shapes)] as const),
    ])
    if (saves(dialog)) scope.set('row', anyShape([...(given.get('row') ?? []), SAVED]))
    const ofPage = this.data
    const own = recordOf(dialog['data'])
    const pointer = below('/dialogs', name)
    this.data = { ...ofPage, ...own }
    this.sources = this.shapesOf(this.data)
    scope.set('data', this.sources.all())
    // They are asked for by what the dialog was given; what is typed in its form asks nothing.
    this.at.set(below(pointer, 'data'), new Map(scope))
    this.shaping(below(pointer, 'data'), Object.keys(own), scope)
    if (typeof dialog['form'] === 'string') {
      const file = `forms/${dialog['form']}`
      const loaded = this.loaded(dialog, scope)
      this.addForm(file, scope, loaded, dialog['submit'])
      scope.set('form', anyShape([this.fieldsOf(file), ...loaded]))
    }
    this.at.set(pointer, scope)
    for (const [key, member] of Object.entries(dialog)) this.walk(member, below(pointer, key), scope)
    this.data = ofPage
    this.sources = this.shapesOf(ofPage)
  }

  /** Beside its fields a form holds what its record has. */
  private loaded(dialog: Members, scope: Scope): Shape[] {
    const { record, load } = dialog
    const call = recordOf(load)['call']
    return [...(call === undefined ? [] : [this.project.answer(call)]), ...recordShape(record, scope)]
  }

  private walk(value: unknown, pointer: string, outside: Scope): void {
    if (Array.isArray(value)) {
      this.list(value, pointer, outside)
      return
    }
    if (!isRecord(value)) return
    this.step(value, pointer, outside)
    const entered = this.node(value, pointer, outside)
    // A list in the page says by itself what its places see.
    const scope = this.at.get(pointer) ?? entered
    for (const key of Object.keys(value)) {
      const member = value[key]
      if (typeof member !== 'object') continue
      const place = below(pointer, key)
      this.walk(member, place, this.at.get(place) ?? scope)
    }
  }

  /** Of steps each sees what those before it answered. */
  private list(values: readonly unknown[], pointer: string, outside: Scope): void {
    const areSteps = isSteps(values)
    let scope = outside
    values.forEach((entry, index) => {
      const place = below(pointer, index)
      if (scope !== outside) this.at.set(place, scope)
      this.walk(entry, place, scope)
      if (areSteps) scope = resultAfter(recordOf(entry), scope, this.project)
    })
  }

  private step(value: Members, pointer: string, scope: Scope): void {
    const given = gives(value, scope, this.project)
    if (!given) return
    for (const [word, names] of Object.entries(given.names ?? {}))
      this.at.set(below(pointer, word), withNames(scope, names))
    for (const [path, shape] of Object.entries(given.writes ?? {})) this.state.write(path, shape)
    if (typeof given.opens?.dialog === 'string') this.open(given.opens.dialog, given.opens.with, scope)
  }

  /** What a node gives to what is in it. */
  private node(value: Members, pointer: string, outside: Scope): Scope {
    const given = nodes.get(String(value['node']))?.gives?.(value, this.placeOf(outside))
    if (!given) return outside
    this.take(given, value, pointer, outside)
    const { '': own, ...within } = given.names ?? {}
    const scope = own ? withNames(outside, own) : outside
    if (own) this.at.set(pointer, scope)
    for (const [words, names] of Object.entries(within))
      this.at.set(words.split('/').reduce(below, pointer), withNames(scope, names))
    return scope
  }

  private placeOf(scope: Scope): NodePlace {
    return {
      scope,
      rowOf: ({ rows, source }) =>
        rows === undefined ? this.sources.rowOf(source) : entryOf(valueShape(rows, scope)),
      answer: (call) => this.project.answer(call),
      filledIn: ({ ref, fields, schema, record }) => {
        if (Array.isArray(fields))
          return anyShape([fieldsShape(fieldsIn(fields)), ...recordShape(record, scope)])
        if (typeof ref !== 'string') return isRecord(schema) ? schemaShape(schema as JsonSchema) : 'open'
        return anyShape([this.fieldsOf(`forms/${ref}`), ...recordShape(record, scope)])
      },
    }
  }

  private take(given: NodeGives, value: Members, pointer: string, outside: Scope): void {
    for (const [path, shape] of given.writes ?? []) this.state.write(path, shape)
    for (const event of given.hears ?? []) this.events.add(event)
    if (given.form?.name !== undefined) this.forms.add(String(given.form.name))
    if (given.form && Array.isArray(given.form.fields))
      this.ownForm(given.form.fields, pointer, outside, recordShape(given.form.record, outside))
    if (given.form && typeof given.form.ref === 'string')
      this.addForm(
        `forms/${given.form.ref}`,
        outside,
        recordShape(given.form.record, outside),
        given.form.submit,
      )
    if (!given.isList) return
    if (value['ref'] === undefined) this.ownList(value, pointer, value['source'], outside)
    else this.addList(`lists/${String(value['ref'])}`, value['source'], outside)
  }

  private open(dialog: string, given: unknown, scope: Scope): void {
    const names = Object.keys(recordOf(this.page['dialogs']))
    for (const name of dialog.includes('${') ? names : [dialog]) {
      const shapes = Object.entries(recordOf(given)).map(
        ([key, value]) => [key, valueShape(value, scope)] as const,
      )
      this.opens.set(name, [...(this.opens.get(name) ?? []), new Map(shapes)])
    }
  }

  private addList(file: string, source: unknown, outside: Scope): void {
    const list = recordOf(this.project.content(file))
    const { at, calls } = this.listed(list, source, outside)
    this.uses.push({ file, at, searches: new Map([['', calls]]) })
    this.inside(list, at)
  }

  /** A list that stands in the page itself. */
  private ownList(list: Members, pointer: string, source: unknown, outside: Scope): void {
    const { at, calls } = this.listed(list, source, outside)
    for (const [place, scope] of at) this.at.set(`${pointer}${place}`, scope)
    this.searches.set(pointer, calls)
  }

  /** What the places of a list see, and the calls that its search goes with. */
  private listed(list: Members, source: unknown, outside: Scope) {
    const search = searchNames(list)
    const at = listScopes(list, this.sources.rowOf(source), outside)
    const call = recordOf(this.data[String(source)])['call']
    if (typeof source === 'string') {
      const known = this.searched.get(source) ?? new Set()
      for (const name of search) known.add(name)
      const { field } = recordOf(list['left'])
      if (typeof field === 'string') known.add(field)
      this.searched.set(source, known)
    }
    return { at, calls: typeof call === 'string' ? [call] : [] }
  }

  private addForm(file: string, outside: Scope, loaded: readonly Shape[], submit?: unknown): void {
    const form = recordOf(this.project.content(file))
    const at = formScopes(form, outside, loaded)
    const submission = submissionOf(submit, this.project)
    this.uses.push({ file, at, searches: new Map(), submission })
    this.inside(form, at)
  }

  /** A form whose fields stand in the page itself. */
  private ownForm(fields: unknown, pointer: string, outside: Scope, loaded: readonly Shape[]): void {
    for (const [place, scope] of formScopes({ fields }, outside, loaded))
      this.at.set(place === '' ? below(pointer, 'fields') : `${pointer}${place}`, scope)
  }

  private fieldsOf(file: string): Shape {
    const content = this.project.content(file)
    return content === undefined ? 'open' : fieldsShape(fieldsIn(recordOf(content)['fields']))
  }
}
