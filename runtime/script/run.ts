import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { isRecord } from '../json'
import {
  readEffect,
  readLog,
  readRequest,
  type ScriptEffect,
  type ScriptLog,
  type ScriptRequest,
} from './effects'
import { SCRIPT_LIMITS } from './limits'
import { PRELUDE } from './prelude'

/** What a script is given; everything in it crosses into the sandbox as JSON. */
export interface ScriptInput {
  /** Further members of the parameter object: `data`, `index`, `row`. */
  readonly names?: Readonly<Record<string, unknown>>
  /** Values of the form; without them there are no functions that set any. */
  readonly formData?: Readonly<Record<string, unknown>>
  readonly rowIndex?: number
  /** The sub-table in whose row the script runs. */
  readonly table?: string
  /** A list's script: `refresh` is there. */
  readonly list?: boolean
  /** It is tried out: its log is heard, and where it failed is told. */
  readonly trial?: boolean
  readonly user: unknown
}

export interface ScriptJob {
  /** Source of a function, as the document has it. */
  readonly source: string
  /** Milliseconds of computing. */
  readonly time: number
  readonly input: ScriptInput
}

/** Why a script was ended; `threw` is a mistake in it, `refused` its own verdict, the others are limits. */
export type ScriptTrouble =
  | 'syntax'
  | 'threw'
  | 'refused'
  | 'time'
  | 'memory'
  | 'stack'
  | 'effects'
  | 'waiting'
  | 'crashed'

export type ScriptOutcome =
  | { readonly state: 'done'; readonly value: unknown }
  | {
      readonly state: 'failed'
      readonly reason: ScriptTrouble
      readonly message: string
      /** Of a script that is tried out. */
      readonly at?: ScriptPlace
    }

/** Where in its source a script failed; both count from 1. */
export interface ScriptPlace {
  readonly line: number
  readonly column: number
}

/** What is heard of a script that is tried out, also of one that broke a limit. */
export interface ScriptHeard {
  readonly logs: readonly ScriptLog[]
  /** Of computing. */
  readonly milliseconds: number
}

/** What a run did until it ended or began to wait. A run that broke a limit has no effects in that turn. */
export interface ScriptTurn {
  readonly effects: readonly ScriptEffect[]
  readonly requests: readonly ScriptRequest[]
  /** Absent: it waits. With no request open either it waits for nothing that could come. */
  readonly outcome?: ScriptOutcome
  readonly heard?: ScriptHeard
}

/**
 * One run of one script in an interpreter of its own: what it does to its surroundings dies with it. Time, memory, stack
 * and what it may ask for are limited; none of these limits can be caught by the script.
 */
export class ScriptRun {
  readonly #runtime: QuickJSRuntime
  readonly #context: QuickJSContext
  readonly #job: ScriptJob
  #time: number
  #deadline = 0
  #limit: ScriptTrouble | undefined
  #outcome: ScriptOutcome | undefined
  #effects: ScriptEffect[] = []
  #requests: ScriptRequest[] = []
  #logs: ScriptLog[] = []
  #refusedRequests: number[] = []
  #requested = 0
  #open = 0
  #toasts = 0
  #text = 0
  #hooks: QuickJSHandle | undefined

  constructor(module: QuickJSWASMModule, job: ScriptJob) {
    this.#job = job
    this.#time = job.time
    this.#runtime = module.newRuntime()
    this.#runtime.setMemoryLimit(SCRIPT_LIMITS.memory)
    this.#runtime.setMaxStackSize(SCRIPT_LIMITS.stack)
    this.#runtime.setInterruptHandler(() => this.#isOver())
    this.#context = this.#runtime.newContext()
  }

