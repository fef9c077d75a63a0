import { messagesIn, type Refused } from '../../../platform/forms/typed-form.ts'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { limits, readQuestion } from '../writing.ts'
import { WritingForm } from './writing-form.tsx'

export function QuestionForm({ refused }: { refused: Refused | null }) {
  return (
    <WritingForm
      refused={refused}
      check={(typed) => messagesIn(readQuestion(typed))}
      title="Ask a question"
      button="Send question"
    >
      {(typed, problems) => (
        <TextArea
          id="text"
          name="text"
          label="Your question"
          hint={`From ${limits.shortestText} to ${limits.question} characters.`}
          maxLength={limits.question}
          defaultValue={typed['text']}
          error={problems['text']}
          required
        />
      )}
    </WritingForm>
  )
}
