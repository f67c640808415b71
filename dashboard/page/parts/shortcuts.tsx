// Keys for those who do not want to point: `g` and a letter opens a screen, `j` and `k` walk through the rows of its table, Escape
// leaves the filter.

import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { AccountEntry } from '../data/types.ts'
import { Dialog } from './dialog.tsx'
import type { Place } from './places.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))

/** Marks the next or previous row that leads somewhere, and puts the focus on its link. */
const walk = (way: 1 | -1): void => {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main tbody a')]
  const from = links.indexOf(document.activeElement as HTMLAnchorElement)
  const next = from < 0 ? (way > 0 ? 0 : links.length - 1) : from + way
  links[next]?.focus()
}

const filter = '[data-shortcut="/"]'

const isFilter = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches(filter)

const press = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click()
const focus = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus()

/** Listens as long as the frame stands. */
export const useShortcuts = (places: readonly Place[]) => {
  const { route } = useLocation()
  const [isHelpOpen, setHelpOpen] = useState(false)
  useEffect(() => {
    let isGoing = false
    const heard = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && isFilter(event.target)) event.target.blur()
      const isMeant = !event.metaKey && !event.ctrlKey && !event.altKey && !isTyping(event.target)
      if (!isMeant || document.querySelector('dialog[open]') !== null) return
      if (isGoing) {
        const place = places.find(({ shortcut }) => shortcut === event.key)
        if (place !== undefined) route(place.path)
      } else if (event.key === 'j') walk(1)
      else if (event.key === 'k') walk(-1)
      else if (event.key === '?') setHelpOpen(true)
      else if (event.key === 'n' || event.key === '/') {
        // Otherwise the field that gets the focus gets the letter too.
        event.preventDefault()
        if (event.key === 'n') press('[data-shortcut="n"]')
        else focus(filter)
      }
      isGoing = !isGoing && event.key === 'g'
    }
    addEventListener('keydown', heard)
    return () => removeEventListener('keydown', heard)
  }, [places, route])
  return { isHelpOpen, closeHelp: () => setHelpOpen(false) }
}

/** What `n` makes: on the screen of keys, and on that of members. */
const makes = ({ permissions }: AccountEntry): readonly (readonly [string, string])[] => {
  if (permissions.includes('manage-members')) return [['n', 'New key, new invitation']]
  return permissions.includes('generate-key') ? [['n', 'New key']] : []
}

interface HelpProps {
  readonly account: AccountEntry
  readonly places: readonly Place[]
  readonly close: () => void
}

export const ShortcutHelp = ({ account, places, close }: HelpProps) => {
  const keys: readonly (readonly [string, string])[] = [
    ...places.map(({ name, shortcut }): readonly [string, string] => [`g ${shortcut}`, name]),
    ['j, k', 'Next and previous row'],
    ['Enter', 'Open the row'],
    ['/', 'Filter'],
    ['Esc', 'Leave the filter, close a dialog'],
    ...makes(account),
    ['?', 'These keys'],
  ]
  return (
    <Dialog title="Keys" onCancel={close}>
      <dl class="facts">
        {keys.map(([key, name]) => (
          <div key={key}>
            <dt>
              <code>{key}</code>
            </dt>
            <dd class="small">{name}</dd>
          </div>
        ))}
      </dl>
      <div class="actions">
        <button type="button" class="primary" onClick={close} autofocus>
          Close
        </button>
      </div>
    </Dialog>
  )
}
