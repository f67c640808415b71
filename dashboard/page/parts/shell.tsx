// The frame around every screen: where one can go, which account this is, and who is signed in.

import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type Theme, theme, themes, zone, zones } from '../data/preferences.ts'
import type { ScreenProps } from '../data/types.ts'
import { type Place, placesOf } from './places.ts'
import { ShortcutHelp, useShortcuts } from './shortcuts.tsx'
import { SignOut } from './sign-out.tsx'

const themeNames: Readonly<Record<Theme, string>> = { system: 'As the system', light: 'Light', dark: 'Dark' }

const Preferences = ({ me, account }: ScreenProps) => {
  const { route } = useLocation()
  return (
    <>
      <label>
        Account
        <select value={account.id} onChange={(event) => route(`/accounts/${event.currentTarget.value}`)}>
          {me.accounts.map(({ id, kind }) => (
            <option key={id} value={id}>
              {kind === 'personal' ? 'Personal' : id}
            </option>
          ))}
        </select>
      </label>
      <label>
        Theme
        <select
          value={theme.value}
          onChange={(event) => {
            theme.value = themes.find((one) => one === event.currentTarget.value) ?? 'system'
          }}
        >
          {themes.map((one) => (
            <option key={one} value={one}>
              {themeNames[one]}
            </option>
          ))}
        </select>
      </label>
      <label>
        Time zone
        <select
          value={zone.value}
          onChange={(event) => {
            zone.value = event.currentTarget.value
          }}
        >
          {zones.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
    </>
  )
}

/** Another screen is heard from its beginning, and the next Tab goes on in it: the link that led there says nothing of it. */
const useFocusOn = (path: string) => {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}

/** Escape shuts what a button has opened, and leads back to the button. */
const useShutting = (isOpen: boolean, shut: () => void) => {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const heard = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return
      shut()
      button.current?.focus()
    }
    addEventListener('keydown', heard)
    return () => removeEventListener('keydown', heard)
  }, [isOpen, shut])
  return button
}

export const Shell = ({ children, ...props }: ScreenProps & { readonly children: ComponentChildren }) => {
  const { path } = useLocation()
  const places = placesOf(props.account)
  const shortcuts = useShortcuts(places)
  const { person } = props.me
  const [isOpen, setOpen] = useState(false)
  const more = useShutting(isOpen, () => setOpen(false))
  const main = useFocusOn(path)
  const isCurrent = (place: Place): boolean =>
    path === place.path || (place.name !== 'Overview' && path.startsWith(`${place.path}/`))
  const link = (place: Place) => (
    <a
      key={place.path}
      href={place.path}
      aria-current={isCurrent(place) ? 'page' : undefined}
      onClick={() => setOpen(false)}
    >
      {place.name}
    </a>
  )
  return (
    <div class="shell">
      <a class="skip button" href="#content">
        To the content
      </a>
      <header class={`rail ${isOpen ? 'open' : ''}`}>
        <div class="brand">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="7" fill="var(--gain)" />
            <path d="M8 10h16M8 16h10M8 22h5" stroke="var(--on-gain)" stroke-width="3" stroke-linecap="round" />
          </svg>
          Compaction
        </div>
        <button
          type="button"
          class="more"
          ref={more}
          aria-expanded={isOpen}
          aria-current={places.some((place) => !place.isMain && isCurrent(place)) ? 'true' : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          More
        </button>
        <nav class="main" aria-label="Dashboard">
          {places.filter(({ isMain }) => isMain).map(link)}
        </nav>
        <nav class="other" aria-label="Account">
          {places.filter(({ isMain }) => !isMain).map(link)}
        </nav>
        <div class="rail-foot">
          <Preferences {...props} />
          <div class="person">
            <span title={person.email}>{person.name ?? person.email ?? 'Signed in'}</span>
            <SignOut />
          </div>
        </div>
      </header>
      <main class="content" id="content" tabIndex={-1} ref={main}>
        {children}
      </main>
      {shortcuts.isHelpOpen ? (
        <ShortcutHelp account={props.account} places={places} close={shortcuts.closeHelp} />
      ) : null}
    </div>
  )
}
