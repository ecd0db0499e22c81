import { type ActionPlan, type ActionRunner, createActionRunner, type Surface } from '@runtime/action'
import { dataOf } from '@runtime/data'
import { filledText } from '@runtime/document/filled-text'
import type { Computed, Scope } from '@runtime/expression'
import type { FormRecord } from '@runtime/form/plan'
import type { Host } from '@runtime/host'
import { isRecord } from '@runtime/json'
import type { PagePlan } from '@runtime/page'
import type { Permissions } from '@runtime/permission/permission'
import type { Text } from '@runtime/text'
import { proxy, ref, subscribe } from 'valtio/vanilla'
import { dialogScope, type OpenDialog } from './dialogs'
import { prefetchDocument } from './documents'
import { MainList } from './main-list'
import { type PageForm, pageFormOf } from './page-form'
import { PageQuery, type Writer } from './page-query'
import { pageScope } from './scope'
import { PageSources } from './sources'
import { recordStep } from './trace'

/** A form that stands in the page, or in one of its dialogs. */
interface StandingForm {
  readonly name: string
  readonly form: PageForm
  readonly dialog: OpenDialog | undefined
  /** Runs its own submit. */
  readonly save: () => Promise<void>
}

/** Events that a part of the page hears, by `<name>.<event>`. */
type Listener = (payload: unknown) => void

export interface ScreenOptions {
  readonly plan: PagePlan
  readonly host: Host
  readonly route: string
  /** Query of its address as it is opened; null: it has no address of its own. */
  readonly search: string | null
  readonly permissions: Permissions
  /** Events leave the page too: the product around it may hear them. */
  readonly emit: (event: string, payload?: unknown) => void
}

/**
 * An open page: its state, sources, dialogs and actions. It outlives changes of its document; what was chosen and typed
 * is kept by name.
 */
export class Screen {
  readonly host: Host
  readonly state: Record<string, unknown>
  readonly query: PageQuery
  readonly sources: PageSources
  readonly mainList = new MainList()
  /** Valtio proxy: the open dialogs, topmost last. */
  readonly dialogs: { open: { dialog: OpenDialog; conflict?: FormRecord | null }[] } = proxy({ open: [] })
  readonly scope: Scope
  readonly runner: ActionRunner
  plan: PagePlan
  private readonly options: ScreenOptions
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly forms: StandingForm[] = []
  /** What ends the sources of the dialogs that are open. */
  private readonly leaving = new WeakMap<OpenDialog, () => void>()
  private readonly reloaders = new Map<string, () => void>()
  private readonly runners = new Set<ActionRunner>()
  private nextDialog = 1

  constructor(options: ScreenOptions) {
    this.options = options
    this.plan = options.plan
    this.host = options.host
    this.state = proxy(structuredClone(options.plan.state) as Record<string, unknown>)
    this.sources = new PageSources(options.plan, options.host, () => this.scope)
    const { permissions, host, route, search } = options
    this.query = new PageQuery(this.state, options.plan.query, search, () => this.sources.refresh())
    this.scope = pageScope({
      state: this.state,
      sources: this.sources,
      host,
      route: () => ({ path: route, query: this.query.names }),
      permissions,
    })
    this.runner = this.runnerFor(undefined)
  }

  /** Takes a changed document: new state names get their start, the rest stays. */
  follow(plan: PagePlan): void {
    if (plan === this.plan) return
    this.plan = plan
    this.sources.plan = plan
    this.query.declare(plan.query)
    for (const [name, value] of Object.entries(plan.state)) {
      if (!(name in this.state)) this.state[name] = structuredClone(value)
    }
    this.sources.sync()
  }

  /** Follows the page's state and the chosen project until the answer is called, which ends the page for good. */
  watch(): () => void {
    // What was put there while the page was first drawn was heard by nobody.
    this.query.write()
    const stops = [
      subscribe(this.state, () => {
        this.query.write()
        this.sources.sync()
      }),
      this.host.project?.onChange(() => this.sources.refresh()),
      this.host.theme?.onChange(() => this.sources.refresh()),
      this.host.menu?.onChange(() => this.sources.refresh()),
    ]
    return () => {
      for (const stop of stops) stop?.()
      for (const runner of this.runners) runner.cancel()
      this.sources.hide()
    }
  }

  permits(code: string | undefined): boolean {
    return !code || this.options.permissions.button(code)
  }

