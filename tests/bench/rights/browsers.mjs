// Open browsers: `node browsers.mjs <setting>` opens a socket with each token and says, of each time that all have been told that
// what they may do has changed, when the last of them was.
import WebSocket from 'ws'

const { url, tokens } = JSON.parse(process.argv[2])
const SAMETIME = 50

let told = new Set()

async function open(token, at) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/websocket/${token}?language=zh`)
  socket.on('message', (data) => {
    if (JSON.parse(String(data)).method !== 'authority') return
    told.add(at)
    if (told.size < tokens.length) return
    told = new Set()
    process.send({ lastAt: Date.now() })
  })
  await new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', (code) => reject(new Error(`closed: ${code}`)))
    socket.on('message', (data) => JSON.parse(String(data)).method === 'initMessage' && resolve())
    socket.on('open', () =>
      socket.send(JSON.stringify({ method: 'OnConnection', token, mobileDevice: false })),
    )
  })
}

for (let at = 0; at < tokens.length; at += SAMETIME)
  await Promise.all(tokens.slice(at, at + SAMETIME).map((token, offset) => open(token, at + offset)))
process.on('disconnect', () => process.exit())
process.send({ open: tokens.length })
