/** What a crew has to know of the way to the door (decision 0066). Every question may be left unanswered. */

export const accessQuestions = {
  property: {
    title: 'Type of home',
    answers: { house: 'House', apartment: 'Apartment or unit', business: 'Business' },
  },
  stairs: {
    title: 'Steps to your door',
    answers: { none: 'None', few: 'Up to 5 steps', flight: 'One flight', more: 'More than one flight' },
  },
  lift: { title: 'Lift', answers: { none: 'No lift', small: 'A small lift', large: 'A lift it fits in' } },
  parking: {
    title: 'Parking for our truck',
    answers: { driveway: 'In the driveway', street: 'On the street', dock: 'At a loading dock', hard: 'Hard to park' },
  },
} as const

export type AccessQuestion = keyof typeof accessQuestions
/** The answer to each question by its key, and who opens the door; what is not answered is left out or ''. */
export type DeliveryAccess = { readonly [Question in AccessQuestion | 'receiver']?: string | undefined }

export const longestReceiver = 60

/** The answers as texts, in the order of the questions: 'Steps to your door: One flight'. */
export function accessTexts(access: DeliveryAccess | undefined): string[] {
  if (access === undefined) return []
  const texts = Object.entries(accessQuestions).flatMap(([name, { title, answers }]) => {
    const answer = (answers as Readonly<Record<string, string>>)[access[name as AccessQuestion] ?? '']
    return answer === undefined ? [] : [`${title}: ${answer}`]
  })
  const receiver = access.receiver?.trim() ?? ''
  return receiver === '' ? texts : [...texts, `Who will be home: ${receiver}`]
}

/** The answers as they are stored: known ones only; undefined when there are none. */
export function answeredAccess(access: DeliveryAccess | undefined): DeliveryAccess | undefined {
  const given = Object.entries(access ?? {}).flatMap(([name, answer]) => {
    const text = answer?.trim() ?? ''
    const known: Readonly<Record<string, { readonly answers: Readonly<Record<string, string>> }>> = accessQuestions
    const isKnown = name === 'receiver' ? text !== '' : known[name]?.answers[text] !== undefined
    return isKnown ? [[name, text] as const] : []
  })
  return given.length === 0 ? undefined : Object.fromEntries(given)
}
