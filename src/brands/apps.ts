/** The eight apps (brand variants) of one build, in the order of decision brands-02. */
export const appCodes = ['wa', 'andoo', 'aol', 'aol-nz', 'aoc', 'wac', 'hc', 'fk'] as const

export type AppCode = (typeof appCodes)[number]

export type Country = 'AU' | 'NZ'
