import { isAscii } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire, Module } from 'node:module'
import { dirname } from 'node:path'
import { Script } from 'node:vm'

/** Bytes of the digest before the code. */
const DIGEST = 32

/**
 * Runs a program that is one CommonJS file, here and now. What V8 compiled of it is kept beside it for the runs that follow;
 * what was kept for another program, by another Node or with other flags, or is damaged, is made anew.
 * @param {string} file
 * @returns {boolean} whether it ran from what was kept
 */
export function runCompiled(file) {
  const source = readFileSync(file)
  const cachedData = kept(file, source)
  const script = new Script(Module.wrap(textOf(source)), { filename: file, cachedData })
  const isKept = cachedData !== undefined && script.cachedDataRejected === false
  const module = { exports: {} }
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file))
  // After the run: most functions are compiled when they are first called.
  if (!isKept) keep(file, source, script.createCachedData())
  return isKept
}

/** A program of ASCII alone is not decoded: V8 has it a character a byte. @param {Buffer} source */
const textOf = (source) => source.toString(isAscii(source) ? 'latin1' : 'utf8')

const keptFile = (file) => `${file}.v8`

/** V8 itself tells another version and other flags, and takes any bytes and any source of the same length for its own. */
const digestOf = (source, code) => createHash('sha256').update(source).update(code).digest()

/** @returns {Buffer | undefined} */
function kept(file, source) {
  let bytes
  try {
    bytes = readFileSync(keptFile(file))
  } catch {
    return undefined
  }
  const code = bytes.subarray(DIGEST)
  return digestOf(source, code).equals(bytes.subarray(0, DIGEST)) ? code : undefined
}

function keep(file, source, code) {
  try {
    // What another run reads of it at this moment is not whole, and no more to it than damaged.
    writeFileSync(keptFile(file), Buffer.concat([digestOf(source, code), code]))
  } catch {
    // Where nothing can be written each run compiles anew.
  }
}
