// The addresses that have a screen. Server and page read it, so that both say where there is none.

const accountScreens = ['', 'sessions', 'usage', 'keys', 'command-line', 'members', 'settings'] as const
export type AccountScreen = (typeof accountScreens)[number]

export const isAccountScreen = (name: string): name is AccountScreen => accountScreens.some((screen) => screen === name)

/** Whether the page has a screen at this path. Without an account it is that of the person's first one. */
export const hasScreen = (path: string): boolean => {
  const [, section = '', id, screen = '', ...more] = path.replace(/(?<=.)\/$/, '').split('/')
  if (section === 'accounts') return isAccountScreen(screen) && more.length <= (screen === 'sessions' ? 1 : 0)
  if (isAccountScreen(section)) return id === undefined
  return section === 'join' || section === 'device'
}
