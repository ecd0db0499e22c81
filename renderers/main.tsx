import '@arco-design/web-react/es/_util/react-19-adapter'
import '@arco-design/web-react/es/style/index.css'
import './shell/base.css'
import { keepComposing } from '@widgets/shared/composing'
import { createRoot } from 'react-dom/client'
import { previewFrame } from './designer/preview/preview-frame'
import { App } from './shell'

keepComposing(window)
const root = document.getElementById('root')
const frame = previewFrame()
if (root && frame) void import('./shell/preview-window').then(({ drawPreview }) => drawPreview(root, frame))
else if (root) createRoot(root).render(<App />)
