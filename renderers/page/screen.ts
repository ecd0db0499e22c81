import { type ActionDocument, type ActionRunner, createActionRunner, type Surface } from '@runtime/action'
import { compileExpression, interpolate, type Scope } from '@runtime/expression'
import { truth } from '@runtime/expression/value'
import type { FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { isRecord } from '@runtime/json'
import type { PagePlan } from '@runtime/page'
import type { Permissions } from '@runtime/permission/permission'
import type { Text } from '@runtime/text'
import { proxy, ref, subscribe } from 'valtio/vanilla'
import { focusField } from '../form'
import { dialogScope, type OpenDialog } from './dialogs'
import { pageScope } from './scope'
import { PageSources } from './sources'
import { recordStep } from './trace'

/** Events that a part of the page hears, by `<name>.<event>`. */
type Listener = (payload: unknown) => void

export interface ScreenOptions {
  readonly plan: PagePlan
  readonly host: Host
  readonly route: string
  readonly permissions: Permissions
  /** Drops cached answers by tag. */
  readonly invalidate: (tags: readonly string[]) => void
  /** Events leave the page too: the product around it may hear them. */
  readonly emit: (event: string) => void
}

/**
 * An open page: its state, sources, dialogs and actions. It outlives changes of its document; what was chosen and typed
 * is kept by name.
 */
export class Screen {
  readonly host: Host
  readonly state: Record<string, unknown>
  readonly sources: PageSources
  /** Valtio proxy: the open dialogs, topmost last. */
  readonly dialogs: { open: { dialog: OpenDialog; conflict?: FormRecord | null }[] } = proxy({ open: [] })
  readonly scope: Scope
  readonly runner: ActionRunner
  plan: PagePlan
  private readonly options: ScreenOptions
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly forms = new Map<string, FormStore>()
  private readonly reloaders = new Map<string, () => void>()
  private readonly runners = new Set<ActionRunner>()
  private readonly stopWatching: readonly (() => void)[]
  private nextDialog = 1

  constructor(options: ScreenOptions) {
    this.options = options
    this.plan = options.plan
    this.host = options.host
    this.state = proxy(structuredClone(options.plan.state) as Record<string, unknown>)
    this.sources = new PageSources(options.plan, options.host, () => this.scope)
    const { permissions, host, route } = options
    this.scope = pageScope({
      state: this.state,
      sources: this.sources,
      host,
      route: routeNames(route),
      permissions,
    })
    this.runner = this.runnerFor(undefined)
    this.stopWatching = [
      subscribe(this.state, () => this.sources.sync()),
      ...(host.project ? [host.project.onChange(() => this.sources.refresh())] : []),
    ]
  }

  /** Takes a changed document: new state names get their start, the rest stays. */
  follow(plan: PagePlan): void {
    if (plan === this.plan) return
    this.plan = plan
    this.sources.plan = plan
    for (const [name, value] of Object.entries(plan.state)) {
      if (!(name in this.state)) this.state[name] = structuredClone(value)
    }
    this.sources.sync()
  }

  /** What carries a tag has changed at the server: it is read again, and place, selection and scroll stay. */
  dataChanged(tags: readonly string[]): void {
    void this.reload(this.sources.tagged(tags))
  }

  dispose(): void {
    for (const stop of this.stopWatching) stop()
    for (const runner of this.runners) runner.cancel()
    this.sources.dispose()
  }

  permits(code: string | undefined): boolean {
    return !code || this.options.permissions.button(code)
  }

  get permissions(): Permissions {
    return this.options.permissions
  }

  /** A text with its `${…}` places filled, in the present language. */
  say(text: unknown, scope: Scope): string {
    const filled = interpolate(text, scope)
    return typeof filled === 'object' && filled !== null
      ? this.host.text(filled as Text)
      : this.host.text(String(filled ?? ''))
  }

  /** Whether a condition holds, by the expressions' own idea of truth: an empty list is false. */
  holds(condition: unknown, scope: Scope): boolean {
    return truth(compileExpression(String(condition)).evaluate(scope))
  }

  run(action: ActionDocument, names?: Readonly<Record<string, unknown>>, source?: string): Promise<unknown> {
    return this.runner.run(action, names, source === undefined ? {} : { source })
  }

  /** The runner of a dialog: its form, its names, its own closing. */
  runnerFor(dialog: OpenDialog | undefined): ActionRunner {
    const runner = createActionRunner({
      host: this.host,
      surface: this.surface(dialog),
      scope: dialog ? dialogScope(dialog, this.scope) : this.scope,
      onTrace: recordStep,
    })
    this.runners.add(runner)
    return runner
  }

  registerForm(name: string, form: FormStore): () => void {
    this.forms.set(name, form)
    return () => this.forms.delete(name)
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
    const index = this.dialogs.open.findIndex((open) => open.dialog.id === dialog.id)
    if (index < 0) return
    this.dialogs.open.splice(index, 1)
    dialog.resolve(result)
  }

  /** What somebody else saved meanwhile stands in a dialog, or (null) has been dealt with. */
  settle(dialog: OpenDialog, conflict: FormRecord | null): void {
    const open = this.dialogs.open.find((entry) => entry.dialog.id === dialog.id)
    if (open) open.conflict = conflict
  }

  private openDialog(name: string, names: Readonly<Record<string, unknown>>): Promise<unknown> {
    const plan = this.plan.dialogs.get(name)
    if (!plan) return Promise.reject(new Error(this.host.text('@document.unknownDialog', { name })))
    void this.reload(plan.reloads)
    return new Promise((resolve) => {
      const id = this.nextDialog++
      this.dialogs.open.push({ dialog: ref({ id, name, names, resolve, form: null, draft: null }) })
    })
  }

  private async reload(names: readonly string[]): Promise<void> {
    for (const name of names) this.reloaders.get(name)?.()
    await this.sources.reload(names)
  }

  private formOf(target: string | undefined, dialog: OpenDialog | undefined): FormStore | undefined {
    if (target !== undefined) return this.forms.get(target)
    return dialog?.form ?? [...this.forms.values()].at(-1)
  }

  private surface(dialog: OpenDialog | undefined): Surface {
    return {
      open: (name, names) => this.openDialog(name, names),
      close: (name, result) => {
        const open = this.dialogs.open.map((entry) => entry.dialog)
        const found =
          name === undefined ? (dialog ?? open.at(-1)) : open.findLast((candidate) => candidate.name === name)
        if (found) this.close(found, result)
      },
      set: (path, value) => this.write(path, value, dialog),
      reload: (names) => this.reload(names),
      invalidate: (tags) => {
        this.options.invalidate(tags)
        void this.reload(this.sources.tagged(tags))
      },
      reset: (target) => {
        const form = this.formOf(target, dialog)
        form?.load({}, 'new')
        if (!form && target !== undefined) this.tell(`${target}.reset`, undefined)
      },
      validate: async (target) => {
        const form = this.formOf(target, dialog)
        form?.flush()
        const first = form?.validate()[0]
        if (form && first) focusField(form, first.path)
        return first === undefined
      },
      submit: async (target) => this.tell(`${target ?? 'form'}.submit`, undefined),
      emit: (event, payload) => this.tell(event, payload),
      showErrors: (errors) => {
        const form = this.formOf(undefined, dialog)
        if (!form || errors.length === 0) return false
        const homeless = new Set(form.showErrors(errors))
        const first = errors.find((error) => !homeless.has(error))
        if (first) focusField(form, first.path)
        return homeless.size === 0
      },
      showConflict: (data) => {
        const stored = isRecord(data) ? data['data'] : undefined
        if (!dialog?.form || !isRecord(stored)) return false
        this.settle(dialog, ref(stored))
        return true
      },
    }
  }

  private write(path: string, value: unknown, dialog: OpenDialog | undefined): void {
    const [root, ...members] = path.split('.')
    if (root === 'form') {
      this.formOf(undefined, dialog)?.set(members.join('.'), value)
      return
    }
    const last = members.pop()
    if (last === undefined) return
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
    this.options.emit(event)
  }
}

function routeNames(route: string): Readonly<Record<string, unknown>> {
  const query = Object.fromEntries(new URLSearchParams(window.location.search))
  return { path: route, query }
}
