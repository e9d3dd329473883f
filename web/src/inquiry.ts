import { asTagviewError, type Finding, type ScanRequest, type Session } from "@tagview/engine";
import { toJson } from "@tagview/engine/json";

/** What is asked about; each has one question at a time. */
export type Topic = "correlation" | "delay" | "coincidences" | "range" | "range pairs" | "pairs";

export interface Question {
  topic: Topic;
  request: ScanRequest;
}

export interface Answer {
  /** The request that was asked. */
  request: ScanRequest;
  /** Results by the id given in the request; null where asking went wrong. */
  analyses: Record<string, unknown> | null;
  /** Why it went wrong, or why an analysis did not come to its end. */
  error: Finding | null;
  /** False where the file was still being read. */
  settled: boolean;
}

/** Keeps a file's answers up with what is wanted to be known. */
export interface Inquiry {
  /**
   * Says what is wanted now, and whether the file is read. A question that changed is asked as
   * soon as the one before is answered, which is dropped if that takes long; of a file that is still being read, the same is asked
   * again and again, but for half of the time at most.
   */
  want(questions: readonly Question[], settled: boolean): void;
  /** The last answer, which may be to an earlier question. */
  answer(topic: Topic): Answer | null;
  /** True where the answer is not to what is wanted now, or of a part of what is read by now. */
  pending(topic: Topic): boolean;
  close(): void;
}

interface Slot {
  /** The question in flight, and the way to drop it. */
  asked: { key: string; control: AbortController; began: number; late: Timer | null } | null;
  answer: (Answer & { key: string; at: number }) | null;
  wanted: string | null;
}

type Timer = ReturnType<typeof setTimeout>;

/**
 * Milliseconds a question goes on after another one is wanted: it is cheaper to let it end than to
 * have a session work on questions that nobody waits for, as a turning wheel asks them.
 */
const PATIENCE_MS = 300;
/** Time without repeated questions after an answer, in the time it took. */
const REST = 1;
const REST_MS = 200;

/**
 * Asks by `ask`; `told` is called whenever an answer came: `again` where it only goes on from the
 * one before, with more of the file.
 */
export function inquiry(
  ask: Session["ask"],
  told: (topic: Topic, again: boolean) => void,
  now: () => number = () => performance.now(),
): Inquiry {
  const slots = new Map<Topic, Slot>();
  /** No question is repeated before. */
  let quiet = 0;
  /** Nothing more will be read. */
  let complete = false;
  let closed = false;

  function pose(slot: Slot, { topic, request }: Question, key: string, settled: boolean): void {
    const control = new AbortController();
    const began = now();
    const asked = { key, control, began, late: null };
    slot.asked = asked;
    const take = (analyses: Answer["analyses"], error: Finding | null): void => {
      if (slot.asked !== asked) return;
      end(slot);
      const at = now();
      quiet = at + Math.max(REST_MS, REST * (at - began));
      // A question that waits for this one is to be asked.
      const again = slot.answer?.key === key && slot.wanted === key && !settled;
      slot.answer = { key, request, analyses, error, settled, at };
      told(topic, again);
    };
    ask(request, { signal: control.signal }).then(
      ({ analyses, error }) => take(analyses, error),
      (reason: unknown) => take(null, asTagviewError(reason).toObject()),
    );
  }

  /** What is in flight is waited for no longer. */
  function end(slot: Slot, drop = false): void {
    if (slot.asked?.late) clearTimeout(slot.asked.late);
    if (drop) slot.asked?.control.abort();
    slot.asked = null;
  }

  /** Another question waits: what is in flight has a moment left. */
  function hurry(slot: Slot, topic: Topic): void {
    const { asked } = slot;
    if (!asked || asked.late) return;
    const left = PATIENCE_MS - (now() - asked.began);
    asked.late = setTimeout(() => {
      end(slot, true);
      told(topic, false);
    }, left);
  }

  /** Asks everything again, if nothing is asked and the time has come. */
  function repeat(questions: readonly Question[]): void {
    if (now() < quiet || [...slots.values()].some(({ asked }) => asked !== null)) return;
    for (const question of questions) {
      const slot = slots.get(question.topic);
      if (slot) pose(slot, question, toJson(question.request), false);
    }
  }

  return {
    want(questions, settled) {
      if (closed) return;
      complete = settled;
      for (const [topic, slot] of slots) {
        if (questions.some((question) => question.topic === topic)) continue;
        end(slot, true);
        slots.delete(topic);
      }
      for (const question of questions) {
        const slot = slots.get(question.topic) ?? { asked: null, answer: null, wanted: null };
        slots.set(question.topic, slot);
        const key = toJson(question.request);
        slot.wanted = key;
        const { answer, asked } = slot;
        if (asked) {
          if (asked.key !== key) hurry(slot, question.topic);
        } else if (answer?.key !== key || (settled && !answer.settled)) pose(slot, question, key, settled);
      }
      if (!settled) repeat(questions);
    },
    answer: (topic) => slots.get(topic)?.answer ?? null,
    pending: (topic) => {
      const slot = slots.get(topic);
      if (!slot) return false;
      return slot.answer?.key !== slot.wanted || (complete && !slot.answer?.settled);
    },
    close() {
      closed = true;
      for (const slot of slots.values()) end(slot, true);
      slots.clear();
    },
  };
}
