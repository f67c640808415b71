// What tools of a browser print of a page in a shell: all that names an element, says its state, or says where one is.

import { describe, expect, it } from 'vitest'
import { compacted } from './compacted.ts'

/** Budgets at which results are sent. */
const depths = [0.5, 0.68, 0.7, 0.72, 0.74, 0.77] as const
const things = ['lamp', 'kettle', 'shelf', 'stove', 'basket']
const thing = (at: number): string => `${things[at % things.length]} ${at}`

const tree = `### Page
- Page URL: http://shop.test/garden
- Page Title: Garden
- Console: 1 errors, 0 warnings
### Snapshot
\`\`\`yaml
- generic [active] [ref=e1]:
  - navigation "Main" [ref=e2]:
    - link "Garden" [ref=e3] [cursor=pointer]:
      - /url: /garden
    - link "Cart (2)" [ref=e4] [cursor=pointer]:
      - /url: /cart
  - main [ref=e5]:
    - combobox "Colour" [ref=e6]:
      - option "Black"
      - option "Green" [selected]
    - checkbox "Gift" [checked] [ref=e7]
    - paragraph [ref=e8]: 3 things, $46.25 in all
    - list [ref=e9]:
${Array.from(
  { length: 18 },
  (_, at) => `      - listitem [ref=e${10 * at + 10}]:
        - heading [level=2] [ref=e${10 * at + 11}]:
          - link "${thing(at)}" [ref=e${10 * at + 12}] [cursor=pointer]:
            - /url: /p/${at + 100}
        - text: In stock
        - button "Add ${thing(at)}" [ref=e${10 * at + 13}]`,
).join('\n')}
\`\`\``

const attributes = `- banner
  - navigation "Main" [ref=e2]
    - list
      - listitem [level=1]
        - link "Garden" [ref=e38]
- main
  - heading "Garden" [level=1, ref=e4]
    - StaticText "Garden"
  - combobox "Colour" [expanded=false, ref=e23]: Black
    - option "Black" [selected, ref=e47]
    - option "Red" [disabled, ref=e48]
  - radio "Small" [checked=false, ref=e24]
  - table "Sizes"
${Array.from({ length: 14 }, (_, at) => `    - row\n      - rowheader "${thing(at)}" [ref=e${at + 60}]\n      - cell "${at + 12} cm"\n        - StaticText "${at + 12} cm"`).join('\n')}`

const numbered = `Filled the field
## Latest page snapshot
uid=3_0 RootWebArea "Garden" url="http://shop.test/garden"
  uid=3_1 navigation "Main"
    uid=3_2 link "Garden" url="http://shop.test/garden"
  uid=3_3 combobox "Colour" value="Green"
    uid=3_4 option "Green" selectable selected value="Green"
${Array.from({ length: 14 }, (_, at) => `  uid=3_${at + 9} link "${thing(at)}" url="http://shop.test/p/${at}"\n  uid=4_${at + 9} "$${at + 3}.50"`).join('\n')}`

const tabs = `### Result
- 0: [Garden](http://shop.test/garden)
- 1: (current) [Cart](http://shop.test/cart)
### Ran Playwright code
\`\`\`js
await page.goto('http://shop.test/cart');
\`\`\`
### Page
- Page URL: http://shop.test/cart
- Page Title: Cart
### Snapshot
- [Snapshot](shots/page-7.yml)`

const pages = `## Pages\n1: about:blank\n2: Garden (http://shop.test/garden) [selected]\n${Array.from({ length: 12 }, (_, at) => `${at + 3}: ${thing(at)} (http://shop.test/p/${at})`).join('\n')}`

describe('a page', () => {
  it.each([
    ['a tree of items', tree],
    ['a tree with attributes', attributes],
    ['a tree under numbers', numbered],
    ['tabs', tabs],
    ['pages under numbers', pages],
    ['a tree behind other output', `${Array.from({ length: 30 }, (_, at) => `waited ${at} ms`).join('\n')}\n${tree}`],
  ])('keeps each of its lines: %s', (_name, text) => {
    const told = text.split('\n').filter((line) => !/^waited|^Filled/.test(line))
    for (const budget of depths) {
      const left = compacted(text, budget).split('\n')
      for (const line of told) if (!line.startsWith('await')) expect(left, `${budget}: ${line}`).toContain(line)
    }
  })

  it.each([
    ['under numbers', (at: number) => `${at + 1}. [GET] http://shop.test/p/${at}.js => [${at === 40 ? 404 : 200}] OK`],
    ['alone', (at: number) => `[${at % 9 === 4 ? 'POST' : 'GET'}] http://shop.test/p/${at}.js => [200] OK`],
    ['with ids', (at: number) => `reqid=${at} GET http://shop.test/p/${at}.js [${at === 40 ? 404 : 200}]`],
  ])('keeps its requests: %s', (_name, request) => {
    const text = `## Network requests\n${Array.from({ length: 60 }, (_, at) => request(at)).join('\n')}`
    for (const budget of depths) expect(compacted(text, budget), `${budget}`).toBe(text)
  })

  it('keeps the error among what its console says, and how much that is', () => {
    const [count, error] = [
      'Total messages: 60 (Errors: 1, Warnings: 0)',
      '[ERROR] Failed to load stats: 500 @ http://shop.test/a.js:12',
    ]
    const said = Array.from({ length: 60 }, (_, at) =>
      at === 31 ? error : `[LOG] cart is new ${at} @ http://shop.test/a.js:${at}`,
    )
    for (const budget of depths) {
      const left = compacted(`${count}\n\n${said.join('\n')}`, budget).split('\n')
      for (const line of [count, said[0], error, said[59]]) expect(left, `${budget}`).toContain(line)
      expect(left.length, `${budget}`).toBeLessThan(20)
    }
  })

  it.each([
    ['events with an arrow', (at: number) => `[INFO] src/a${at}.ts => dist/a${at}.js`],
    ['what a server was asked', (at: number) => `[GET] /orders/${at} => 200 in ${at} ms by a worker`],
    ['what it was asked under numbers', (at: number) => `reqid=${at} GET /orders 200 in ${at} ms`],
    ['values of a debugger', (at: number) => `[DEBUG] cache.lookup => hit after ${at} ms in worker ${at % 3}`],
  ])('is not shown by %s', (_name, line) => {
    const text = Array.from({ length: 120 }, (_, at) => line(at)).join('\n')
    expect(compacted(text).length).toBeLessThan(0.3 * text.length)
  })

  it('is not shown by lists under numbers in settings', () => {
    const text = Array.from({ length: 60 }, (_, at) => `- ${at % 50}: [a, b, c${at}]`).join('\n')
    expect(compacted(text, 0.72).length).toBeLessThan(0.9 * text.length)
  })

  it('is not what a text quotes of one or two elements', () => {
    const steps = Array.from({ length: 60 }, (_, at) => `- step ${at} of the run has passed\n  - in ${at + 3} ms`).join(
      '\n',
    )
    const text = `Clicked [ref=e4], then [ref=e5].\n${steps}`
    expect(compacted(text, 0.77).length).toBeLessThan(text.length / 2)
  })
})
