/** The worker's side of the protocol, as a function that needs no worker. */

import { asTagviewError, cancelled, TagviewError } from "../errors.ts";
import type { SourceDescription } from "../source/description.ts";
import { OpenSources } from "../source/open-sources.ts";
import type { Source } from "../source/stream.ts";
import { BufferPool } from "./buffer-pool.ts";
import { Instance } from "./instance.ts";
import type { Job, Left, Methods, MethodTable } from "./method.ts";
import type { CompiledModule, ModuleName } from "./modules.ts";
import { buffersOf, type FromWorker, type JobType, type Task, type ToWorker } from "./protocol.ts";
import { Queue } from "./queue.ts";

export interface WorkerSide {
  methods: MethodTable;
  open: (source: SourceDescription, signal: AbortSignal) => Source | Promise<Source>;
  pause: () => Promise<void>;
  /** Maximum time that reading may block the thread, ms. */
  turn?: number;
  post: (message: FromWorker, transfer: ArrayBuffer[]) => void;
}

const TURN_MS = 25;

/** Bytes of wasm memory that an empty instance may keep: several times the need of reading a recording. */
const MOST_MEMORY = 64 << 20;

/** A job that has not ended. */
interface Running {
  readonly inbox: Queue<unknown>;
  cancel(): void;
}

/** Handles messages: runs jobs, and keeps the objects they leave until they are cancelled. */
export function serve({
  methods: table,
  open,
  pause,
  turn = TURN_MS,
  post,
}: WorkerSide): (message: ToWorker) => Promise<void> {
  let instance: Instance<ModuleName> | undefined;
  /** Input of waiting jobs: messages arrive in order, but loading the module takes time. */
  let loading: Promise<void> | undefined;
  const methods = new Map<string, Methods>();
  const running = new Map<number, Running>();
  const left = new Map<number, Left>();
  const buffers = new BufferPool();
  const send = (message: FromWorker, moved: readonly ArrayBufferView[] = []) =>
    post(message, buffersOf(moved));

  function methodOf({ format, method }: Task) {
    const all = methods.get(format) ?? table[format]?.() ?? {};
    methods.set(format, all);
    const found = Object.hasOwn(all, method) ? all[method] : undefined;
    if (found === undefined)
      throw new TagviewError("internal", `there is no ${format}.${method}`, "please report it");
    return found;
  }

  function letGo(id: number): void {
    const object = left.get(id);
    left.delete(id);
    object?.free();
  }

  async function perform(id: number, task: Task): Promise<void> {
    const inbox = new Queue<unknown>();
    const stop = new AbortController();
    const sources = new OpenSources(stop.signal);
    const movedWithResult: ArrayBufferView[] = [];
    const job: Job<JobType> = {
      source: task.source,
      args: task.args,
      get instance() {
        if (instance === undefined)
          throw new TagviewError("internal", "the worker has no module", "please report it");
        return instance;
      },
      get isCancelled() {
        return stop.signal.aborted;
      },
      inbox,
      turn,
      pause,
      open: (source) => sources.open((signal) => open(source, signal)),
      report: (report, moved) => send({ type: "report", job: id, report }, moved),
      moveWithResult: (...views) => void movedWithResult.push(...views),
      buffers,
      send: (buffer, note) => send({ type: "buffer", job: id, buffer, note }, [buffer]),
      giveBack: (buffer) => send({ type: "return", job: id, buffer }, [buffer]),
      leave(object) {
        if (object === undefined) left.delete(id);
        else left.set(id, object);
      },
      leftBy: (other) => left.get(other),
    };
    running.set(id, {
      inbox,
      cancel() {
        stop.abort();
        inbox.close();
        buffers.refuse(job, cancelled());
      },
    });
    try {
      if (loading !== undefined) await loading;
      if (job.isCancelled) throw cancelled();
      const made = methodOf(task)(job);
      const result = made instanceof Promise ? await made : made;
      running.delete(id);
      if (job.isCancelled) letGo(id);
      const isSpent = left.size + running.size === 0 && (instance?.memory ?? 0) > MOST_MEMORY;
      send({ type: "done", job: id, result, isSpent }, movedWithResult);
    } catch (thrown) {
      running.delete(id);
      letGo(id);
      send({
        type: "failed",
        job: id,
        error: asTagviewError(thrown).toObject(),
        trapped: instance?.isTrapped ?? true,
      });
    }
  }

  async function load(compiled: CompiledModule): Promise<void> {
    try {
      instance = await Instance.of(compiled);
      send({ type: "ready" });
    } catch (thrown) {
      send({ type: "unfit", error: asTagviewError(thrown).toObject() });
    } finally {
      loading = undefined;
    }
  }

  return async (message) => {
    switch (message.type) {
      case "module":
        loading = load(message.compiled);
        return loading;
      case "start":
        return perform(message.job, message.task);
      case "input":
        return running.get(message.job)?.inbox.push(message.input);
      case "return":
        return buffers.give(message.buffer);
      case "cancel":
        for (const id of message.jobs) {
          const job = running.get(id);
          // Objects left by a running job are freed when the job ends.
          if (job === undefined) letGo(id);
          else job.cancel();
        }
    }
  };
}