  get permissions(): Permissions {
    return this.options.permissions
  }

  /** A text with its `${…}` places filled, in the present language. */
  text(text: Computed<Text>, scope: Scope): string {
    return filledText(this.host, text, scope)
  }

  run(action: ActionPlan, names?: Readonly<Record<string, unknown>>, source?: string): Promise<unknown> {
    return this.runner.run(action, names, source === undefined ? {} : { source })
  }

  /**
   * The runner of a dialog: its form, its names, its own closing.
   * @param scope what its steps see; default: the dialog's names before the page's
   */
  runnerFor(dialog: OpenDialog | undefined, scope?: Scope, isQuiet = false): ActionRunner {
    const runner = createActionRunner({
      host: this.host,
      surface: this.surface(dialog, isQuiet),
      scope: scope ?? (dialog ? dialogScope(dialog, this.scope) : this.scope),
      onTrace: recordStep,
    })
    this.runners.add(runner)
    return runner
  }

  /** Runs what the page does as it is opened: nobody pressed anything, so it leaves no entry in the history. */
  begin(): void {
    const { onOpen } = this.plan
    if (onOpen) void this.runnerFor(undefined, undefined, true).run(onOpen)
  }

  /**
   * Keeps what is chosen in a node under a name of the page.
   * @param isQuiet the node chose it by itself
   */
  choose(name: string, value: unknown, isQuiet = false): void {
    if (this.query.has(name)) this.query.put(name, value, { isQuiet })
    else this.state[name] = value
  }

  /** Ends a runner before the page ends. */
  dismiss(runner: ActionRunner): void {
    runner.cancel()
    this.runners.delete(runner)
  }

  /** Fetches the documents of the dialogs that an action opens. */
  prefetch(action: ActionPlan): void {
    for (const name of dialogsOpenedBy(action.map(({ document }) => document))) {
      const { form } = this.plan.dialogs.get(name) ?? {}
      if (form) prefetchDocument(this.host, form)
    }
  }

  /** A form stands in the page, or in one of its dialogs. */
  registerForm(form: StandingForm): () => void {
    this.forms.push(form)
    return () => void this.forms.splice(this.forms.indexOf(form), 1)
  }

  /** Something was typed in a dialog that would be lost with it. */
  isDirty(dialog: OpenDialog): boolean {
    if (dialog.form?.status.dirty) return true
    return this.forms.some((entry) => entry.dialog === dialog && entry.form.isDirty())
  }

  /** A list fetches by itself; this is how `reload` reaches it. */
  registerReload(source: string, reload: () => void): () => void {
    this.reloaders.set(source, reload)
    return () => this.reloaders.delete(source)
  }

  listen(event: string, listener: Listener): () => void {
    const known = this.listeners.get(event) ?? new Set()
    this.listeners.set(event, known.add(listener))
    return () => known.delete(listener)
  }

  close(dialog: OpenDialog, result?: unknown): void {
    if (dialog.inPlace) dialog.resolve(result)
    const index = this.dialogs.open.findIndex((open) => open.dialog.id === dialog.id)
    if (index < 0) return
    this.leaving.get(dialog)?.()
    this.dialogs.open.splice(index, 1)
    dialog.resolve(result)
  }

  /** What somebody else saved in the meantime stands in a dialog, or (null) has been dealt with. */
  settle(dialog: OpenDialog, conflict: FormRecord | null): void {
    if (conflict) dialog.inPlace?.(conflict)
    const open = this.dialogs.open.find((entry) => entry.dialog.id === dialog.id)
    if (open) open.conflict = conflict
  }

  /** Opens a dialog by name; resolves when it closes. */
  open(
    name: string,
    names: Readonly<Record<string, unknown>>,
    { isPrinted = false }: { readonly isPrinted?: boolean } = {},
  ): Promise<unknown> {
    const plan = this.plan.dialogs.get(name)
    // Thrown, not answered: nobody may be waiting for the dialog to be closed.
    if (!plan) throw new Error(this.host.text('@document.unknownDialog', { name }))
    for (const [taken, kind] of Object.entries(plan.takes ?? {}))
      if (!kind.endsWith('?') && (names[taken] ?? null) === null)
        throw new Error(this.host.text('@document.missingTaken', { name: taken, dialog: name }))
    void this.reload(plan.reloads)
    return new Promise((resolve) => {
      const id = this.nextDialog++
      const dialog = ref<OpenDialog>({ id, name, names, resolve, isPrinted, form: null, draft: null })
      this.leaving.set(dialog, this.sources.open(name, dialogScope(dialog, this.scope)))
      this.dialogs.open.push({ dialog })
    })
  }

