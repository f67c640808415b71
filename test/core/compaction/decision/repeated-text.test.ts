// Lines that stand again in later text, through the pipeline: what goes of the earlier text, when, and what never does.

import { describe, expect, it } from 'vitest'
import { code, firstLine, later, read, type Step, said, saidToo, task, without } from '../later.ts'

describe('text that stands again in later text', () => {
  const [first, second] = [code('a', 0, 60), code('a', 40, 120)]

  it('goes from an earlier read once the cache is cold', async () => {
    const { texts, receipt } = await later([read(first), read(second, '/a.ts', 40)])
    expect(texts).toEqual([without(first, [45, 55]), second])
    expect(receipt).toMatchObject({
      outcome: 'compacted',
      segmentsCompacted: 1,
      tokensSaved: first.length - without(first, [45, 55]).length,
    })
  })

  it('goes as a whole from a passage that was found again, but for its first words', async () => {
    const passage = `The basket is ${'emptied when a voucher was used twice, '.repeat(12)}as everybody knows.`
    const found = { tool: 'lookup', input: { topic: 'basket' }, text: passage }
    const { texts } = await later([found, said('and vouchers?'), found])
    expect(texts).toEqual([passage.slice(0, passage.indexOf(' ', 80)), 'and vouchers?', passage])
  })

  it('goes from what was pasted, and from what a user said between the first turn and the last', async () => {
    const { texts } = await later([said(first), read(first), said(second), said('and now?')])
    // Between what the read has and what was said later, a few lines stay.
    expect(texts).toEqual([without(first, [5, 40], [45, 55]), without(first, [45, 55]), second, 'and now?'])
  })

  it('stays in the first turn of the user, and in the last that says much', async () => {
    expect((await later([read(task)])).texts).toEqual([task])
    expect((await later([said(first), { tool: 'lookup', input: {}, text: first }])).texts).toEqual([first, first])
  })

  it('stays in every message of the first turn', async () => {
    const { texts } = await later([saidToo(first), read(first), said(second)])
    expect(texts).toEqual([first, without(first, [45, 55]), second])
  })

  it('stays in a result whose call is not in the body, and stands nowhere because it stands there', async () => {
    const uncalled: Step = { tool: 'lookup', input: {}, text: first, isUncalled: true }
    for (const steps of [
      [uncalled, read(first)],
      [read(first), uncalled],
    ])
      expect((await later(steps)).texts).toEqual([first, first])
  })

  it('takes nothing from a line of JSON, which would be none', async () => {
    const record = (id: number): string =>
      JSON.stringify({ id, says: `what ${id} says to people who ask, `.repeat(12) })
    const found = (...ids: readonly number[]): Step => ({
      tool: 'lookup',
      input: { ids },
      text: ['Found:', ...ids.map(record)].join('\n'),
    })
    const steps = [found(1, 2), said('and then?'), found(2, 3)]
    expect((await later(steps)).texts).toEqual(steps.map(({ text }) => text))
  })

  it('stays in a file read where the account has come to keep those before it went', async () => {
    const steps = [read(first), read(second, '/a.ts', 40)]
    expect((await later(steps, {}, undefined, { fileReads: 'keep' })).texts).toEqual([first, second])
    expect((await later(steps, {}, undefined, { fileReads: 'repeated' })).texts[0]).toBe(without(first, [45, 55]))
  })

  it('stays in a file read where the account keeps those, and goes from other text', async () => {
    const shown = {
      tool: 'Bash',
      input: { command: 'make test' },
      text: `FAILED\n${code('log', 0, 40).replaceAll('\t', ' says ')}`,
    }
    const { texts } = await later([read(first), read(first, '/a.ts', 2), shown, shown], { fileReads: 'keep' })
    expect(texts).toEqual([first, first, without(shown.text, [5, 36]), shown.text])
    const told: Step = { tool: 'read_memory', input: {}, text: first }
    expect((await later([told, told], { fileReads: 'keep' })).texts).toEqual([first, first])
    expect((await later([told, told])).texts).toEqual([without(first, [5, 55]), first])
  })

  it('stays in the later text for good, whatever becomes of the file that it shows', async () => {
    const written = { tool: 'Write', input: { file_path: '/b.ts', content: 'x' }, text: 'done' }
    const { texts } = await later([read(first), read(second, '/b.ts', 40), written])
    expect(texts).toEqual([without(first, [45, 55]), second, 'done'])
  })

  it('goes from a read that was written anew as much as the engine would take, or as stands again: never both', async () => {
    const written = { tool: 'Write', input: { file_path: '/a.ts', content: 'x' }, text: 'done' }
    const undone = { ...written, text: 'Error: it was not written' }
    const found = (from: number): Step => ({ tool: 'lookup', input: { from }, text: code('a', from, 60) })
    const [heading = ''] = first.split(/(?<=\n)/)
    const steps = (one: Step) => [read(first), one, found(30), said('and now?')]
    const left = async (changed: Step) => (await later(steps(written), {}, firstLine, {}, steps(changed))).texts[0]
    expect(await left(written)).toBe(heading)
    expect(await left(undone)).toBe(first)
    expect((await later(steps(undone))).texts[0]).toBe(without(first, [35, 55]))
  })
})
