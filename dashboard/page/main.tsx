import './main.css'
import { render } from 'preact'

const root = document.getElementById('page')
if (root !== null) render(<p>Compaction</p>, root)