  start(): ScriptTurn {
    return this.#turn(() => {
      const { source, input } = this.#job
      if (source.length > SCRIPT_LIMITS.source) return this.#end('syntax', 'too long')
      const hooks = this.#prepare(JSON.stringify(input))
      if (!hooks) return
      this.#hooks = hooks
      // On lines of its own, so that a comment at the end does not swallow the bracket.
      const script = this.#context.evalCode(`(\n${source}\n)`, 'script.js')
      if (script.error) return this.#fail(script.error, 'syntax')
      script.value.consume((handle) => this.#use('start', [handle]))
    })
  }

  /** Goes on with the answer to a request; `values` are the form's as they are now. */
  answer(number: number, fine: boolean, data: unknown, values?: ScriptInput['formData']): ScriptTurn {
    return this.#turn(() => {
      this.#open -= 1
      const texts = [JSON.stringify(data ?? null), values ? JSON.stringify(values) : '']
      this.#settle(number, fine, texts[0] ?? 'null', texts[1] ?? '')
    })
  }

  /** True while answers to its requests may come. */
  get isOpen(): boolean {
    return this.#open > 0
  }

  /** False when the interpreter could not be cleared away: its module must not be used again. */
  dispose(): boolean {
    try {
      this.#hooks?.dispose()
      this.#context.dispose()
      this.#runtime.dispose()
      return true
    } catch {
      return false
    }
  }

  #turn(work: () => void): ScriptTurn {
    const begun = performance.now()
    this.#deadline = begun + this.#time
    this.#effects = []
    this.#requests = []
    this.#logs = []
    this.#text = 0
    try {
      work()
      this.#runJobs()
    } catch (error) {
      // A trap of the interpreter itself, never an exception of the script.
      this.#limit ??= reasonOf(String(error)) === 'stack' ? 'stack' : 'crashed'
      this.#outcome = { state: 'failed', reason: this.#limit, message: String(error).slice(0, 200) }
    }
    const milliseconds = performance.now() - begun
    this.#time -= milliseconds
    if (this.#limit && this.#outcome?.state !== 'failed') this.#end(this.#limit, '')
    const broken = this.#limit !== undefined
    return {
      effects: broken ? [] : this.#effects,
      requests: broken ? [] : this.#requests,
      ...(this.#outcome && { outcome: this.#outcome }),
      ...(this.#isTrial && { heard: { logs: this.#logs, milliseconds } }),
    }
  }

  #isOver(): boolean {
    if (!this.#limit && performance.now() > this.#deadline) this.#limit = 'time'
    return this.#limit !== undefined
  }

  /** Promise reactions, also those of reactions: a chain without end meets the limits here. */
  #runJobs(): void {
    for (let jobs = 0; !this.#isOver() && this.#runtime.hasPendingJob(); ) {
      const done = this.#runtime.executePendingJobs(100)
      if (done.error) {
        this.#fail(done.error, 'threw')
        return
      }
      jobs += done.value
      if (jobs > SCRIPT_LIMITS.jobs) this.#limit = 'effects'
      this.#refuseRequests()
    }
  }

  #prepare(input: string): QuickJSHandle | undefined {
    const context = this.#context
    const made = context.evalCode(PRELUDE, 'prelude.js')
    if (made.error) {
      this.#fail(made.error, 'memory')
      return undefined
    }
    const hooks = [
      context.newFunction('emit', (text) => {
        this.#emit(context.getString(text))
        this.#refuseMore()
      }),
      context.newFunction('ask', (number, text) => {
        this.#ask(context.getNumber(number), context.getString(text))
        this.#refuseMore()
      }),
      context.newFunction('end', (text) => this.#ended(context.getString(text))),
      context.newString(input),
    ]
    const result = made.value.consume((prelude) => context.callFunction(prelude, context.undefined, ...hooks))
    for (const hook of hooks) hook.dispose()
    if (!result.error) return result.value
    this.#fail(result.error, 'memory')
    return undefined
  }

  #use(hook: 'start' | 'settle', values: readonly QuickJSHandle[]): void {
    const hooks = this.#hooks
    if (!hooks) return
    const result = this.#context
      .getProp(hooks, hook)
      .consume((method) => this.#context.callFunction(method, this.#context.undefined, ...values))
    if (result.error) this.#fail(result.error, 'threw')
    else result.value.dispose()
    this.#refuseRequests()
  }

  #settle(number: number, fine: boolean, data: string, values: string): void {
    const context = this.#context
    const handles = [context.newNumber(number), context.newString(data), context.newString(values)] as const
    this.#use('settle', [handles[0], fine ? context.true : context.false, handles[1], handles[2]])
    for (const handle of handles) handle.dispose()
  }

  #refuseRequests(): void {
    for (const number of this.#refusedRequests.splice(0))
      this.#settle(number, false, '"This address cannot be reached from a script"', '')
  }

  #emit(text: string): void {
    if (this.#isTooMuch(text)) return
    const told = parse(text)
    const log = this.#isTrial ? readLog(told) : null
    if (log && this.#logs.length < SCRIPT_LIMITS.logs) this.#logs.push(log)
    const effect = readEffect(told)
    if (!effect) return
    if (effect.kind === 'toast') this.#toasts += 1
    this.#effects.push(effect)
    if (this.#effects.length > SCRIPT_LIMITS.effects || this.#toasts > SCRIPT_LIMITS.toasts)
      this.#limit = 'effects'
  }

  #ask(number: number, text: string): void {
    this.#requested += 1
    if (this.#requested > SCRIPT_LIMITS.requests) this.#limit = 'effects'
    if (this.#isTooMuch(text)) return
    const request = readRequest(number, parse(text))
    if (request) {
      this.#open += 1
      this.#requests.push(request)
    } else this.#refusedRequests.push(number)
  }

  #ended(text: string): void {
    if (this.#outcome || this.#isTooMuch(text)) return
    const end = parse(text)
    if (isRecord(end) && end['state'] === 'done') {
      this.#outcome = { state: 'done', value: end['value'] ?? null }
      return
    }
    const told = isRecord(end) ? end : { mistake: true }
    const message = typeof told['message'] === 'string' ? told['message'] : ''
    const stack = this.#isTrial && isRecord(end) ? end['stack'] : undefined
    this.#end(told['mistake'] === true ? reasonOf(message) : 'refused', message, placeIn(stack))
  }

  #isTooMuch(text: string): boolean {
    this.#text += text.length
    if (this.#text > SCRIPT_LIMITS.text) this.#limit = 'effects'
    return this.#limit !== undefined
  }

  /** Long steps (a text of a million characters each) are rarely interrupted: an exception stops them at once. */
  #refuseMore(): void {
    if (this.#limit) throw new Error('too much')
  }

  #fail(error: QuickJSHandle, reason: ScriptTrouble): void {
    const at = this.#isTrial ? this.#placeOf(error) : undefined
    if (this.#limit) {
      error.dispose()
      this.#end(this.#limit, '', at)
      return
    }
    // Reading an error may run the script's own code, which the deadline ends.
    const message = error.consume((handle) => errorText(this.#context.dump(handle)))
    this.#end(reason === 'threw' ? reasonOf(message) : reason, message, at)
  }

  #placeOf(error: QuickJSHandle): ScriptPlace | undefined {
    const context = this.#context
    return context
      .getProp(error, 'stack')
      .consume((stack) => placeIn(context.typeof(stack) === 'string' ? context.getString(stack) : undefined))
  }

  get #isTrial(): boolean {
    return this.#job.input.trial === true
  }

  #end(reason: ScriptTrouble, message: string, at?: ScriptPlace): void {
    this.#outcome = { state: 'failed', reason, message: message.slice(0, 200), ...(at && { at }) }
  }
}

/** The topmost place in the script that a stack of calls names. */
function placeIn(stack: unknown): ScriptPlace | undefined {
  const place = typeof stack === 'string' ? /\bscript\.js:(\d+)(?::(\d+))?/.exec(stack) : null
  // The source begins a line below the bracket around it.
  return place ? { line: Math.max(1, Number(place[1]) - 1), column: Number(place[2] ?? 1) } : undefined
}

function errorText(error: unknown): string {
  if (!isRecord(error)) return String(error)
  return `${String(error['name'] ?? '')}: ${String(error['message'] ?? '')}`
}

/** The interpreter's own errors tell of limits. */
function reasonOf(message: string): ScriptTrouble {
  if (/out of memory/.test(message)) return 'memory'
  if (/stack overflow|Maximum call stack/.test(message)) return 'stack'
  return 'threw'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
