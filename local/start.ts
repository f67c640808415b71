// Opens the service as its options say, prints where it is and a line for each request, and ends it when asked.

import { refuseTakenByNpm } from '../bin/taken-by-npm.ts'
import { UsageFault, usageFaultText } from '../bin/usage-fault.ts'
import { formerDataHint } from './data/former-data.ts'
import { endingLine, exchangeLine } from './exchange-lines.ts'
import { readStartOptions, type StartOptions, startOptions, usage } from './options.ts'
import { askedToEnd } from './process/asked-to-end.ts'
import { outliveReaders } from './process/outlive-readers.ts'
import { StartFault } from './process/start-fault.ts'
import { type LocalServiceOptions, openLocalService } from './service.ts'
import { welcome } from './welcome.ts'

const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

const fail = (error: unknown): never => {
  if (error instanceof UsageFault) {
    say(usageFaultText(error.message, usage))
    process.exit(2)
  }
  if (error instanceof StartFault) say(error.message)
  else say(error instanceof Error ? `The service could not start. ${error.message}` : 'The service could not start.')
  process.exit(1)
}

const run = async (options: StartOptions, replaced: ReplacedParts): Promise<never> => {
  let endAtOnce = (): void => {}
  const asked = askedToEnd(() => {
    endAtOnce()
    process.exit(1)
  })
  const hint = formerDataHint(options.data)
  if (hint !== undefined) say(hint)
  let isReady = false
  const logged = (text: string): void => {
    if (!isReady || options.readyJson) return
    const line = endingLine(text) ?? (options.quiet ? undefined : exchangeLine(text))
    if (line !== undefined) process.stdout.write(`${line}\n`)
  }
  const show = options.showing ? { show: (line: string) => void process.stdout.write(`${line}\n`) } : {}
  const opened = openLocalService({ ...options, ...replaced, ...show, report: say, logged })
  const service = await Promise.race([opened, asked])
  // Before the service is open nothing has to end in order: the children end with this process.
  if (service === undefined) process.exit(0)
  endAtOnce = service.kill
  process.stdout.write(options.readyJson ? `${JSON.stringify(service.facts)}\n` : welcome(service.facts, options))
  isReady = true

  const failure = await Promise.race([service.failed, asked])
  if (failure !== undefined) say(`${failure} The service stops.`)
  await service.close()
  if (!options.readyJson && failure === undefined) process.stdout.write('\nThe service has stopped.\n')
  process.exit(failure === undefined ? 0 : 1)
}

/** For tests: parts that replace the project's own. */
export type ReplacedParts = Pick<LocalServiceOptions, 'compressorScript'>

/** Runs the command line and ends the process: with 0 when asked to end, 1 on failure, 2 for a wrong command line. */
export const start = async (words: readonly string[], replaced: ReplacedParts = {}): Promise<void> => {
  outliveReaders()
  try {
    refuseTakenByNpm({ script: 'start', program: 'npm start', options: startOptions }, process.env)
    const options = readStartOptions(words)
    if (options !== undefined) await run(options, replaced)
    process.stdout.write(`${usage}\n`)
  } catch (error) {
    fail(error)
  }
}
