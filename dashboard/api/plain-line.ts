// Words of people that are stored and shown to others: no terminal obeys them, they turn no text around, and every table takes them.

import { withoutControls } from '../../core/text/controls.ts'

export const isPlainLine = (text: string): boolean => text.isWellFormed() && withoutControls(text) === text