  private async reload(names: readonly string[]): Promise<void> {
    for (const name of names) this.reloaders.get(name)?.()
    await this.sources.reload(names)
  }

  private formOf(target: string | undefined, dialog: OpenDialog | undefined): PageForm | undefined {
    if (target === undefined && dialog?.form) return pageFormOf(dialog.form)
    return this.standing(target, dialog)?.form
  }

  /** A form by its name, or any; of several the one in the same dialog, and of those the last that came. */
  private standing(target: string | undefined, dialog: OpenDialog | undefined): StandingForm | undefined {
    const named = target === undefined ? this.forms : this.forms.filter(({ name }) => name === target)
    return named.findLast((entry) => entry.dialog === dialog) ?? named.at(-1)
  }

  /** Thrown where a step names a form that does not stand there: nothing was validated, and nothing submitted. */
  private noForm(target: string | undefined): Error {
    if (target === undefined) return new Error(this.host.text('@document.noForm'))
    return new Error(this.host.text('@document.unknownForm', { name: target }))
  }

  private surface(dialog: OpenDialog | undefined, isQuiet: boolean): Surface {
    return {
      open: (name, names, options) => this.open(name, names, options),
      close: (name, result) => {
        const open = this.dialogs.open.map((entry) => entry.dialog)
        const found =
          name === undefined ? (dialog ?? open.at(-1)) : open.findLast((candidate) => candidate.name === name)
        if (found) this.close(found, result)
      },
      set: (path, value, action) => this.write(path, value, dialog, { action, isQuiet }),
      reload: (names) => this.reload(names),
      invalidate: (tags) => {
        dataOf(this.host).invalidate(tags)
      },
      reset: (target) => {
        const form = this.formOf(target, dialog)
        if (form) form.reset()
        else if (target !== undefined && this.listeners.get(`${target}.reset`)?.size)
          this.tell(`${target}.reset`, undefined)
        else throw this.noForm(target)
      },
      validate: async (target) => {
        const form = this.formOf(target, dialog)
        if (!form) throw this.noForm(target)
        return form.validate()
      },
      submit: async (target) => {
        const submit =
          (target === undefined ? dialog?.submit : undefined) ?? this.standing(target, dialog)?.save
        if (!submit) throw this.noForm(target)
        await submit()
      },
      emit: (event, payload) => this.tell(event, payload),
      showErrors: (errors) => {
        const form = this.formOf(undefined, dialog)
        if (!form || errors.length === 0) return false
        return form.showErrors(errors).length === 0
      },
      filled: () => this.formOf(undefined, dialog)?.filled() ?? null,
      showConflict: (data) => {
        const stored = isRecord(data) ? data['data'] : undefined
        if (!dialog?.form || !isRecord(stored)) return false
        this.settle(dialog, ref(stored))
        return true
      },
    }
  }

  private write(path: string, value: unknown, dialog: OpenDialog | undefined, writer: Writer): void {
    const [root, ...members] = path.split('.')
    if (root === 'form') {
      this.formOf(undefined, dialog)?.set(members.join('.'), value)
      return
    }
    const last = members.pop()
    if (last === undefined) return
    if (members.length === 0 && this.query.has(last)) {
      this.query.put(last, value, writer)
      return
    }
    let place = this.state
    for (const member of members) {
      const next = place[member]
      if (typeof next !== 'object' || next === null) place[member] = {}
      place = place[member] as Record<string, unknown>
    }
    place[last] = value
  }

  private tell(event: string, payload: unknown): void {
    for (const listener of this.listeners.get(event) ?? []) listener(payload)
    this.options.emit(event, payload)
  }
}

/** Names of the dialogs that steps open, those within other steps too. */
function dialogsOpenedBy(steps: unknown): readonly string[] {
  if (Array.isArray(steps)) return steps.flatMap(dialogsOpenedBy)
  if (!isRecord(steps)) return []
  const { open, print, ...rest } = steps
  return [
    ...[open, print].filter((name) => typeof name === 'string'),
    ...Object.values(rest).flatMap(dialogsOpenedBy),
  ]
}
