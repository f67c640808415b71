// The compressor as a thread, in the shipped bundle: it answers as the container does, and its end ends nothing else.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workerCompressor } from '../../../adapters/worker/compressor.ts'
import { answerInvocation } from '../../../compressor/invocation.ts'
import { CompressorFailed } from '../../../core/compressor/compressor.ts'
import { publicCompressors } from '../../../core/compressor/contract.ts'
import { workerBundle } from '../../../lib/bundles/shipped-bundles.ts'
import { writeBundle } from '../../../lib/bundles/write-bundle.ts'

const folder = mkdtempSync(join(tmpdir(), 'worker-'))
beforeAll(() => writeBundle(workerBundle, folder))
afterAll(() => rmSync(folder, { recursive: true }))

const shipped = () =>
  workerCompressor({ available: publicCompressors, module: pathToFileURL(join(folder, workerBundle.file)) })
const never = new AbortController().signal
const text = 'The committee has decided that it will be meeting again in the month of March, as it did. '.repeat(30)

describe('a compressor in a thread', () => {
  it.each(publicCompressors)('answers for %s as the container does, several at once', async (engine) => {
    const request = { engine, texts: [text, 'short', ''] }
    const expected = await answerInvocation(Buffer.from(JSON.stringify(request)), never, () => {})
    const compressor = shipped()

    const replies = await Promise.all([1, 2, 3].map(() => compressor.compress(request, never)))

    for (const reply of replies) expect(reply).toEqual(JSON.parse(expected.body))
  })

  it('refuses an engine that is not there, and goes on', async () => {
    const compressor = shipped()

    await expect(compressor.compress({ engine: 'nobody', texts: [text] }, never)).rejects.toThrow(CompressorFailed)
    expect((await compressor.compress({ engine: 'helene-1', texts: ['a'] }, never)).results).toHaveLength(1)
  })

  it('is abandoned when nobody waits any more', async () => {
    const abandoned = new AbortController()
    const asked = shipped().compress({ engine: 'helene-1', texts: Array(2_000).fill(text) }, abandoned.signal)
    abandoned.abort()

    await expect(asked).rejects.toThrow('did not answer')
    await expect(shipped().compress({ engine: 'helene-1', texts: [text] }, AbortSignal.abort())).rejects.toThrow()
  })

  it('starts another thread for a question that finds all busy, up to so many, and lets only so many wait', async () => {
    const module = join(folder, 'waits.mjs')
    // Answers with its thread, once it is asked for the last time.
    writeFileSync(
      module,
      `import{parentPort,threadId}from'node:worker_threads';const all=[];parentPort.on('message',({number,request})=>{
      all.push(number);if(request.texts[0]==='last')for(const one of all.splice(0))
      parentPort.postMessage({number:one,reply:{engine_version:String(threadId),results:[]}})})`,
    )
    const compressor = workerCompressor({ available: [], module: pathToFileURL(module), threads: 2 })
    const ask = (text: string) => compressor.compress({ engine: 'waits', texts: [text] }, never)

    const waiting = Array.from({ length: 126 }, () => ask('more'))
    const last = [ask('last'), ask('last')]
    await expect(ask('too many')).rejects.toThrow('too many wait for the compressor')

    const answered = (await Promise.all([...waiting, ...last])).map(({ engine_version }) => engine_version)
    const shares = [...Map.groupBy(answered, (thread) => thread).values()].map(({ length }) => length)
    expect(shares).toEqual([64, 64])
    expect((await ask('last')).results).toEqual([])
  })

  it('is started again by the next question after it ended', async () => {
    const module = join(folder, 'ends.mjs')
    writeFileSync(
      module,
      `import{parentPort}from'node:worker_threads';let asked=0;parentPort.on('message',({number})=>{
      if(++asked===2)process.exit(1);parentPort.postMessage({number,reply:{engine_version:'ends-1',results:[]}})})`,
    )
    const compressor = workerCompressor({ available: [], module: pathToFileURL(module) })
    const ask = () => compressor.compress({ engine: 'ends', texts: ['a'] }, never)

    expect((await ask()).engine_version).toBe('ends-1')
    await expect(ask()).rejects.toThrow('the compressor ended')
    expect((await ask()).engine_version).toBe('ends-1')
  })

  it('is started again after it said what is no answer, which ends nothing else', async () => {
    const module = join(folder, 'lies.mjs')
    writeFileSync(
      module,
      `import{parentPort,threadId}from'node:worker_threads';parentPort.on('message',({number,request})=>
      parentPort.postMessage({number,reply:request.texts[0]==='lie'?{results:'none'}:{engine_version:'lies-1',results:[]}}))`,
    )
    const compressor = workerCompressor({ available: [], module: pathToFileURL(module), threads: 1 })
    const ask = (text: string) => compressor.compress({ engine: 'lies', texts: [text] }, never)

    await expect(ask('lie')).rejects.toThrow('the compressor ended')
    expect((await ask('a')).engine_version).toBe('lies-1')
  })

  it('reports the error that ended its thread', async () => {
    const reported: unknown[] = []
    const module = pathToFileURL(join(folder, 'nobody.mjs'))
    const compressor = workerCompressor({ available: [], module, report: (error) => reported.push(error) })

    await expect(compressor.compress({ engine: 'a', texts: ['a'] }, never)).rejects.toThrow('the compressor ended')
    expect(reported).toMatchObject([{ code: 'MODULE_NOT_FOUND' }])
  })

  it('is ended once it answers nobody, and started again by the next question', async () => {
    const module = join(folder, 'hangs.mjs')
    // As the real one it answers what nobody waits for any more, too: behind the text that it is at.
    writeFileSync(
      module,
      `import{parentPort,threadId}from'node:worker_threads';parentPort.on('message',({number,request})=>{
      if(request?.texts[0]==='endless')for(;;);
      if(request!==undefined)parentPort.postMessage({number,reply:{engine_version:String(threadId),results:[]}})})`,
    )
    const reported: unknown[] = []
    const options = { available: [], module: pathToFileURL(module), threads: 1, lookMilliseconds: 50 }
    const compressor = workerCompressor({ ...options, report: (error) => reported.push(error) })
    const ask = (text: string, milliseconds: number) =>
      compressor.compress({ engine: 'hangs', texts: [text] }, AbortSignal.timeout(milliseconds))

    const first = await ask('a', 60_000)
    await expect(ask('endless', 10)).rejects.toThrow('did not answer')
    await expect(ask('b', 60_000)).rejects.toThrow('the compressor ended')

    expect(reported).toMatchObject([{ name: 'EngineStuck' }])
    expect((await ask('c', 60_000)).engine_version).not.toBe(first.engine_version)
  })

  it('is not ended while it gets no processor, as in a function that is frozen behind each request', async () => {
    const module = join(folder, 'frozen.mjs')
    writeFileSync(
      module,
      `import{parentPort,threadId}from'node:worker_threads';parentPort.on('message',({number,request})=>{
      if(request?.texts[0]==='frozen')Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0,3_000);
      if(request!==undefined)parentPort.postMessage({number,reply:{engine_version:String(threadId),results:[]}})})`,
    )
    const options = { available: [], module: pathToFileURL(module), threads: 1, lookMilliseconds: 400 }
    const compressor = workerCompressor(options)
    const ask = (text: string, milliseconds: number) =>
      compressor.compress({ engine: 'frozen', texts: [text] }, AbortSignal.timeout(milliseconds))

    const first = await ask('a', 60_000)
    await expect(ask('frozen', 10)).rejects.toThrow('did not answer')

    expect((await ask('b', 60_000)).engine_version).toBe(first.engine_version)
  })

  it('lets only so many wait, those among them for which nobody waits any more', async () => {
    const module = join(folder, 'slow.mjs')
    writeFileSync(module, `import{parentPort}from'node:worker_threads';parentPort.on('message',()=>{})`)
    const compressor = workerCompressor({ available: [], module: pathToFileURL(module), threads: 1 })
    const ask = () => compressor.compress({ engine: 'slow', texts: ['a'] }, AbortSignal.abort())

    for (let count = 0; count < 64; count += 1) await expect(ask()).rejects.toThrow('did not answer')
    await expect(ask()).rejects.toThrow('too many wait for the compressor')
  })
})
