// What a token looks like. Whether it is one, only the service can tell.

const form = 'pt_[0-9A-Za-z]{49}'
const whole = new RegExp(`^${form}$`)
const anywhere = new RegExp(form, 'g')

/** As people are told it. */
export const tokenForm = 'pt_ and 49 letters and digits'

/** Whether a text is like a token, and nothing else. */
export const looksLikeToken = (text: string): boolean => whole.test(text)

/** All that looks like a token in a text. */
export const tokensIn = (text: string): readonly string[] => text.match(anywhere) ?? []
