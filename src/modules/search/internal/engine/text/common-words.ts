/**
 * Words that people type on purpose around what they look for. A product whose name is one letter away from one of them is not what was
 * meant: 'less than' is no 'legs that'.
 */
const commonWords: ReadonlySet<string> = new Set(
  (
    'about above after all also and any are around ask back because been before below best better between big both bring buy call came ' +
    'can cheap cheaper cheapest come could day deal deals does done down each easy else even ever every find first fits for free from ' +
    'gets give goes good great had has have help here high home house how into its just keep kind know large last least left less like ' +
    'list little live long look looking lots low made make many may maybe mine more most much must near need needs never next nice only ' +
    'order other others our over own please price quite rather real really right room same sell several should show side since small ' +
    'some soon still such sure take tell than that the their them then there these they thing this those today too try two under until ' +
    'upon use used very want wants was way well were what when where which while who why will with within without work would year years ' +
    'yes yet you your'
  ).split(' '),
)

export const isCommonWord = (word: string): boolean => commonWords.has(word)
