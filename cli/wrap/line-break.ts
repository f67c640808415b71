// How the lines of a file end.

/** As on Windows where one line ends so. */
export const lineBreakOf = (text: string): '\r\n' | '\n' => (text.includes('\r\n') ? '\r\n' : '\n')
