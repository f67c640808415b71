// Shows an address in the person's browser, where one can be expected.

type Environment = Readonly<Record<string, string | undefined>>

/** The program that opens addresses, and what it is given. None of them is a shell: an address is not read as a command. */
const openerOf = (
  address: string,
  platform: NodeJS.Platform,
  environment: Environment,
): readonly [program: string, ...words: string[]] | undefined => {
  if (platform === 'darwin') return ['open', address]
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address]
  // Over a connection from elsewhere, a browser would open where nobody sits.
  const isHere = environment.SSH_CONNECTION === undefined
  const hasScreen = environment.DISPLAY !== undefined || environment.WAYLAND_DISPLAY !== undefined
  return isHere && hasScreen ? ['xdg-open', address] : undefined
}

const start = async (program: string, words: readonly string[]): Promise<void> => {
  // Loaded where it is needed: most commands start nothing, and each of them should start at once.
  const { spawn } = await import('node:child_process')
  spawn(program, words, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}

/** Whether a browser can be expected; whether it shows the address is not known. */
export const openBrowser = (address: string, platform: NodeJS.Platform, environment: Environment): boolean => {
  const [program, ...words] = openerOf(address, platform, environment) ?? []
  if (program === undefined) return false
  void start(program, words)
  return true
}
