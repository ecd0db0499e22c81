import { isRecord } from '../json'
import { fieldsIn, fieldsShape, formScopes } from './form-scopes'
import {
  type Members,
  recordOf,
  recordShape,
  referenceIn,
  SAVED,
  saves,
  takesOf,
  valueShape,
} from './given-values'
import { listScopes, MOVED, searchNames } from './list-scopes'
import { BASE_SCOPE, type Names, type Scope } from './names'
import { below } from './positions'
import { anyShape, entryOf, listShape, memberOf, membersShape, type Shape } from './shape'
import { SourceShapes } from './source-shapes'

/** What gathering asks of the project. */
export interface Gathered {
  /** A document's content, by its path below `schemas/`; undefined when there is none. */
  content(file: string): unknown
  /** What a call answers. */
  answer(call: string): Shape
  /** Codes of the buttons of a menu entry; undefined when there is no such entry. */
  rights(module: string): ReadonlySet<string> | undefined
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
 * contract's answers, state, dialogs with what every `open` gives them, rows of lists, fields of forms.
 */
export function gatherPage(
  content: unknown,
  project: Gathered,
): { readonly names: Names; readonly uses: readonly Use[] } {
  const page = new PageGathering(recordOf(content), project)
  return page.gather()
}

class PageGathering {
  private readonly page: Members
  private readonly project: Gathered
  private readonly sources: SourceShapes
  private readonly base: Scope
  private readonly opens = new Map<string, Map<string, Shape>[]>()
  private readonly events = new Set<string>(SHELL_EVENTS)
  private readonly searched = new Map<string, Set<string>>()
  private readonly states = new Map<string, Shape[]>()
  private at = new Map<string, Scope>()
  private readonly searches = new Map<string, readonly string[]>()
  private uses: {
    file: string
    at: Map<string, Scope>
    searches: ReadonlyMap<string, readonly string[]>
  }[] = []

  constructor(page: Members, project: Gathered) {
    this.page = page
    this.project = project
    this.sources = new SourceShapes(recordOf(page['data']), (call) => project.answer(call))
    this.base = new Map([...BASE_SCOPE, ['data', this.sources.all()]])
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
      const scope = this.withState()
      this.at.set('', scope)
      for (const name of Object.keys(recordOf(this.page['data']))) {
        const row: [string, Shape] = ['row', entryOf(this.sources.picked(name))]
        for (const word of ['sort', 'map'])
          this.at.set(below(below('/data', name), word), new Map([...scope, row, ['index', 'open']]))
      }
      for (const key of ['title', 'data', 'body', 'onOpen']) this.walk(this.page[key], `/${key}`, scope)
      for (const [name, dialog] of Object.entries(recordOf(this.page['dialogs'])))
        this.dialog(name, dialog, scope)
    }
    const { page, events, searched, at } = this
    const module = page['module']
    const shared = {
      dialogs: new Set(Object.keys(recordOf(page['dialogs']))),
      sources: new Set(Object.keys(recordOf(page['data']))),
      state: new Set(Object.keys(recordOf(page['state']))),
      rights: typeof module === 'string' ? this.project.rights(module) : undefined,
      events,
      searched,
      takes: new Map(
        Object.entries(recordOf(page['dialogs'])).flatMap(([name, dialog]) => {
          const takes = takesOf(recordOf(dialog))
          return takes ? [[name, takes] as const] : []
        }),
      ),
    }
    return {
      names: { ...shared, at, searches: this.searches },
      uses: this.uses.map(({ file, at, searches }) => ({ file, names: { ...shared, at, searches } })),
    }
  }

  /** `page` as it is after what is written to it is known: the choice of a tree, what `set` puts there. */
  private withState(): Scope {
    const state = Object.keys(recordOf(this.page['state'])).map(
      (name) => [name, anyShape(this.states.get(name) ?? [])] as const,
    )
    return new Map([...this.base, ['page', membersShape(state)]])
  }

