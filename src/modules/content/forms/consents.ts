/**
 * The wording of consent to news and offers, by place. Page and record share it, so that a consent is stored with what the person has read
 * (Spam Act 2003, schedule 2; decision record 0047).
 */
export const consentWords = {
  checkout: 'Keep me updated with news and offers',
  account: 'News and offers',
  newsletter: 'Yes, send me the news',
  'cooking-demo': 'Send me news and offers',
} as const

export type ConsentSource = keyof typeof consentWords
