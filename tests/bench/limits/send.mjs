/**
 * Asks, and answers the code that came back; what came with it is read as it comes, and kept by nobody.
 * @param {{ url: string, token: string }} who @param {string} path @param {FormData | object} [body] without one it is a GET
 */
export async function send({ url, token }, path, body) {
  const isForm = body instanceof FormData
  const answer = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: token, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  return /^\{"code":(\d+)/.exec(text)?.[1] ?? String(answer.status)
}
