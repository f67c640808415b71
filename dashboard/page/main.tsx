// The page of the dashboard.

import './styles/base.css'
import './styles/layout.css'
import './styles/parts.css'
import './styles/forced-colors.css'
import './styles/print.css'
import { render } from 'preact'
import { App } from './app.tsx'

const root = document.getElementById('page')
if (root !== null) render(<App />, root)
