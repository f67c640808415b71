import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { budgets, compacted, reasonFor } from './compacted.ts'

const facts = [
  'The warehouse in Basel opened in 2019 and has 14 loading bays.',
  'It was built by the same company that runs the harbour.',
  'Orders above 500 euros are shipped without a fee, but only inside the country.',
  'A parcel that is not collected within 12 of 13 days goes back to the sender.',
  'The night shift starts at ten and ends at six in the morning.',
  'Returned goods are checked by hand before they are sold again.',
  'The manager of the warehouse is called Irene and has an office on the second floor.',
  'Nobody may enter the cold store without gloves.',
]
const notice = 'This message was sent automatically, please do not reply to it because nobody reads the mailbox.'
const letter = [
  facts.slice(0, 4).join(' '),
  notice,
  facts.slice(4).join(' '),
  notice,
  'See you in the spring.',
  notice,
].join('\n\n')

const handbook = `# Handbook

${facts[0]} ${facts[1]}

## Shipping

- ${facts[2]} ${facts[3]}
  - Parcels to islands take a week longer than the others.
- ${facts[4]}

## Returns

${facts[5]} ${facts[6]} ${facts[7]}
`

describe('prose', () => {
  it('loses a repeated sentence and keeps the rest in its paragraphs', () => {
    const kept = compacted(`${letter}\n`)
    expect(kept.split(notice)).toHaveLength(2)
    for (const fact of facts) expect(kept).toContain(fact)
    expect(kept).not.toContain('\n\n\n')
    expect(kept).toContain(`${facts[7]}\n\nSee you in the spring.`)
  })

  it('keeps or drops whole sentences, and their numbers with them', () => {
    for (const budget of budgets) {
      const kept = compacted(handbook.repeat(1), budget)
      for (const fact of facts) expect([0, 1]).toContain(kept.split(fact).length - 1)
      expect(kept.includes('12 of 13')).toBe(kept.includes(facts[3] ?? ''))
    }
  })

  it('keeps headings and the marks of list items, and moves nothing under another heading', () => {
    const opened = handbook.split('\n').filter((line) => /^ *- /.test(line))
    for (const budget of budgets) {
      const kept = compacted(handbook, budget)
      expect(kept.match(/^#.*$/gm)).toEqual(['# Handbook', '## Shipping', '## Returns'])
      for (const line of kept.split('\n').filter((each) => /^ *- /.test(each)))
        expect(opened.some((each) => each.startsWith(line.slice(0, 20)))).toBe(true)
      if (kept.includes('islands')) expect(kept.indexOf('- Orders above')).toBeLessThan(kept.indexOf('islands'))
    }
  })

  it('keeps the sentence before one that refers to it', () => {
    for (const budget of budgets) {
      const kept = compacted(handbook, budget)
      if (kept.includes(facts[1] ?? '')) expect(kept).toContain(facts[0])
    }
  })

  it('never lets a mark inside a line come to open the line', () => {
    const marks = [
      '- is how lists begin.',
      '# is called a hash.',
      '> is greater.',
      '``` opens code.',
      '~~~ does so too.',
      '3. is a number.',
    ]
    const text = marks.map((mark, at) => `${facts[at]} ${mark} ${facts[at + 1]}`).join('\n\n')
    for (const budget of budgets) expect(compacted(text, budget)).not.toMatch(/^([-#>`~]|3\.)/m)
  })

  it('loses only repeated sentences in other languages', () => {
    const german = [
      'Das Lager in Basel wurde im Jahr 2019 eröffnet und hat vierzehn Tore.',
      'Die Nachtschicht beginnt um zehn Uhr und endet um sechs Uhr früh.',
      'Niemand darf das Kühlhaus ohne Handschuhe betreten, auch nicht kurz.',
      'Zurückgesandte Ware wird von Hand geprüft, bevor sie wieder verkauft wird.',
      'Ein Paket, das nicht abgeholt wird, geht nach zwölf Tagen an den Absender zurück.',
      'Die Leiterin des Lagers heißt Irene und hat ihr Büro im zweiten Stock.',
      'Bestellungen über fünfhundert Euro werden ohne Gebühr verschickt.',
      'Der Hafen gehört derselben Gesellschaft, die auch die Bahn betreibt.',
      'Im Winter öffnet das Tor erst um sieben, weil die Rampe dann vereist ist.',
      'Wer zu spät kommt, meldet sich beim Pförtner und wartet auf den Schichtleiter.',
      'Die neue Waage misst auf drei Gramm genau und wird jeden Monat geprüft.',
      'Leere Kisten stehen hinter dem Haus und werden freitags abgeholt.',
      'Das Büro ist am Wochenende geschlossen, die Halle dagegen nicht.',
    ]
    const text = german.join(' ')
    for (const budget of budgets) expect(reasonFor(text, budget)).toBe('language-not-covered')
    const twice = `${text}\n\n${text}`
    for (const budget of budgets) expect(compacted(twice, budget).trim()).toBe(text)
  })

  it('stays whole in Chinese and Japanese', () => {
    const chinese =
      '仓库于二〇一九年开放，共有十四个装卸口。夜班从十点开始，六点结束。任何人不得不戴手套进入冷库。'.repeat(1)
    const varied = Array.from({ length: 12 }, (_, at) => chinese.replace('十四', String(at * 3))).join('\n')
    for (const budget of budgets) {
      const kept = compacted(varied, budget)
      for (const sentence of kept.split('\n')) expect(varied).toContain(sentence)
    }
  })

  it('keeps whole sentences of the original, for any English text', () => {
    const sentence = fc.constantFrom(...facts, notice)
    const paragraphs = fc.array(fc.array(sentence, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 8 })
    fc.assert(
      fc.property(paragraphs, fc.constantFrom(...budgets), (written, budget) => {
        const text = written.map((each) => each.join(' ')).join('\n\n')
        const rest = [...facts, notice].reduce((kept, each) => kept.replaceAll(each, ''), compacted(text, budget))
        expect(rest.trim()).toBe('')
      }),
      { numRuns: 100 },
    )
  })
})
