import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inject } from 'vitest'

/** What `npm start` runs after the build: the bundled server below its supervisor, leading a group of its own. */
export interface Supervised {
  readonly supervisor: ChildProcess
  /** What both have printed so far. */
  readonly output: () => string
  /** Resolves when a server of it has been ready so many times; throws with what was printed when the supervisor ends before. */
  ready(times?: number): Promise<void>
  /** Process id of the server that runs now. */
  serverPid(): number
  /** The supervisor's exit code. */
  readonly ended: Promise<number | null>
}

/** Runs a command in a terminal of its own, which closes when this program ends (`script` of util-linux). */
const TERMINAL = ['script', '-q', '-e', '-f', '-c']
const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`

/**
 * Starts it once `buildServer` has; `env` names its port and its `LOAM_DATA`, in which the journal of its ends lies too.
 * `inTerminal`: below a terminal, which `supervisor` is then.
 */
export function startSupervised(
  env: Readonly<Record<string, string>> & { readonly LOAM_DATA: string },
  { inTerminal = false } = {},
): Supervised {
  const bin = pathToFileURL(join(process.cwd(), 'services/server/bin/supervisor.mjs')).href
  const script = `
    import { supervise } from ${JSON.stringify(bin)}
    supervise(process.execPath, [${JSON.stringify(join(inject('serverFolder'), 'main.js'))}],
      { journal: process.env.JOURNAL, env: process.env })`
  const { npm_lifecycle_event: _, ...inherited } = process.env
  const program = [process.execPath, '--input-type=module', '-e', script]
  const [file = '', ...args] = inTerminal
    ? [...TERMINAL, program.map(quoted).join(' '), '/dev/null']
    : program
  const supervisor = spawn(file, args, {
    detached: true,
    env: {
      ...inherited,
      ...{ NODE_ENV: 'production', LOAM_ROOT: process.cwd(), HOST: '127.0.0.1', LOAM_MQTT_PORT: '0' },
      // On a busy machine a server may run late and is to answer all the same.
      ...{ LOAM_DEMO: '0', LOAM_SIMULATOR: '0', LOAM_BUSY_DELAY: '0' },
      JOURNAL: join(env.LOAM_DATA, 'ends.jsonl'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const readies = () => output.match(/^ready /gm)?.length ?? 0
  const heard = new EventEmitter().setMaxListeners(0)
  for (const stream of [supervisor.stdout, supervisor.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
      heard.emit('more')
    })
  const ended = new Promise<number | null>((resolve) => supervisor.once('exit', resolve))
  return {
    supervisor,
    output: () => output,
    async ready(times = 1) {
      const over = ended.then((code) => {
        throw new Error(`the supervisor ended with ${code}: ${output}`)
      })
      // It ends at last, and nobody asks any more.
      over.catch(() => undefined)
      while (readies() < times) await Promise.race([once(heard, 'more'), over])
    },
    serverPid: () =>
      Number(
        execFileSync('ps', ['-o', 'pid=', '--ppid', String(supervisor.pid)], { encoding: 'utf8' }).trim(),
      ),
    ended,
  }
}
