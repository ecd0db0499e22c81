import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLocales } from '../locales'
import { serveBrowserPart } from './static'

const folder = mkdtempSync(join(tmpdir(), 'loam-static-'))
const app = fastify()
const script = 'console.log("one")\n'.repeat(100)

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, 'index.html'), '<title>Loam</title>')
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}')
  writeFileSync(join(folder, 'assets', 'a.js'), script)
  writeFileSync(join(folder, 'assets', 'a.js.br'), brotliCompressSync(script))
  writeFileSync(join(folder, 'assets', 'a.js.gz'), gzipSync(script))
  await serveBrowserPart(app, folder, openLocales(join(process.cwd(), 'schemas', 'locales')))
})

afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, encoding = 'identity') =>
  app.inject({ url, headers: { 'accept-encoding': encoding } })

test('built files are kept by their name, compressed as the browser takes them', async () => {
  const plain = await get('/assets/a.js')
  expect(plain.body).toBe(script)
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await get('/assets/a.js', 'gzip, br')).headers['content-encoding']).toBe('br')
  expect((await get('/assets/a.js', 'gzip')).headers['content-encoding']).toBe('gzip')
})

test('a page of the application is its first document, asked for anew each time', async () => {
  for (const path of ['/', '/profile', '/dictionary/one', '/redirect//elsewhere.example']) {
    const answer = await get(path)
    expect([answer.statusCode, answer.body], path).toEqual([200, '<title>Loam</title>'])
    expect(answer.headers['cache-control'], path).toBe('no-cache')
  }
})

test('nothing else is there', async () => {
  for (const path of ['/assets/b.js', '/assets/a.js.br', '/assets/a.js.gz', '/api/nothing'])
    expect((await get(path)).statusCode, path).toBe(404)
  expect((await get('/.vite/manifest.json')).body).not.toBe('{}')
  expect((await get('/assets/../../package.json')).body).not.toContain('loam')
})
