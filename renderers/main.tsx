import '@arco-design/web-react/es/_util/react-19-adapter'
import '@arco-design/web-react/es/style/index.css'
import './shell/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './shell'

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
