import { describe, expect, it } from 'vitest'
import { budgets, compacted } from './compacted.ts'

const service = (name: string): string[] => [
  `  - name: ${name}`,
  '    replicas: 2',
  '    annotations: {}',
  '    nodePort: null',
  '    limits:',
  '      cpu: 500m',
  '      memory: null',
  '    script: |',
  '      echo start',
  '      null',
]
const yaml = ['kind: Deployment', 'services:', ...['web', 'api', 'jobs', 'mail', 'cron', 'sync'].flatMap(service)].join(
  '\n',
)

/** Lines of YAML with the keys that they stand under. */
const paths = (text: string): string[] => {
  const open: { indent: number; line: string }[] = []
  return text.split('\n').map((line) => {
    const indent = line.search(/\S/)
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) open.pop()
    const path = [...open.map((each) => each.line), line.trim()].join(' > ')
    open.push({ indent: line.trim().startsWith('- ') ? indent + 1 : indent, line: line.trim() })
    return path
  })
}

describe('settings', () => {
  it('lose empty values and keep the rest under its key; blocks of text are not read as settings', () => {
    const kept = compacted(yaml)
    expect(kept).not.toMatch(/annotations|nodePort|memory/)
    expect(kept.match(/echo start\n {6}null/g)).toHaveLength(6)
    expect(kept.match(/cpu: 500m/g)).toHaveLength(6)
  })

  it('keep every kept line under its keys, at any budget', () => {
    const before = paths(yaml)
    for (const budget of budgets)
      for (const path of paths(compacted(yaml, budget).trimEnd())) expect(before).toContain(path)
  })

  it('keep the head of the section of every kept INI setting', () => {
    const text = ['a', 'b', 'c']
      .flatMap((name) => [
        `[section.${name}]`,
        ...Array.from({ length: 12 }, (_, at) => `key_${name}_${at} = value ${at}`),
        '',
      ])
      .join('\n')
    for (const budget of budgets) {
      let head = ''
      for (const line of compacted(text, budget).split('\n')) {
        if (line.startsWith('[')) head = line
        else if (line !== '') expect(head).toBe(`[section.${/key_(\w)/.exec(line)?.[1]}]`)
      }
    }
  })
})

describe('pages', () => {
  const page = `<!DOCTYPE html>
<html><head><title>Shop</title>
<style>${'p { margin: 0; color: #333 } '.repeat(20)}</style>
<script>${'window.track = function () { return 1 };'.repeat(20)}</script>
<script type="application/ld+json">{"@type":"Product","price":"19.50"}</script></head>
<body><!-- ${'build 4711 '.repeat(20)} --><h1>Lamp</h1><p>${'Brass, polished by hand, 19.50. '.repeat(12)}</p>
<svg viewBox="0 0 9 9">${'<path d="M0 0L9 9"/>'.repeat(20)}</svg></body></html>`

  it('lose scripts, styles, drawings and comments, and keep text, markup and data', () => {
    expect(compacted(page)).toBe(
      page.replace(/<style>.*?<\/style>|<script>.*?<\/script>|<!--.*?-->|<svg.*?<\/svg>/gs, ''),
    )
  })

  it('keep an element that is never closed', () => {
    const open = page.replace('</svg>', '')
    expect(compacted(open)).toContain('<svg viewBox')
  })

  it('do not include a snippet of HTML, which is code and stays', () => {
    const snippet = page.replace('<!DOCTYPE html>\n<html>', '<div>').replace('</html>', '</div>')
    expect(compacted(snippet)).toBe(snippet)
  })
})
