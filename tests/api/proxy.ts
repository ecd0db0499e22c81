import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { freePort } from './process'

const PROGRAM = process.env['NGINX'] ?? 'nginx'

/** What stands before servers and gives each request to one of them in turn. */
export interface RunningProxy {
  readonly url: string
  /** Which it is. */
  readonly kind: 'nginx' | 'node'
  close(): Promise<void>
}

/** Starts nginx as `services/deploy/nginx.conf` says, but for its ports; where there is none, the least that does the same. */
export async function startProxy(ports: readonly [string, string]): Promise<RunningProxy> {
  return (await startNginx(ports)) ?? startNode(ports)
}

async function startNginx(ports: readonly [string, string]): Promise<RunningProxy | null> {
  const folder = mkdtempSync('/tmp/loam-nginx-')
  // Its workers run as another account.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const config = [
    ['server one:3000 resolve', `server 127.0.0.1:${ports[0]}`],
    ['server two:3000 resolve', `server 127.0.0.1:${ports[1]}`],
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['http {', `http { access_log off; ${own.join(' ')}`],
  ].reduce(
    (text, [output = '', here = '']) => {
      if (!text.includes(output)) throw new Error(`services/deploy/nginx.conf does not say "${output}"`)
      return text.replace(output, here)
    },
    readFileSync('services/deploy/nginx.conf', 'utf8'),
  )
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, config)
  const globals = `daemon off; pid ${join(folder, 'nginx.pid')};`
  const child = spawn(PROGRAM, ['-e', 'stderr', '-p', folder, '-c', file, '-g', globals], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => (output += chunk))
  let isMissing = false
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => {
      isMissing = true
      resolve()
    })
    child.once('exit', () => resolve())
  })
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  const url = `http://127.0.0.1:${port}`
  while (!hasEnded && !(await answers(url))) await new Promise((resolve) => setTimeout(resolve, 50))
  if (hasEnded) {
    rmSync(folder, { recursive: true, force: true })
    if (isMissing) return null
    throw new Error(`nginx has ended: ${output}`)
  }
  return {
    url,
    kind: 'nginx',
    async close() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

/** Each request to the next server, to the other when that one takes no connection; no server that is down is remembered. */
async function startNode(ports: readonly string[]): Promise<RunningProxy> {
  let turn = 0
  const inTurn = () => {
    const at = turn++ % ports.length
    return [...ports.slice(at), ...ports.slice(0, at)]
  }
  const pass = (incoming: IncomingMessage, body: Buffer, [port, ...others] = inTurn()) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' }
    const options = {
      port,
      method: incoming.method,
      path: incoming.url,
      headers,
    }
    const onward = request({ host: '127.0.0.1', agent: false, ...options })
    return new Promise<typeof onward>((resolve, reject) => {
      onward.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNREFUSED' || others.length === 0) return reject(error)
        pass(incoming, body, others).then(resolve, reject)
      })
      onward.once('socket', (socket) => socket.once('connect', () => resolve(onward)))
      onward.end(body)
    })
  }
  const server = createServer(async (incoming, answer) => {
    const fail = () => void (answer.headersSent ? answer.destroy() : answer.writeHead(502).end())
    const pieces: Buffer[] = []
    for await (const piece of incoming) pieces.push(piece as Buffer)
    try {
      const onward = await pass(incoming, Buffer.concat(pieces))
      onward.once('error', fail)
      onward.once('response', (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.once('error', fail)
        reply.pipe(answer)
      })
    } catch {
      fail()
    }
  })
  server.on('upgrade', async (incoming, socket) => {
    const fail = () => void socket.destroy()
    socket.on('error', fail)
    try {
      const onward = await pass(incoming, Buffer.alloc(0))
      onward.once('error', fail)
      onward.once('response', fail)
      onward.once('upgrade', (reply, other, head) => {
        const lines = reply.rawHeaders.flatMap((text, at, all) => (at % 2 ? [] : [`${text}: ${all[at + 1]}`]))
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
        socket.write(head)
        other.on('error', fail)
        other.pipe(socket).pipe(other)
        other.once('close', fail)
        socket.once('close', () => other.destroy())
      })
    } catch {
      fail()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    kind: 'node',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
