import { parentPort } from 'node:worker_threads'
import type { FromThread } from './pool'
import { type TaskName, tasks } from './tasks'

/** The program of a thread: does one piece of work after the other. */
const post = (message: FromThread) => parentPort?.postMessage(message)
parentPort?.on('message', ({ task, input }: { readonly task: TaskName; readonly input: never }) => {
  try {
    post({ output: tasks[task](input) })
  } catch (error) {
    post({ error: String(error) })
  }
})
post({ isReady: true })
