/**
 * The words that news and offers are agreed to with, by where they stand. Page and record share them, so that a consent is kept with what its
 * giver has read (Spam Act 2003, schedule 2; decision record 0047).
 */
export const consentWords = {
  checkout: 'Keep me updated with news and offers',
  account: 'News and offers',
  newsletter: 'Yes, send me the news',
  'cooking-demo': 'Send me news and offers',
} as const

export type ConsentSource = keyof typeof consentWords
