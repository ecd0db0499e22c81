import SparkMD5 from 'spark-md5'

/** Bytes that are hashed at once (`spec/widgets.md §9`). */
const SLICE = 10_240_000

/** Asked with a file, answers `{ hash }` or `{ error }`; a large file keeps its page free. */
addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  try {
    const md5 = new SparkMD5.ArrayBuffer()
    for (let at = 0; at < data.size; at += SLICE) md5.append(await data.slice(at, at + SLICE).arrayBuffer())
    postMessage({ hash: md5.end() })
  } catch (error) {
    postMessage({ error: String(error) })
  }
})
