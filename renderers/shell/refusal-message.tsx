import { Message } from '@arco-design/web-react'
import '@arco-design/web-react/es/Message/style/css.js'
import { translate } from './language'
import './refusal-message.css'

/** Long enough to be read and answered. */
const MILLISECONDS = 8000

/** Says that a right is lacking, with the way to why. */
export function showRefusal(text: string, ask: () => void): void {
  const close = Message.error({
    duration: MILLISECONDS,
    closable: true,
    content: (
      <>
        {text}
        <button
          type="button"
          className="loam-refusal-why"
          onClick={() => {
            close()
            ask()
          }}
        >
          {translate('@permission.why')}
        </button>
      </>
    ),
  })
}