  private dialog(name: string, content: unknown, outside: Scope): void {
    const dialog = recordOf(content)
    const given = new Map<string, Shape[]>()
    for (const names of this.opens.get(name) ?? [])
      for (const [key, shape] of names) given.set(key, [...(given.get(key) ?? []), shape])
    const declared = takesOf(dialog)
    for (const key of declared?.keys() ?? []) if (!given.has(key)) given.set(key, [])
    const scope = new Map([
      ...outside,
      ...[...given].map(([key, shapes]) => [key, anyShape(shapes)] as const),
    ])
    if (saves(dialog)) scope.set('row', anyShape([...(given.get('row') ?? []), SAVED]))
    if (typeof dialog['form'] === 'string') {
      const file = `forms/${dialog['form']}`
      const loaded = this.loaded(dialog, scope)
      this.addForm(file, scope, loaded)
      scope.set('form', anyShape([this.fieldsOf(file), ...loaded]))
    }
    const pointer = below('/dialogs', name)
    this.at.set(pointer, scope)
    for (const [key, member] of Object.entries(dialog)) this.walk(member, below(pointer, key), scope)
  }

  /** Beside its fields a form holds what its record has. */
  private loaded(dialog: Members, scope: Scope): Shape[] {
    const { record, load } = dialog
    const call = recordOf(load)['call']
    return [...(typeof call === 'string' ? [this.project.answer(call)] : []), ...recordShape(record, scope)]
  }

  private walk(value: unknown, pointer: string, outside: Scope): void {
    if (Array.isArray(value)) {
      for (const [index, entry] of value.entries()) this.walk(entry, below(pointer, index), outside)
      return
    }
    if (!isRecord(value)) return
    const entered = this.enter(value, pointer, outside)
    // A list in the page says by itself what its places see.
    const scope = this.at.get(pointer) ?? entered
    for (const [key, member] of Object.entries(value)) {
      const place = below(pointer, key)
      this.walk(member, place, this.at.get(place) ?? scope)
    }
  }

  /** What an object gives to what is in it. */
  private enter(value: Members, pointer: string, outside: Scope): Scope {
    for (const opened of [value['open'], value['print']])
      if (typeof opened === 'string') this.open(opened, value['with'], outside)
    if (isRecord(value['set'])) this.set(value['set'], outside)
    const names = this.given(value, outside, pointer)
    if (!names) return outside
    const scope = new Map([...outside, ...names])
    this.at.set(pointer, scope)
    return scope
  }

  private given(value: Members, outside: Scope, pointer: string): [string, Shape][] | undefined {
    const { node, name, source } = value
    if (value['each'] !== undefined && value['do'] !== undefined) {
      const list = referenceIn(String(value['each']), outside)
      return [
        [typeof value['as'] === 'string' ? value['as'] : 'item', list ? entryOf(list) : 'open'],
        ['index', 'open'],
      ]
    }
    switch (node) {
      case 'report':
      case 'table': {
        const row = value['rows'] === undefined ? this.sources.rowOf(source) : 'open'
        return [['row', row]]
      }
      case 'list':
        if (value['ref'] === undefined) this.ownList(value, pointer, source, outside)
        else this.addList(`lists/${String(value['ref'])}`, source, outside)
        for (const event of ['expandAll', 'collapseAll']) this.events.add(`${String(source)}.${event}`)
        return undefined
      case 'tree':
        if (typeof name === 'string')
          for (const event of ['expandAll', 'collapseAll']) this.events.add(`${name}.${event}`)
        this.chosen(value['selected'], this.sources.rowOf(source))
        this.chosen(value['checked'], listShape('open'))
        this.moving(value, pointer, outside)
        return [['row', this.sources.rowOf(source)]]
      case 'form': {
        const known = typeof name === 'string' ? name : 'form'
        for (const event of ['submit', 'fold']) this.events.add(`${known}.${event}`)
        if (typeof value['ref'] !== 'string') return [['form', 'open']]
        const loaded = recordShape(value['record'], outside)
        this.addForm(`forms/${value['ref']}`, outside, loaded)
        return [['form', anyShape([this.fieldsOf(`forms/${value['ref']}`), ...loaded])]]
      }
      case 'detail':
        if (typeof value['ref'] === 'string')
          this.addForm(`forms/${value['ref']}`, outside, recordShape(value['record'], outside))
        return undefined
      case 'each': {
        const row = this.shownRow(value, outside)
        const names = new Map([
          ...outside,
          [typeof value['as'] === 'string' ? value['as'] : 'row', row] as const,
        ])
        this.at.set(below(pointer, 'body'), names.set('index', 'open'))
        return undefined
      }
      case 'calendar': {
        const row = this.shownRow(value, outside)
        const known = new Map([...outside, ['row', row] as const])
        for (const word of ['text', 'do', 'muted', 'movable']) this.at.set(below(pointer, word), known)
        const span = (['start', 'end', 'allDay'] as const).map((name) => [name, 'open'] as const)
        this.at.set(below(pointer, 'moved'), new Map([...known, ...span]))
        this.at.set(below(pointer, 'picked'), new Map([...outside, ...span]))
        const moments = [['from', 'open'] as const, ['to', 'open'] as const]
        this.at.set(below(pointer, 'shown'), new Map([...outside, ...moments]))
        return undefined
      }
      case 'map': {
        const row = this.shownRow(value, outside)
        for (const word of ['text', 'popup', 'tone', 'select'])
          this.at.set(below(pointer, word), new Map([...outside, ['row', row] as const]))
        this.chosen(value['selected'], row)
        return undefined
      }
      case 'portal':
        this.at.set(below(pointer, 'save'), new Map([...outside, ['arrangement', 'open'] as const]))
        return undefined
      case 'designer': {
        const names = ['text', 'document', 'problems'].map((given) => [given, 'open'] as const)
        this.at.set(below(pointer, 'change'), new Map([...outside, ...names]))
        return undefined
      }
      case 'flow':
        this.at.set(below(pointer, 'select'), new Map([...outside, ['step', STEP] as const]))
        return undefined
      case 'steps':
        return [['form', 'open']]
      case 'chart':
        for (const word of ['x', 'y'])
          this.at.set(
            below(pointer, word),
            new Map([...outside, ['row', this.shownRow(value, outside)] as const]),
          )
        return value['zoomed'] === undefined ? undefined : [['zoom', 'open']]
      default:
        return undefined
    }
  }

