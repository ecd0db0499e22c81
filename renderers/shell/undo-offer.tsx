import { Button, Message } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Message/style/css.js'
import { translate } from './language'
import './undo-offer.css'

let next = 1

/** Tells what was done beside a button that takes it back; answers whether it was pressed before it went away. */
export function offerUndo(text: string, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const id = `loam-undo-${next++}`
    const undo = () => {
      resolve(true)
      close()
    }
    const close = Message.success({
      id,
      duration: milliseconds,
      closable: true,
      content: (
        <span className="loam-undo">
          {text}
          <Button size="small" type="text" onClick={undo}>
            {translate('@action.undo')}
          </Button>
        </span>
      ),
      onClose: () => resolve(false),
    })
  })
}
