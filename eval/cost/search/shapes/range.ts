/** From, to: drawn so that each scale is as likely as another. */
export type Range = readonly [number, number]
