// The commands that pages show, and which of them cannot be run where there is neither a person nor an account nor Docker.

/** Commands that are left out, by their beginning, and why; and what shows that they work all the same. */
const leftOut: readonly { readonly begins: string; readonly because: string }[] = [
  { begins: 'npx cdk', because: 'it needs an AWS account; test/deployment deploys into moto' },
  { begins: 'npm run -s preflight', because: 'it asks an AWS account; test/bin/preflight answers as one' },
  {
    begins: 'export AWS_REGION=',
    because: 'the region is the reader’s; without it the same commands act on local data',
  },
  { begins: 'docker compose', because: 'it needs Docker; test/local/compose.system.test.ts runs what it would' },
  { begins: 'npx D/', because: 'a person approves it in a browser; test/cli/people.system.test.ts does' },
]

export type HowToRun = 'to its end' | 'as a service' | { readonly because: string }

/** How a command is run. */
export const howToRun = (command: string): HowToRun => {
  const left = leftOut.find(({ begins }) => command.startsWith(begins))
  if (left !== undefined) return { because: left.because }
  return command.startsWith('npm start') ? 'as a service' : 'to its end'
}

/** Beginnings for which there is no command any more. */
export const idleReasons = (commands: readonly string[]): readonly string[] =>
  leftOut.map(({ begins }) => begins).filter((begins) => !commands.some((command) => command.startsWith(begins)))

/** Each once, in the order of the page: lines of its shell blocks, and commands within its text. Comments are left out. */
export const commandsIn = (page: string): readonly string[] => {
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    block.replaceAll('\\\n', ' ').split('\n'),
  )
  const withoutBlocks = page.replaceAll(/^```.*?^```$/gms, '')
  const within = [...withoutBlocks.matchAll(/`((?:npm|npx|docker|compaction) [^`]+)`/g)].map(
    ([, command = '']) => command,
  )
  const commands = [...blocks, ...within]
    .map((line) => line.replace(/ +#.*$/, '').trim())
    .flatMap((line) => line.split(' && '))
  return [...new Set(commands)].filter((command) => command !== '')
}
