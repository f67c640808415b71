// Which screen is shown: by whether somebody is signed in, and by the address. The account stands in the path, so that two tabs can
// show two accounts.

import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { LocationProvider, useLocation } from 'preact-iso'
import { type AccountScreen, hasScreen, isAccountScreen } from './data/paths.ts'
import { useResource } from './data/resource.ts'
import type { Me, ScreenProps } from './data/types.ts'
import { Failure, Skeleton } from './parts/notice.tsx'
import { usePageTitle } from './parts/page-title.ts'
import { firstAccount, placesOf } from './parts/places.ts'
import { Shell } from './parts/shell.tsx'
import { SignInAgain } from './parts/sign-in-again.tsx'
import { CommandLineScreen } from './screens/first-steps/command-line.tsx'
import { KeysScreen } from './screens/keys/keys.tsx'
import { MembersScreen } from './screens/members/members.tsx'
import { NoScreen, NotAllowed } from './screens/no-screen.tsx'
import { OverviewScreen } from './screens/overview/overview.tsx'
import { SessionScreen } from './screens/sessions/session.tsx'
import { SessionsScreen } from './screens/sessions/sessions.tsx'
import { SettingsScreen } from './screens/settings/settings.tsx'
import { Device } from './screens/signing-in/device.tsx'
import { Join } from './screens/signing-in/join.tsx'
import { NoAccount, SignIn } from './screens/signing-in/sign-in.tsx'
import { UsageScreen } from './screens/usage/usage.tsx'

const First = ({ me, section }: { readonly me: Me; readonly section: string }) => {
  const { route } = useLocation()
  const first = firstAccount(me.accounts)
  useEffect(() => {
    if (first !== undefined) route(`/accounts/${first.id}${section === '' ? '' : `/${section}`}`, true)
  }, [first, section, route])
  return first === undefined ? <NoAccount me={me} /> : null
}

const screens: Readonly<Record<AccountScreen, (props: ScreenProps) => JSX.Element | null>> = {
  '': OverviewScreen,
  sessions: SessionsScreen,
  usage: UsageScreen,
  keys: KeysScreen,
  'command-line': CommandLineScreen,
  members: MembersScreen,
  settings: SettingsScreen,
}

const ScreenOf = ({ screen, ...props }: ScreenProps & { readonly screen: AccountScreen }) => {
  const Screen = screens[screen]
  return <Screen {...props} />
}

interface AccountProps extends ScreenProps {
  readonly path: string
}

const Account = ({ path, ...props }: AccountProps) => {
  const { account } = props
  const [, , id = '', section = '', item] = path.split('/')
  const screen = `/accounts/${id}${section === '' ? '' : `/${section}`}`
  const place = placesOf(account).find((one) => one.path === screen)
  const shown = item === undefined ? place?.name : 'Session'
  usePageTitle(shown ?? 'Not allowed', account.kind === 'personal' ? 'Personal' : account.id)
  if (place === undefined)
    return (
      <Shell {...props}>
        <NotAllowed account={account} />
      </Shell>
    )
  return (
    <Shell {...props}>
      {section === 'sessions' && item !== undefined ? (
        <SessionScreen {...props} id={item} key={item} />
      ) : (
        isAccountScreen(section) && <ScreenOf {...props} screen={section} key={`${id}/${section}`} />
      )}
    </Shell>
  )
}

interface SignedInProps {
  readonly me: Me
  readonly path: string
  readonly reload: () => void
}

const SignedIn = ({ me, path, reload }: SignedInProps) => {
  const [, section, id = ''] = path.split('/')
  if (section === 'join') return <Join token={id} me={me} />
  if (section === 'device') return <Device me={me} />
  if (section === 'accounts') {
    const account = me.accounts.find((one) => one.id === id)
    return account === undefined ? (
      <NoAccount me={me} />
    ) : (
      <Account me={me} path={path} account={account} reloadMe={reload} />
    )
  }
  return <First me={me} section={section ?? ''} />
}

const Pages = () => {
  const { path } = useLocation()
  const { data: me, error, reload } = useResource<Me>('/api/me')
  if (!hasScreen(path)) return <NoScreen />
  if (error?.status === 401) return <SignIn />
  if (me === undefined)
    return <main class="center">{error === undefined ? <Skeleton /> : <Failure error={error} retry={reload} />}</main>
  return (
    <>
      <SignedIn me={me} path={path} reload={reload} />
      <SignInAgain />
    </>
  )
}

/** Paths that the page itself shows; everything else is the server's. */
const own = /^\/($|\?|accounts\/|join\/|device($|\?))/

export const App = () => (
  <LocationProvider scope={own}>
    <Pages />
  </LocationProvider>
)
