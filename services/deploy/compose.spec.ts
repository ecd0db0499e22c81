import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const folder = 'services/deploy'
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const compose = parse(read('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment?: Readonly<Record<string, string>>
        readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>
        readonly volumes?: readonly string[]
        readonly build?: { readonly context: string; readonly dockerfile: string }
        readonly stop_grace_period?: string
      }
    >
  >
  readonly volumes: Readonly<Record<string, unknown>>
}

/** Where no Docker is, that it names only what there is can be known without; `tests/api/deployment.api.spec.ts` walks what it sets up. */
describe('compose.yaml', () => {
  it('names services, volumes and files that there are', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      const needed = service.depends_on ?? []
      for (const other of Array.isArray(needed) ? needed : Object.keys(needed))
        expect(Object.keys(compose.services), name).toContain(other)
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('.')) expect(existsSync(join(folder, source)), volume).toBe(true)
        else expect(Object.keys(compose.volumes), volume).toContain(source)
      }
      if (service.build)
        expect(existsSync(join(folder, service.build.context, service.build.dockerfile))).toBe(true)
    }
  })

  it('sets nothing that the product does not read', () => {
    const known = readFileSync(join(folder, 'README.md'), 'utf8')
    const { one, two } = compose.services
    for (const name of Object.keys({ ...one?.environment, ...two?.environment }))
      expect(known).toContain(`\`${name}\``)
  })

  it('runs two servers that differ by their name at the broker, and share everything else', () => {
    const { one, two } = compose.services
    expect(one?.environment?.['LOAM_MQTT_CLIENT_ID']).not.toBe(two?.environment?.['LOAM_MQTT_CLIENT_ID'])
    for (const name of ['DATABASE_URL', 'REDIS_URL', 'MQTT_URL', 'S3_BUCKET', 'LOAM_SECRET_KEY'])
      expect(one?.environment?.[name]).toBe(two?.environment?.[name])
    expect(read('nginx.conf')).toMatch(/server one:3000[\s\S]*server two:3000/)
  })

  it('mounts into a server only folders that its image makes for its user', () => {
    // Docker makes a volume's folder as the image has it; one that the image lacks belongs to root.
    const [, made = '', owned = ''] =
      /^RUN mkdir (.+?) && chown node:node (.+)$/m.exec(read('Dockerfile')) ?? []
    for (const { volumes = [] } of [compose.services['one'], compose.services['two']].flatMap(
      (one) => one ?? [],
    ))
      for (const volume of volumes) {
        const target = volume.split(':')[1]
        expect([made.split(' '), owned.split(' ')]).toEqual([
          expect.arrayContaining([target]),
          expect.arrayContaining([target]),
        ])
      }
  })

  it('has no password in it, and names each that has to be given', () => {
    const requested = [...read('compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name)
    const given = [...read('example.env').matchAll(/^(\w+)=$/gm)].map(([, name]) => name)
    expect([...new Set(requested)].sort()).toEqual(given.sort())
  })
})
