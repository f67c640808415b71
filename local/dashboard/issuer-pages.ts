// The pages of the issuer on this machine: plain forms, no script, nothing from elsewhere.

import { localPeople } from './people.ts'

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 22rem; margin: 15vh auto; padding: 0 1rem }
h1 { font-size: 1.25rem } fieldset { border: 0; padding: 0; margin: 0 0 1rem } label { display: block; padding: .25rem 0 }
input[type=password] { width: 100%; box-sizing: border-box; font: inherit; padding: .5rem }
button { font: inherit; padding: .5rem 1rem; margin-top: 1rem } small { opacity: .7 }
</style></head><body>${content}</body></html>
`

/** Who signs in, and with what. Nothing that was sent is repeated in it. */
export const codePage = (isWrong: boolean): string => {
  const people = localPeople.map(
    ({ subject, name, email, role }, index) =>
      `<label><input type="radio" name="person" value="${subject}"${index === 0 ? ' checked' : ''}> ${name} <small>${role ?? 'own account'}, ${email}</small></label>`,
  )
  return page(
    'Sign in',
    `<h1>Sign in to this machine’s service</h1>
${isWrong ? '<p role="alert">That is not the code of this start.</p>' : ''}
<form method="post"><fieldset><legend>Who</legend>${people.join('')}</fieldset>
<label for="code">Code <small>what stands behind <code>start=</code> in the link that <code>npm start</code> printed, up to <code>&amp;</code>; or the file <code>sign-in</code> in the data folder</small></label>
<input id="code" name="code" type="password" autocomplete="off" required>
<button>Sign in</button></form>
<p><small>Nobody else can sign in on this machine. An invitation for another e-mail address lets none of these in: make it for one of their addresses, or without an address.</small></p>`,
  )
}

/** `form` is the provider’s own. */
export const signedOutPage = (form: string): string =>
  page(
    'Sign out',
    `<h1>Signed out of the dashboard</h1><p>Sign out of this machine’s issuer too, to come back as somebody else.</p>
${form}<button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
<button type="submit" form="op.logoutForm">Stay signed in</button>`,
  )
