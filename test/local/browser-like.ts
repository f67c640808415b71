// As much of a browser as signing in needs: cookies of one host, and redirects.

export interface BrowserLike {
  readonly setCookies: readonly string[]
  cookies(): readonly string[]
  /** As if it were typed. Follows every redirect. */
  open(url: string): Promise<Response>
  /** Follows so many redirects at most. */
  follow(url: string, most: number): Promise<Response>
  /** Sends a form, as the page at this URL would. */
  submit(url: string, fields: Readonly<Record<string, string>>): Promise<Response>
  /** As the dashboard's own script asks. */
  get(path: string): Promise<Response>
  json(path: string): Promise<ReturnType<typeof JSON.parse>>
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
}

const mostRedirects = 12

/** Of one origin, with cookies of another one's if they are copied. */
export const browserLike = (origin: string, copied: readonly string[] = []): BrowserLike => {
  const jar = new Map(copied.map((cookie) => [cookie.slice(0, cookie.indexOf('=')), cookie]))
  const setCookies: string[] = []
  const keep = (cookie: string): void => {
    setCookies.push(cookie)
    const [pair = ''] = cookie.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(name)
    else jar.set(name, pair)
  }
  const once = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...jar.values()].join('; '))
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const cookie of answer.headers.getSetCookie()) keep(cookie)
    return answer
  }
  const following = async (url: string, init: RequestInit, most: number): Promise<Response> => {
    let answer = await once(url, init)
    for (let hops = 1; hops < most && answer.status >= 300 && answer.status < 400; hops += 1)
      answer = await once(new URL(answer.headers.get('location') ?? '', answer.url).href, {})
    return answer
  }
  const get = (path: string): Promise<Response> => once(origin + path, { headers: { 'sec-fetch-site': 'same-origin' } })
  return {
    setCookies,
    cookies: () => [...jar.values()],
    open: (url) => following(url, {}, mostRedirects),
    follow: (url, most) => following(url, {}, most),
    submit: (url, fields) => following(url, { method: 'POST', body: new URLSearchParams(fields) }, mostRedirects),
    get,
    json: async (path) => (await get(path)).json(),
    post: (path, body, headers = {}) =>
      once(origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
        body: JSON.stringify(body),
      }),
  }
}