  /** A row of what a node shows: of its own rows, else of its source. */
  private shownRow({ rows, source }: Members, outside: Scope): Shape {
    return rows === undefined ? this.sources.rowOf(source) : entryOf(valueShape(rows, outside))
  }

  /** What a tree gives to the steps that move a record of it, and to what makes records of what is fetched below one. */
  private moving({ source, children }: Members, pointer: string, outside: Scope): void {
    const row = this.sources.rowOf(source)
    const names = [['row', row] as const, ['moved', MOVED] as const]
    this.at.set(below(pointer, 'drag'), new Map([...outside, ...names]))
    this.at.set(below(pointer, 'select'), new Map([...outside, ['row', row] as const]))
    const { call } = recordOf(children)
    const list = typeof call === 'string' ? memberOf(this.project.answer(call), 'list') : undefined
    const fetched = new Map([...outside, ['row', list ? entryOf(list) : 'open'] as const])
    this.at.set(below(below(pointer, 'children'), 'map'), fetched.set('index', 'open'))
  }

  private chosen(selected: unknown, shape: Shape): void {
    const name = /^page\.(\w+)$/.exec(String(selected))?.[1]
    if (name !== undefined) this.stateGets(name, shape)
  }

  private set(values: Members, scope: Scope): void {
    for (const [path, value] of Object.entries(values)) {
      const [root, name, member] = path.split('.')
      if (root !== 'page' || name === undefined) continue
      this.stateGets(name, member === undefined ? valueShape(value, scope) : 'open')
    }
  }

  private stateGets(name: string, shape: Shape): void {
    this.states.set(name, [...(this.states.get(name) ?? []), shape])
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
    const call = recordOf(recordOf(this.page['data'])[String(source)])['call']
    if (typeof source === 'string') {
      const known = this.searched.get(source) ?? new Set()
      for (const name of search) known.add(name)
      const { field } = recordOf(list['left'])
      if (typeof field === 'string') known.add(field)
      this.searched.set(source, known)
    }
    return { at, calls: typeof call === 'string' ? [call] : [] }
  }

  private addForm(file: string, outside: Scope, loaded: readonly Shape[]): void {
    const form = recordOf(this.project.content(file))
    const at = formScopes(form, outside, loaded)
    this.uses.push({ file, at, searches: new Map() })
    this.inside(form, at)
  }

  /** Steps of a list's or form's buttons open this page's dialogs. */
  private inside(document: Members, at: Map<string, Scope>): void {
    const kept = this.at
    this.at = at
    for (const [key, member] of Object.entries(document)) {
      const pointer = `/${key}`
      const scope = at.get(pointer) ?? at.get('')
      if (scope) this.walk(member, pointer, scope)
    }
    this.at = kept
  }

  private fieldsOf(file: string): Shape {
    const content = this.project.content(file)
    return content === undefined ? 'open' : fieldsShape(fieldsIn(recordOf(content)['fields']))
  }
}

/** A step of a flow that was pressed. */
const STEP = membersShape(['id', 'kind', 'state', 'title'].map((name) => [name, 'open'] as const))
