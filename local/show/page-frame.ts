// The pages that a command writes to be looked at: one file each, which loads nothing and runs no script, and is read on a phone, on
// paper and in the dark.

import { withoutControls } from '../../core/text/controls.ts'
import { inMarkup } from '../../core/text/markup.ts'

/** What is not of ours, line by line: nothing of it is markup, a colour code is seen, and nothing turns the text around. */
export const strangersText = (text: string): string =>
  text
    .split('\n')
    .map((line) => inMarkup(withoutControls(line.replaceAll('\t', '  ').replaceAll('\u001b', '\\e'))))
    .join('\n')

/** A part of such a text that goes: struck out, so that it is told without its colour, too. */
export const goneText = (text: string): string => `<del>${strangersText(text)}</del>`

/** A figure that no line break tears from its unit. */
export const unbroken = (figure: string): string => `<span class="unbroken">${inMarkup(figure)}</span>`

/** A word that the page prints, and what it means. */
export type Meaning = readonly [word: string, meaning: string]

/** What the words mean that stand in the page; nothing where there is none to explain. */
export const meaningsList = (meanings: readonly Meaning[]): string =>
  meanings.length === 0
    ? ''
    : `<details><summary>What the words mean</summary><dl>${meanings
        .map(([word, meaning]) => `<dt>${inMarkup(word)}</dt><dd>${inMarkup(meaning)}</dd>`)
        .join('')}</dl></details>`

const style = `:root { color-scheme: light dark; --line: light-dark(#ddd, #444); --soft: light-dark(#f4f6f6, #23282a);
  --gone: light-dark(#9f2d16, #ff9b82); --gone-ground: light-dark(#fdeae5, #43211b); --left: light-dark(#0b7a75, #4fc1bb) }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 80rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
h1, h2, h3 { line-height: 1.25; overflow-wrap: normal; text-wrap: balance }
h3 { font-size: 1rem; margin: 1.5rem 0 0 }
p, dl { max-width: 44rem } p { margin: .5rem 0 }
pre { font: .75rem/1.45 ui-monospace, monospace; white-space: pre-wrap; border: 1px solid var(--line); border-radius: .25rem; padding: .6rem; margin: .25rem 0; max-height: 26rem; overflow: auto }
del { color: var(--gone); background: var(--gone-ground); text-decoration: line-through }
summary { cursor: pointer; padding: .4rem 0 }
dt { font-weight: 600 } dd { margin: 0 0 .5rem }
:focus-visible { outline: 2px solid var(--left); outline-offset: 2px }
.unbroken { white-space: nowrap }
.sides { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) }
.sides > div > span { font-size: .8125rem }
@media (max-width: 50rem) { .sides { grid-template-columns: minmax(0, 1fr) } }
@media print { pre { max-height: none } }`

interface Page {
  readonly title: string
  /** Markup. */
  readonly heading?: string
  /** Markup. */
  readonly body: string
  /** Of this page alone. */
  readonly style?: string
}

/** The whole document. */
export const pageWith = ({ title, heading = inMarkup(title), body, style: more = '' }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${inMarkup(title)}</title>
<style>${style}
${more}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${body}
</main>
</body>
</html>
`

/** The text as it was sent, with what goes struck out, beside what is left of it. Both in markup. */
export const sideBySide = (
  [sentName, sent]: readonly [string, string],
  [leftName, left]: readonly [string, string],
): string =>
  `<div class="sides">${[
    [sentName, sent],
    [leftName, left],
  ]
    .map(([name, text]) => `<div><span>${name}</span><pre tabindex="0" aria-label="${name}">${text}</pre></div>`)
    .join('')}</div>`
