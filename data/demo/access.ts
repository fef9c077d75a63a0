/** Codes and logins that the demo data comes with; printed at every start, and of no use anywhere else. */

export const demoCodes = {
  coupon: { code: 'WELCOME10', text: '10 % off, from $100' },
  once: { code: 'ONCE20', text: '$20 off, once for an e-mail address' },
  freight: { code: 'FREEFREIGHT', text: 'free delivery on weekdays' },
  giftCard: { code: 'GIFT-DEMO-AU-500', text: '$500, for AU brands' },
  giftCardNz: { code: 'GIFT-DEMO-NZ-500', text: '$500, for the NZ brand' },
} as const

export const demoLogins = [
  { role: 'customer', email: 'member@demo.example', firstName: 'Demo', lastName: 'Member' },
  { role: 'trade', email: 'trade@demo.example', firstName: 'Demo', lastName: 'Trade' },
  { role: 'sales', email: 'sales@demo.example', firstName: 'Demo', lastName: 'Sales' },
  { role: 'administrator', email: 'admin@demo.example', firstName: 'Demo', lastName: 'Administrator' },
] as const

export const demoPassword = 'demo-fridge-2026'
